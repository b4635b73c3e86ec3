#include <iostream>
#include <tocca/io/robot.hpp>

int main() {
  tocca::Warnings warnings;
  try {
    tocca::load_robot("no_such_robot.urdf", {}, warnings);
  } catch (const tocca::InputError& error) {
    std::cout << error.what() << '\n';
    return 0;
  }
  return 1;
}
