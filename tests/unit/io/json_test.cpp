// What is proven here: no JSON text, however nested, large or broken, does anything but load or throw an InputError
// that names the place.
#include "io/json.hpp"

#include "files.hpp"
#include "io/json_cursor.hpp"

namespace tocca::json_tests {
namespace {

nlohmann::json parse(std::string_view text) { return parse_json(text, "s.json"); }

TEST(Json, AbsurdNestingEndsAtTheHundredthLevel) {
  EXPECT_NO_THROW(parse(std::string(100, '[') + std::string(100, ']')));
  EXPECT_INPUT_ERROR(parse(std::string(101, '[') + std::string(101, ']')), "s.json", "nested more than 100");
  EXPECT_INPUT_ERROR(parse(std::string(10'000'000, '[')), "nested");
  std::string objects;
  for (int k = 0; k < 1'000'000; ++k) objects += "{\"a\":";
  EXPECT_INPUT_ERROR(parse(objects), "nested");
}

TEST(Json, ASmallFileCannotFillTheMemory) {
  std::string wide = "[0";
  for (int k = 0; k < 5'000'000; ++k) wide += ",0";
  EXPECT_INPUT_ERROR(parse(wide + "]"), "more than 5000000 values");
}

TEST(Json, AKeyGivenTwiceIsNamedWithItsPlace) {
  EXPECT_INPUT_ERROR(parse(R"({"objects":[{},{"geometry":{"box":1,"box":2}}]})"),
                     "s.json: objects[1].geometry: ", "'box' is given twice");
  EXPECT_INPUT_ERROR(parse(R"({"a":1,"a":1})"), "'a' is given twice");
  EXPECT_NO_THROW(parse(R"([{"a":1},{"a":1,"b":{"a":1}}])"));
}

TEST(Json, NumbersBeyondDoublesAreRefused) {
  EXPECT_INPUT_ERROR(parse("{\n \"a\": 1e999}"), "line 2, column", "beyond the range");
  EXPECT_INPUT_ERROR(parse("[-1e400]"), "beyond the range");
  EXPECT_INPUT_ERROR(parse("[NaN]"), "not well-formed");
  EXPECT_EQ(parse("[1e308,123456789012345678901234567890]")[1].get<double>(), 123456789012345678901234567890.0);
}

TEST(Json, SyntaxErrorsSayLineAndColumn) {
  EXPECT_INPUT_ERROR(parse(""), "s.json: line 1, column 1: ", "not well-formed");
  EXPECT_INPUT_ERROR(parse("{\n  \"a\": [1, 2\n}"), "line 3, column 1");
  EXPECT_INPUT_ERROR(parse("{} x"), "line 1, column 4");
  EXPECT_INPUT_ERROR(parse("[1,]"), "line 1, column 4");
  EXPECT_INPUT_ERROR(parse("[\"\xff\xfe\"]"), "not well-formed");
  EXPECT_INPUT_ERROR(parse("[\"\xed\xa0\x80\"]"), "not well-formed");
  EXPECT_INPUT_ERROR(parse(std::string("[1,\0 2]", 7)), "line 1, column 4");
  EXPECT_INPUT_ERROR(parse("// no comments\n{}"), "line 1");
  EXPECT_NO_THROW(parse("\xef\xbb\xbf{}"));
}

struct Cursor : ::testing::Test {
  JsonCursor on(std::string_view text) {
    document = parse_json(text, file);
    return {document, file};
  }
  std::filesystem::path file = "s.json";
  nlohmann::json document;
};

TEST_F(Cursor, NamesThePlaceOfEveryComplaint) {
  const JsonCursor root = on(R"({"a":[{"b":[1,"x",null]}],"t":"","n":-1.5,"big":1e300,"z":0})");
  EXPECT_INPUT_ERROR(root.at("a").item(0).at("b").item(1).number(), "s.json: a[0].b[1]: ", "the string 'x'");
  EXPECT_INPUT_ERROR(root.at("a").item(0).at("b").vector(), "a[0].b[1]");
  EXPECT_INPUT_ERROR(root.at("a").item(0).at("b").item(2).text(), "a[0].b[2]", "null");
  EXPECT_INPUT_ERROR(root.at("a").vector(), "a: should have 3 numbers, not 1");
  EXPECT_INPUT_ERROR(root.at("a").item(0).at("c"), "a[0]: 'c' is missing");
  EXPECT_INPUT_ERROR(root.at("t").text(), "t: is empty");
  EXPECT_INPUT_ERROR(root.at("n").positive(), "n: should be positive");
  EXPECT_INPUT_ERROR(root.at("z").positive(), "z: should be positive");
  EXPECT_INPUT_ERROR(root.at("n").not_negative(), "n: should not be negative");
  EXPECT_INPUT_ERROR(root.at("n").index(), "whole number");
  EXPECT_INPUT_ERROR(root.at("big").index(), "whole number");
  EXPECT_INPUT_ERROR(root.size(), "should be an array, not an object");
  EXPECT_INPUT_ERROR(root.at("a").expect_object({}), "should be an object, not an array");
  EXPECT_EQ(root.at("z").not_negative(), 0.0);
  EXPECT_FALSE(root.find("none"));
}

TEST_F(Cursor, SuggestsTheKeyThatWasMeant) {
  const JsonCursor root = on(R"({"geometri":1})");
  EXPECT_INPUT_ERROR(root.expect_object({"name", "geometry"}), "unknown key 'geometri'", "did you mean 'geometry'");
  EXPECT_INPUT_ERROR(root.expect_object({"xyz", "rpy"}), "choose from 'xyz', 'rpy'");
}

TEST_F(Cursor, ReadsPosesAndNormalisesQuaternionsWithOneWarning) {
  PoseReader reader;
  Warnings warnings;
  EXPECT_EQ(reader.read(on("{}")).rotation, Matrix3::Identity());
  EXPECT_EQ(reader.read(on(R"({"xyz":[1,2,3]})")).translation, Vector3(1, 2, 3));
  EXPECT_EQ(reader.read(on(R"({"rpy":[0.1,0.2,0.3]})")).rotation,
            Pose::from_rpy(Vector3::Zero(), {0.1, 0.2, 0.3}).rotation);
  EXPECT_EQ(reader.read(on(R"({"quat":[0,0,0.6,0.8]})")).rotation,
            Pose::from_quaternion(Vector3::Zero(), 0, 0, 0.6, 0.8).rotation);
  reader.report(file, warnings);
  EXPECT_TRUE(warnings.empty());
  reader.read(on(R"({"quat":[0,0,0,2]})"));
  reader.read(on(R"({"quat":[0,0,0,3]})"));
  reader.report(file, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0], "s.json: quat: a quaternion of length 2 was normalised (2 in total)");
  EXPECT_INPUT_ERROR(reader.read(on(R"({"quat":[0,0,0,0]})")), "quat", "zero quaternion");
  EXPECT_INPUT_ERROR(reader.read(on(R"({"quat":[0,0,1]})")), "quat", "4 numbers");
  EXPECT_INPUT_ERROR(reader.read(on(R"({"quat":[0,0,0,1],"rpy":[0,0,0]})")), "both 'rpy' and 'quat'");
}

}  // namespace
}  // namespace tocca::json_tests
