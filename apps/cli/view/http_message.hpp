// As much of HTTP/1.1 as a browser needs to show a page from this machine: GET and HEAD, one request per connection.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tocca::cli {

/// The head of a request.
struct HttpRequest {
  std::string method, target;
  std::vector<std::pair<std::string, std::string>> fields;  ///< names in lower case

  /// The value of a field; empty if it is absent.
  std::optional<std::string_view> field(std::string_view name) const;
};

/// What goes back.
struct HttpAnswer {
  int status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;
  std::string entity_tag;  ///< of the body, without quotes; empty: none
  bool stream = false;     ///< events follow the body as long as both sides stay connected
};

/// A short answer in words, for errors.
HttpAnswer plain_answer(int status, std::string_view words);

/// Reads a head, which ends with an empty line; empty if it is not one.
std::optional<HttpRequest> parse_request(std::string_view head);

/// Why a request is refused, if it is: a method other than GET and HEAD; or it was not meant for this server on `port`
/// of the loopback, but sent here by a name that an attacker's DNS points here (Host), or by a page from elsewhere (Origin).
std::optional<HttpAnswer> refusal(const HttpRequest& request, int port);

/// The head of the answer. Every answer forbids browsers to store it, guess its type or hand it to pages from
/// elsewhere.
std::string head_of(const HttpAnswer& answer);

}  // namespace tocca::cli
