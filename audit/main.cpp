// tocca-audit: checks a certificate of tocca without trusting tocca.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "audit/sha256.hpp"
#include "tocca/audit/audit.hpp"

namespace {

using tocca::audit::AuditResult;

constexpr const char* help = R"(tocca-audit FILE: checks a certificate that tocca wrote, without trusting tocca.

Usage
  tocca-audit FILE [--json FILE|-] [--threads N]   check every rule
  tocca-audit FILE --statement                     print what is claimed, for a person to read
  tocca-audit FILE --inputs FILE...                also compare the digests of the files that the claim rests on

Options
  --json FILE|-        write the result as JSON; -: to standard output
  --threads N          audit N segments at a time (0: as many as there are processors; 1 unless given)
  --statement          print the statement: bodies, pairs left out and why, clearances, path, digests; checks no rule
  --inputs FILE...     each of these files must be one that the certificate names, byte for byte
  --ignore-checksums   for attacks on the rules themselves
  --help, --version

Exit code: 0 valid, 1 rejected (which segment, pair and node, and by how much), 2 unreadable or wrong usage.

Examples
  tocca check arm.urdf room.json path.csv --certificate path.proof
  tocca-audit path.proof
  tocca-audit path.proof --statement | less
  tocca-audit path.proof --inputs arm.urdf room.json path.csv
)";

struct Arguments {
  std::string file, json;
  std::vector<std::string> inputs;
  bool statement = false, compare = false;
  tocca::audit::AuditOptions options;
};

/// Why the program cannot do what it was asked: one line, exit code 2.
struct Usage {
  std::string problem;
};

int whole_number(const std::string& text) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < 0 || value > 1024)
    throw Usage{"--threads must be a number from 0 to 1024 (got " + text + ")"};
  return value == 0 ? static_cast<int>(std::max(1u, std::thread::hardware_concurrency())) : static_cast<int>(value);
}

Arguments parsed(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&] {
      if (i + 1 >= count) throw Usage{word + " needs a value"};
      return std::string(words[++i]);
    };
    if (word == "--json") {
      arguments.json = value();
    } else if (word == "--threads") {
      arguments.options.threads = whole_number(value());
    } else if (word == "--statement") {
      arguments.statement = true;
    } else if (word == "--ignore-checksums") {
      arguments.options.ignore_checksums = true;
    } else if (word == "--inputs") {
      arguments.compare = true;
      while (i + 1 < count && std::strncmp(words[i + 1], "--", 2) != 0) arguments.inputs.push_back(words[++i]);
    } else if (word.size() > 1 && word[0] == '-') {
      throw Usage{"unknown option " + word + "; see tocca-audit --help"};
    } else if (arguments.file.empty()) {
      arguments.file = word;
    } else {
      throw Usage{"one certificate at a time (got " + arguments.file + " and " + word + ")"};
    }
  }
  if (arguments.file.empty()) throw Usage{"which certificate? See tocca-audit --help"};
  if (arguments.compare && arguments.inputs.empty()) throw Usage{"--inputs needs a file"};
  return arguments;
}

std::ifstream opened(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file || file.peek() == std::char_traits<char>::eof()) throw Usage{name + ": cannot be read, or is empty"};
  return file;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string exact(double x) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", x);
  return text;
}

std::string json_of(const AuditResult& result, const std::string& digest) {
  const char* names[] = {"valid", "rejected", "unreadable"};
  std::string text =
      std::string("{\"result\":\"") + names[static_cast<int>(result.outcome)] + "\",\"certificate\":\"" + digest + "\"";
  if (result.outcome != AuditResult::Outcome::valid) return text + ",\"reason\":" + quoted(result.reason) + "}\n";
  text += std::string(",\"claim\":\"") + (result.free ? "free" : "contact") +
          "\",\"segments\":" + std::to_string(result.segments) +
          ",\"one_path\":" + (result.continuous ? "true" : "false") + ",\"tolerance\":" + exact(result.tolerance_m);
  if (!result.free) {
    text += ",\"contact\":{\"segment\":" + std::to_string(result.contact_segment) + ",\"time\":[" +
            exact(result.contact_time[0]) + "," + exact(result.contact_time[1]) + "],\"pair\":[" +
            quoted(result.contact_a) + "," + quoted(result.contact_b) + "]}";
  }
  text += ",\"pairs\":{\"checked\":" + std::to_string(result.checked_pairs) +
          ",\"left_out\":" + std::to_string(result.left_out_pairs) + ",\"why\":{";
  const char* between = "";
  for (const auto& [why, count] : result.why_left_out) {
    text += between;
    text += quoted(why) + ":" + std::to_string(count);
    between = ",";
  }
  text +=
      "}},\"nodes\":" + std::to_string(result.nodes) + ",\"leaves\":" + std::to_string(result.leaves) + ",\"inputs\":[";
  between = "";
  for (const AuditResult::Input& input : result.inputs) {
    text += between;
    text += std::string("{\"role\":") + quoted(input.role) + ",\"name\":" + quoted(input.name) + ",\"sha256\":\"" +
            input.sha256 + "\"}";
    between = ",";
  }
  return text + "]}\n";
}

std::string counted(std::uint64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

void print(const AuditResult& result, const std::string& file) {
  if (result.outcome != AuditResult::Outcome::valid) return;
  std::cout << "valid: " << file << '\n';
  const std::string segments = counted(result.segments, "segment", "segments");
  if (result.free) {
    std::cout << "  free on all of " << segments << (result.continuous ? "" : ", which are separate edges") << '\n';
  } else {
    std::cout << "  free until t = " << exact(result.contact_time[0]) << " of segment " << result.contact_segment
              << ", contact at " << exact(result.contact_time[1]) << ": " << result.contact_a << " and "
              << result.contact_b << '\n';
  }
  if (result.leaves == 0) std::cout << "  nothing is proven apart: no pair is checked, or it touches from the start\n";
  std::cout << "  " << counted(result.checked_pairs, "pair of bodies", "pairs of bodies")
            << (result.leaves == 0 ? " checked, by " : " proven apart by ") << counted(result.leaves, "leaf", "leaves")
            << "; " << result.left_out_pairs << " left out\n";
  for (const auto& [why, count] : result.why_left_out) std::cout << "    " << count << ": " << why << '\n';
}

/// Files whose digest the certificate does not have.
std::vector<std::string> strangers(const Arguments& arguments, const AuditResult& result) {
  std::vector<std::string> names;
  for (const std::string& name : arguments.inputs) {
    std::ifstream file = opened(name);
    const std::string digest = tocca::audit::text_of(tocca::audit::digest_of(file));
    bool known = false;
    for (const AuditResult::Input& input : result.inputs) known = known || input.sha256 == digest;
    if (!known) names.push_back(name);
  }
  return names;
}

int run(const Arguments& arguments) {
  std::ifstream file = opened(arguments.file);
  if (arguments.statement) {
    std::cout << tocca::audit::statement_text(file);
    return 0;
  }
  AuditResult result = tocca::audit::audit(file, arguments.options);
  file.clear();
  file.seekg(0);
  const std::string digest = tocca::audit::text_of(tocca::audit::digest_of(file));
  if (result.outcome == AuditResult::Outcome::valid && arguments.compare) {
    const std::vector<std::string> others = strangers(arguments, result);
    if (!others.empty()) {
      result.outcome = AuditResult::Outcome::rejected;
      result.reason = others.front() + ": is not one of the files that the certificate names";
    }
  }
  if (arguments.json == "-") {
    std::cout << json_of(result, digest);
  } else {
    print(result, arguments.file);
    if (!arguments.json.empty() && !(std::ofstream(arguments.json) << json_of(result, digest)).flush()) {
      throw Usage{arguments.json + ": cannot be written"};
    }
  }
  if (result.outcome == AuditResult::Outcome::valid) return 0;
  const bool rejected = result.outcome == AuditResult::Outcome::rejected;
  std::cerr << arguments.file << ": " << (rejected ? "rejected: " : "unreadable: ") << result.reason << '\n';
  return rejected ? 1 : 2;
}

}  // namespace

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "--help") == 0 || std::strcmp(words[i], "-h") == 0) return std::cout << help, 0;
    if (std::strcmp(words[i], "--version") == 0) return std::cout << "tocca-audit " TOCCA_VERSION "\n", 0;
  }
  try {
    return run(parsed(count, words));
  } catch (const Usage& usage) {
    std::cerr << "tocca-audit: " << usage.problem << '\n';
  } catch (const std::bad_alloc&) {
    std::cerr << "tocca-audit: not enough memory\n";
  } catch (const std::exception& error) {
    std::cerr << "tocca-audit: " << error.what() << '\n';
  }
  return 2;
}
