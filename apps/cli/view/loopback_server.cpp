#include "view/loopback_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_connections = 100, most_streams = 32;
constexpr std::size_t longest_head = 32 << 10;       // browsers send the cookies of every server of this machine
constexpr std::size_t longest_backlog = 1 << 20;     // of events that a page does not fetch
constexpr std::chrono::seconds socket_patience(10);  // without progress
constexpr std::chrono::seconds farewell(1);          // for the other side to close first
constexpr int turn_ms = 200;

}  // namespace

struct LoopbackServer::Connection {
  enum class State { receiving, sending, streaming, closing, done };

  explicit Connection(int descriptor) : socket(descriptor) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { ::close(socket); }

  bool has_more() const { return sent < head.size() + (body ? body->size() : 0); }
  void wait(std::chrono::seconds longest) { deadline = Clock::now() + longest; }

  int socket;
  State state = State::receiving;
  Clock::time_point deadline = Clock::now() + socket_patience;
  std::string received, head;  ///< the head of the answer; in a stream, the events that come after
  std::shared_ptr<const std::string> body;
  std::size_t sent = 0;  ///< of head and body
  bool stream = false;
  bool has_said_all = false;  ///< the other side
};

LoopbackServer::LoopbackServer(int port) {
  const auto fail = [&](const char* remedy) {
    const std::string problem = std::generic_category().message(errno);
    if (listener_ >= 0) ::close(listener_);
    throw InputError(fmt::format("port {}", port), "", "cannot serve: " + problem, remedy);
  };
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener_ < 0) fail("");
  const int on = 1;  // a server that has just ended may be started again at once
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<std::uint16_t>(port));
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* address = reinterpret_cast<sockaddr*>(&place);
  if (::bind(listener_, address, sizeof place) != 0 || ::listen(listener_, 64) != 0) fail("choose another with --port");
  socklen_t size = sizeof place;
  if (::getsockname(listener_, address, &size) != 0) fail("choose another with --port");
  port_ = ntohs(place.sin_port);
}

LoopbackServer::~LoopbackServer() { ::close(listener_); }

std::string LoopbackServer::address() const { return fmt::format("http://127.0.0.1:{}/", port_); }

void LoopbackServer::serve_for_a_while(const Handler& handler) {
  using State = Connection::State;
  std::vector<pollfd> places{{listener_, POLLIN, 0}};
  for (const Connection& one : connections_) {
    const int events = (one.has_said_all ? 0 : POLLIN) | (one.has_more() ? POLLOUT : 0);
    places.push_back({one.socket, static_cast<short>(events), 0});
  }
  if (::poll(places.data(), places.size(), turn_ms) < 0) return;  // a signal
  std::size_t k = 1;
  for (Connection& one : connections_) {
    const short events = places[k++].revents;
    if ((events & (POLLERR | POLLNVAL | POLLHUP)) != 0) one.state = State::done;
    if ((events & POLLIN) != 0 && one.state != State::done) receive(one, handler);
    if ((events & POLLOUT) != 0 && one.state != State::done) send_on(one);
    const bool idle_stream = one.state == State::streaming && !one.has_more();
    if (!idle_stream && Clock::now() > one.deadline) one.state = State::done;
  }
  connections_.remove_if([](const Connection& one) { return one.state == State::done; });
  if ((places[0].revents & POLLIN) != 0) accept_all();
}

void LoopbackServer::accept_all() {
  for (;;) {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    make_room();
    connections_.emplace_back(socket);
  }
}

/// Whoever came last is served: the oldest connection goes, of those that have not asked for anything yet if there is one.
void LoopbackServer::make_room() {
  if (connections_.size() < most_connections) return;
  const auto silent = std::ranges::find(connections_, Connection::State::receiving, &Connection::state);
  connections_.erase(silent != connections_.end() ? silent : connections_.begin());
}

void LoopbackServer::receive(Connection& connection, const Handler& handler) {
  std::array<char, 4096> bytes;
  const ssize_t count = ::recv(connection.socket, bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count == 0 && connection.state == Connection::State::sending) {
    connection.has_said_all = true;  // and still listens
    return;
  }
  if (count <= 0) {
    connection.state = Connection::State::done;
    return;
  }
  if (connection.state != Connection::State::receiving) return;  // more than was asked for: read and forgotten
  connection.received.append(bytes.data(), static_cast<std::size_t>(count));
  answer(connection, handler);
}

void LoopbackServer::answer(Connection& connection, const Handler& handler) {
  const std::size_t end = connection.received.find("\r\n\r\n");
  HttpAnswer answer;
  bool head_only = false;
  if (end != std::string::npos) {
    const auto request = parse_request(std::string_view(connection.received).substr(0, end + 4));
    const auto refused = request ? refusal(*request, port_) : plain_answer(400, "this is not an HTTP request");
    answer = refused ? *refused : handler(*request);
    head_only = request && request->method == "HEAD";
  } else if (connection.received.size() > longest_head) {
    answer = plain_answer(431, "this request is too long");
  } else {
    return;
  }
  connection.received.clear();
  connection.head = head_of(answer);
  connection.stream = answer.stream && !head_only;
  if (connection.stream) {
    connection.head += *answer.body;  // events are appended to it
  } else if (!head_only) {
    connection.body = answer.body;
  }
  connection.state = Connection::State::sending;
  connection.wait(socket_patience);
  if (!connection.stream) return;
  const auto is_stream = [](const Connection& one) { return one.stream && one.state != Connection::State::done; };
  if (static_cast<std::size_t>(std::ranges::count_if(connections_, is_stream)) > most_streams) {
    std::ranges::find_if(connections_, is_stream)->state = Connection::State::done;  // the oldest; its page comes again
  }
}

void LoopbackServer::send_on(Connection& connection) {
  using State = Connection::State;
  while (connection.has_more()) {
    const bool in_head = connection.sent < connection.head.size();
    const std::string& text = in_head ? connection.head : *connection.body;
    const std::size_t offset = in_head ? connection.sent : connection.sent - connection.head.size();
    const ssize_t count = ::send(connection.socket, text.data() + offset, text.size() - offset, MSG_NOSIGNAL);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
      connection.state = State::done;
      return;
    }
    connection.sent += static_cast<std::size_t>(count);
    connection.wait(socket_patience);
  }
  if (connection.stream) {
    connection.state = State::streaming;
    connection.head.clear();
    connection.sent = 0;
  } else if (connection.state == State::sending) {
    ::shutdown(connection.socket, SHUT_WR);
    connection.state = State::closing;
    connection.wait(farewell);
  }
}

void LoopbackServer::tell(const std::string& event) {
  for (Connection& one : connections_) {
    if (!one.stream) continue;
    if (!one.has_more()) one.wait(socket_patience);
    one.head += event;
    if (one.head.size() > longest_backlog) one.state = Connection::State::done;
  }
  connections_.remove_if([](const Connection& one) { return one.state == Connection::State::done; });
}

}  // namespace tocca::cli
