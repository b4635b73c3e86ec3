#include "view/http_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tocca::cli {
namespace {

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

bool is_token(std::string_view text) {
  constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || signs.find(c) != signs.npos;
  });
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

/// One line up to its end, which is taken off the text; nothing where it has none.
std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find("\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 2);
  return line;
}

bool read_request_line(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return false;
  request.method = line.substr(0, first);
  request.target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  return is_token(request.method) && request.target.starts_with('/') && is_printable(request.target) &&
         (version == "HTTP/1.1" || version == "HTTP/1.0");
}

bool is_own_host(std::string_view host, int port) {
  const std::string small = small_letters(host);
  return std::ranges::any_of(std::array{"127.0.0.1", "localhost", "[::1]"}, [&](std::string_view name) {
    return small == fmt::format("{}:{}", name, port) || (port == 80 && small == name);
  });
}

/// Does a page from elsewhere ask, by what browsers report? Following a link to here is allowed: that page does not see
/// the answer.
bool is_from_elsewhere(const HttpRequest& request, int port) {
  if (const auto origin = request.field("origin")) {
    constexpr std::string_view scheme = "http://";
    return !origin->starts_with(scheme) || !is_own_host(origin->substr(scheme.size()), port);
  }
  const std::string_view site = request.field("sec-fetch-site").value_or("none");
  return site != "none" && site != "same-origin" && request.field("sec-fetch-mode").value_or("") != "navigate";
}

std::string_view reason(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Bad Request";
  }
}

}  // namespace

std::optional<std::string_view> HttpRequest::field(std::string_view name) const {
  const auto found = std::ranges::find(fields, name, &std::pair<std::string, std::string>::first);
  if (found == fields.end()) return std::nullopt;
  return found->second;
}

HttpAnswer plain_answer(int status, std::string_view words) {
  HttpAnswer answer;
  answer.status = status;
  answer.body = std::make_shared<const std::string>(fmt::format("{}\n", words));
  return answer;
}

std::optional<HttpRequest> parse_request(std::string_view head) {
  HttpRequest request;
  const auto first = take_line(head);
  if (!first || !read_request_line(*first, request)) return std::nullopt;
  while (const auto line = take_line(head)) {
    if (line->empty()) return request;
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos || !is_token(line->substr(0, colon))) return std::nullopt;
    request.fields.emplace_back(small_letters(line->substr(0, colon)), without_blanks(line->substr(colon + 1)));
  }
  return std::nullopt;
}

std::optional<HttpAnswer> refusal(const HttpRequest& request, int port) {
  const auto hosts = std::ranges::count(request.fields, "host", &std::pair<std::string, std::string>::first);
  if (hosts != 1) return plain_answer(400, "a request must have exactly one Host field");
  if (!is_own_host(*request.field("host"), port))
    return plain_answer(403, "this server accepts requests from this machine only");
  if (is_from_elsewhere(request, port))
    return plain_answer(403, "this server accepts requests from its own pages only");
  if (request.method != "GET" && request.method != "HEAD") return plain_answer(405, "only GET and HEAD are allowed");
  return std::nullopt;
}

std::string head_of(const HttpAnswer& answer) {
  std::string head = fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Connection: close\r\n"
      "Cache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Cross-Origin-Opener-Policy: same-origin\r\n"
      "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'\r\n",
      answer.status, reason(answer.status));
  if (answer.status == 405) head += "Allow: GET, HEAD\r\n";
  if (!answer.entity_tag.empty()) head += fmt::format("ETag: \"{}\"\r\n", answer.entity_tag);
  if (answer.status != 304) head += fmt::format("Content-Type: {}\r\n", answer.type);
  if (answer.status != 304 && !answer.stream) {
    head += fmt::format("Content-Length: {}\r\n", answer.body ? answer.body->size() : 0);
  }
  return head + "\r\n";
}

}  // namespace tocca::cli
