// A web server for this machine alone.
#pragma once

#include <functional>
#include <list>
#include <string>

#include "view/http_message.hpp"

namespace tocca::cli {

/// Bound to 127.0.0.1 and to nothing else. One thread serves all connections in turns, so that none holds up another; how many
/// there are, how long a request may be and how long it may take are bounded.
class LoopbackServer {
 public:
  /// Gives the answer to a request that was not refused.
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;

  /// Port 0: one that the system chooses. Throws InputError if the port is taken.
  explicit LoopbackServer(int port);
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer();

  int port() const { return port_; }
  std::string address() const;

  /// Serves what comes within a fraction of a second, or until something interrupts.
  void serve_for_a_while(const Handler& handler);
  /// Appends to every event stream that is open.
  void tell(const std::string& event);

 private:
  struct Connection;

  void accept_all();
  void make_room();
  void receive(Connection& connection, const Handler& handler);
  void answer(Connection& connection, const Handler& handler);
  void send_on(Connection& connection);

  int port_ = 0;
  int listener_ = -1;
  std::list<Connection> connections_;  ///< oldest first
};

}  // namespace tocca::cli
