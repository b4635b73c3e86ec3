// What is proven here: every format gives the same mesh, coordinates keep their last bit, scale and mirror do what they
// say, and each kind of bad mesh file is told with file, place and remedy.
#include "tocca/io/mesh.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <Eigen/Geometry>
#include <cstdio>
#include <set>

#include "files.hpp"
#include "mesh_samples.hpp"
#include "testing/draw.hpp"

namespace tocca::mesh_tests {
namespace {

using testing::ScratchFolder;

MeshPointer load(const std::filesystem::path& file, const Vector3& scale = Vector3::Ones()) {
  Warnings warnings;
  return load_mesh(file, scale, warnings);
}

/// Six times the enclosed volume: positive where the triangles look outward.
double volume(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const Triangle& t : mesh.triangles()) {
    Matrix3 corners;
    corners << mesh.vertices()[t[0]], mesh.vertices()[t[1]], mesh.vertices()[t[2]];
    sum += corners.row(0).cross(corners.row(1)).dot(corners.row(2));
  }
  return sum;
}

TEST(LoadMesh, ReadsTheSameMeshFromEveryFormat) {
  const ScratchFolder folder;
  for (const auto& sample : testing::mesh_samples()) {
    SCOPED_TRACE(sample.name);
    Warnings warnings;
    const auto mesh = load_mesh(folder.write(sample.name, sample.bytes), Vector3::Ones(), warnings);
    EXPECT_TRUE(warnings.empty()) << warnings.front();
    ASSERT_EQ(mesh->triangles().size(), 4u);
    EXPECT_EQ(mesh->vertices().size(), 4u);
    EXPECT_TRUE(mesh->closed());
    for (std::size_t f = 0; f < 4; ++f) {
      for (std::size_t k = 0; k < 3; ++k) {
        const float* corner = testing::tetrahedron_corners[testing::tetrahedron_faces[f][k]];
        EXPECT_EQ(mesh->vertices()[mesh->triangles()[f][k]], Vector3(corner[0], corner[1], corner[2]));
      }
    }
    EXPECT_EQ(volume(*mesh), 6.0);
  }
}

TEST(LoadMesh, MirrorsWithoutTurningTheInsideOut) {
  const ScratchFolder folder;
  const auto file = folder.write("a.obj", testing::obj());
  for (const Vector3& scale : {Vector3(-1, 1, 1), Vector3(1, -2, 1), Vector3(-1, -1, 1), Vector3(-1, -1, -1)}) {
    const auto mesh = load(file, scale);
    EXPECT_EQ(volume(*mesh), 6.0 * std::abs(scale.prod()));
    EXPECT_EQ(mesh->vertices()[mesh->triangles()[0][0]], Vector3::Zero());
  }
  EXPECT_INPUT_ERROR(load(file, {1, 0, 1}), "a.obj", "zero");
  EXPECT_INPUT_ERROR(load(file, {1, std::nan(""), 1}), "a.obj");
  EXPECT_INPUT_ERROR(load(file, {1, 1e308, 1e308}), "a.obj", "vertex");
}

/// Text formats and binary doubles carry 53 bits; a reader that goes through float loses 29 of them.
TEST(LoadMesh, KeepsDoublesToTheLastBit) {
  const ScratchFolder folder;
  testing::Draw draw;
  for (int k = 0; k < testing::cases(50, 1000); ++k) {
    std::vector<Vector3> corners;
    for (int i = 0; i < 4; ++i) corners.push_back(draw.vector(draw.log_uniform(1e-9, 1e6)));
    const TriangleMesh mesh(corners, {{0, 1, 2}, {0, 2, 3}});
    SCOPED_TRACE(testing::story(draw.seed(), k));

    write_obj(folder.path() / "a.obj", mesh);
    EXPECT_EQ(load(folder.path() / "a.obj")->vertices(), corners);
    EXPECT_EQ(load(folder.path() / "a.obj")->triangles(), mesh.triangles());
    const auto written = load(folder.write("b.ply", to_ply(corners, mesh.triangles())));
    EXPECT_EQ(written->vertices(), corners);
    EXPECT_EQ(written->triangles(), mesh.triangles());

    std::string floats, ply =
                            "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty double x\n"
                            "property double y\nproperty double z\nelement face 1\n"
                            "property list uchar uchar vertex_index\nend_header\n";
    for (const Vector3& corner : corners) {
      for (const double x : corner) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g ", x);
        floats += text;
        testing::append_bytes(ply, x);
      }
    }
    ply += std::string("\3\0\1\2", 4);
    const auto from_ply = load(folder.write("a.ply", ply));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(from_ply->vertices()[i], corners[i]);
    const auto dae =
        testing::collada(testing::collada_triangles(), "<node><instance_geometry url=\"#g\"/></node>", "1", floats);
    EXPECT_EQ(load(folder.write("a.dae", dae))->vertices(), corners);
  }
}

TEST(LoadMesh, WarnsOnceOfTrianglesWithoutArea) {
  const ScratchFolder folder;
  Warnings warnings;
  const auto mesh = load_mesh(folder.write("a.obj", testing::obj() + "f 1 2 2\nf 1 1 1\n"), Vector3::Ones(), warnings);
  EXPECT_EQ(mesh->triangles().size(), 6u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("2 of 6 triangles have no area"), std::string::npos) << warnings[0];
  EXPECT_INPUT_ERROR(load(folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")), "flat.obj", "area");
}

TEST(LoadMesh, WarnsOnceOfTrianglesThatAreGivenMoreThanOnce) {
  const ScratchFolder folder;
  const auto warning_of = [&](const std::string& more) {
    Warnings warnings;
    load_mesh(folder.write("a.obj", testing::obj() + more), Vector3::Ones(), warnings);
    return warnings.size() == 1 ? warnings.front() : std::to_string(warnings.size()) + " warnings";
  };
  const std::string twice = warning_of("f 2 1 3\nf 3 2 1\n");  // both sides, and once more
  EXPECT_NE(twice.find("a.obj: 2 of 6 triangles repeat another one"), std::string::npos) << twice;
  EXPECT_NE(twice.find("counts as a solid"), std::string::npos) << twice;
  const std::string part = warning_of("v 9 0 0\nv 9 1 0\nv 9 0 1\nf 5 6 7\nf 7 6 5\n");
  EXPECT_NE(part.find("1 of 6 triangles"), std::string::npos) << part;
  EXPECT_NE(part.find("partly solid"), std::string::npos) << part;
  Warnings warnings;
  load_mesh(folder.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n"), Vector3::Ones(), warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("an open surface"), std::string::npos) << warnings[0];
}

TEST(LoadMesh, WarnsOfAPieceThatLooksLikeASolidButIsOpen) {
  const ScratchFolder folder;
  // The edge from 1 to 2 is whole in one face and in two halves in the other.
  const std::string junction =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.5 0 0\nf 1 3 2\nf 1 5 4\nf 5 2 4\nf 1 4 3\nf 2 3 4\n";
  const auto warnings_of = [&](const std::string& text) {
    Warnings warnings;
    load_mesh(folder.write("a.obj", text), Vector3::Ones(), warnings);
    std::string all;
    for (const std::string& warning : warnings) all += warning.substr(warning.find("a.obj")) + "\n";
    return all;
  };
  EXPECT_EQ(
      warnings_of(junction),
      "a.obj: 3 of 9 edges are not closed: it counts as a surface, so nothing is inside it; close the mesh to make "
      "it a solid\n");
  const std::string sheet = "v 9 0 0\nv 9 1 0\nv 9 0 1\nf 6 7 8\n";
  EXPECT_EQ(
      warnings_of(junction + sheet),
      "a.obj: 3 of 9 edges are not closed in 1 of its 2 pieces: this one counts as a surface, so nothing is inside "
      "it; close it to make it a solid\n");
  EXPECT_EQ(warnings_of(junction + "f 1 5 2\n"), "a.obj: 1 of 6 triangles has no area and is kept as a segment\n");
  EXPECT_EQ(warnings_of(testing::obj() + "v 9 9 9\nf 1 2 5\n"), "");  // a fin
}

TEST(LoadMesh, EveryFormatOfTheListHasASampleAndWords) {
  const std::vector<testing::MeshSample> samples = testing::mesh_samples();
  for (const MeshFormat& format : mesh_formats()) {
    EXPECT_TRUE(std::any_of(samples.begin(), samples.end(), [&](const auto& sample) {
      return sample.name.ends_with(format.extension);
    })) << format.extension;
    EXPECT_FALSE(format.words.empty()) << format.extension;
    EXPECT_NE(mesh_extensions().find(format.extension), std::string::npos) << format.extension;
  }
}

TEST(LoadMesh, RefusesWhatIsNoMeshFile) {
  const ScratchFolder folder;
  EXPECT_TRUE(is_mesh_file("x.STL"));
  EXPECT_TRUE(is_mesh_file("/a/b.GlB"));
  EXPECT_FALSE(is_mesh_file("x.txt"));
  EXPECT_FALSE(is_mesh_file("stl"));
  EXPECT_INPUT_ERROR(load(folder.write("a.txt", "")), "a.txt", "not a mesh file", ".stl");
  EXPECT_INPUT_ERROR(load(folder.path() / "missing.stl"), "missing.stl", "no such file");
  std::filesystem::create_directory(folder.path() / "folder.stl");
  EXPECT_INPUT_ERROR(load(folder.path() / "folder.stl"), "folder.stl", "a folder");
  ASSERT_EQ(mkfifo((folder.path() / "pipe.stl").c_str(), 0600), 0);
  EXPECT_INPUT_ERROR(load(folder.path() / "pipe.stl"), "pipe.stl", "a pipe");
  for (const MeshFormat& format : mesh_formats()) {
    const std::string name = "a" + std::string(format.extension);
    EXPECT_INPUT_ERROR(load(folder.write(name, "")), name.c_str());
  }
  EXPECT_INPUT_ERROR(write_obj(folder.path() / "none" / "a.obj", *load(folder.write("b.obj", testing::obj()))),
                     "cannot be written");
}

TEST(Stl, TellsTextFromBinaryByItsSize) {
  const ScratchFolder folder;
  const std::string binary = testing::binary_stl("solid");
  Warnings warnings;
  const auto mesh = load_mesh(folder.write("long.stl", testing::binary_stl() + "tail"), Vector3::Ones(), warnings);
  EXPECT_EQ(mesh->triangles().size(), 4u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("4 bytes after"), std::string::npos);
  EXPECT_INPUT_ERROR(load(folder.write("short.stl", binary.substr(0, 200))), "short.stl", "truncated");

  std::string upper = testing::text_stl();
  upper.replace(0, 5, "SOLID");
  EXPECT_EQ(load(folder.write("upper.stl", upper + testing::text_stl()))->triangles().size(), 8u);
  EXPECT_INPUT_ERROR(load(folder.write("nan.stl", "solid\nfacet normal nan nan nan\nouter loop\nvertex 0 nan 0\n")),
                     "nan.stl", "line 4", "'nan'");
}

TEST(Obj, ReadsPolygonsAndRelativeNumbers) {
  const ScratchFolder folder;
  const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
  EXPECT_EQ(load(folder.write("a.obj", square + "f 1 2 3 4\n"))->triangles().size(), 2u);
  EXPECT_EQ(load(folder.write("a.obj", square + "f -4 -3 -2 -1 # all\r\n"))->triangles().size(), 2u);
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square + "f 1 2 5\n")), "line 5", "'5'");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square + "f 0 1 2\n")), "line 5", "'0'");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square + "f -5 1 2\n")), "line 5");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square + "f 1 2\n")), "line 5", "three corners");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square + "f 1 2x 3\n")), "line 5", "2x");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", "v 0 0\n")), "line 1");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", "v 0 0 inf\n")), "line 1", "inf");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square)), "no triangle");
  EXPECT_INPUT_ERROR(load(folder.write("a.obj", square + "surf 0 1 0 1 1\n")), "free-form");
  Warnings warnings;
  load_mesh(folder.write("a.obj", square + "l 1 2\nl 2 3\nf 1 2 3\n"), Vector3::Ones(), warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("line 5"), std::string::npos);
}

TEST(Off, ReadsItsRelatives) {
  const ScratchFolder folder;
  const std::string square = "4 1 0\n0 0 0 9 9 9\n1 0 0 9 9 9\n1 1 0 9 9 9\n0 1 0 9 9 9\n4 0 1 2 3\n";
  EXPECT_EQ(load(folder.write("a.off", "COFF\n" + square))->triangles().size(), 2u);
  EXPECT_EQ(load(folder.write("a.off", "OFF " + square))->triangles().size(), 2u);
  EXPECT_EQ(load(folder.write("a.off", "OFF" + square))->triangles().size(), 2u);
  EXPECT_INPUT_ERROR(load(folder.write("a.off", "4OFF\n" + square)), "three-dimensional");
  EXPECT_INPUT_ERROR(load(folder.write("a.off", "OFF BINARY\n" + square)), "binary");
  EXPECT_INPUT_ERROR(load(folder.write("a.off", square)), "'OFF'");
  EXPECT_INPUT_ERROR(load(folder.write("a.off", "OFF\n99999999999 1 0\n")), "line 2");
  EXPECT_INPUT_ERROR(load(folder.write("a.off", "OFF\n6 1 0\n0 0 0\n1 0 0\n0 1 0\n")), "line 2", "more vertices");
  EXPECT_INPUT_ERROR(load(folder.write("a.off", "OFF\n1 1 0\n0 0 0\n3 0 0 1\n")), "line 4", "'1'");
}

TEST(Ply, ReadsStripsPolygonsAndFacesBeforeVertices) {
  const ScratchFolder folder;
  const std::string vertices = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string square = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n";
  const auto strip = load(folder.write("strip.ply", "ply\nformat ascii 1.0\n" + vertices +
                                                        "element tristrips 1\nproperty list int int vertex_indices\n"
                                                        "end_header\n" +
                                                        square + "8 0 1 2 3 -1 0 1 2\n"));
  EXPECT_EQ(strip->triangles(), (std::vector<Triangle>{{0, 1, 2}, {2, 1, 3}, {0, 1, 2}}));
  const auto early = load(folder.write("early.ply",
                                       "ply\nformat ascii 1.0\nelement face 1\nproperty list int int "
                                       "vertex_index\n" +
                                           vertices + "end_header\n4 0 1 3 2\n" + square));
  EXPECT_EQ(early->triangles().size(), 2u);

  const auto bad = [&](const std::string& header, const std::string& body, const char* text) {
    EXPECT_INPUT_ERROR(load(folder.write("bad.ply", "ply\n" + header + "end_header\n" + body)), "bad.ply", text);
  };
  const std::string faces = "element face 1\nproperty list int int vertex_index\n";
  bad("format ascii 1.0\n" + vertices + faces, square + "3 0 1 4\n", "line 14");
  bad("format ascii 1.0\n" + vertices + faces, square + "3 0 1 -1\n", "does not exist");
  bad("format ascii 1.0\n" + vertices + faces, square + "3 0 1 1.5\n", "does not exist");
  bad("format ascii 1.0\n" + vertices + faces, square + "-3 0 1 2\n", "negative");
  bad("format ascii 1.0\n" + vertices + faces, square + "2 0 1\n", "three corners");
  bad("format ascii 1.0\n" + vertices + faces, square + "3 0 1\n", "truncated");
  bad("format ascii 1.0\nelement vertex 4\nproperty float x\n", square, "x, y or z");
  bad("format binary 1.0\n", "", "line 2");
  bad(vertices, square, "format");
  bad("format ascii 1.0\nelement vertex 99999999999999\nproperty float x\nproperty float y\nproperty float z\n", square,
      "truncated");
  // Before memory is reserved, at the first row: 12 rows of three values cannot stand in the 24 bytes that follow.
  bad("format ascii 1.0\nelement vertex 12\nproperty float x\nproperty float y\nproperty float z\n", square, "line 8");
  bad("format ascii 1.0\nelement vertex 4\nproperty quad x\n", "", "quad");
  bad("format ascii 1.0\nproperty float x\n", "", "before any element");
}

// Their count, which no byte of the file limits, asked for 51 GB.
TEST(Ply, FacesWithoutPropertiesReserveNothing) {
  const ScratchFolder folder;
  const std::string vertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  for (const char* count : {"4294967296", "9223372036854775807"}) {
    const std::string text =
        "ply\nformat ascii 1.0\n" + vertices + "element face " + count + "\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
    EXPECT_INPUT_ERROR(load(folder.write("hollow.ply", text)), "hollow.ply", "no triangle");
  }
}

}  // namespace
}  // namespace tocca::mesh_tests
