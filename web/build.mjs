// node build.mjs OUT.html | OUT.cpp: one page with everything in it, up to where a report's data block follows. As C++, in
// pieces as long as compilers take string literals.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const source = (name) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

async function bundle(entry) {
  const done = await build({
    entryPoints: [source(entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2022",
    legalComments: "none", logLevel: "warning",
  });
  return done.outputFiles[0].text.trim();
}

async function page() {
  const [html, script, style] = await Promise.all([readFile(source("page.html"), "utf8"), bundle("main.js"), bundle("page.css")]);
  if (/<\/script/i.test(script)) throw new Error("the script holds </script>, which would end it");
  const licence = await readFile(new URL("node_modules/three/LICENSE", import.meta.url), "utf8");
  return html
    .replace("<!-- style -->", () => `<style>${style}</style>`)
    .replace("<!-- script -->", () => `<!-- Holds three.js:\n${licence.trim()}\n-->\n<script>${script}</script>`);
}

function asCpp(text) {
  const pieces = [];
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + 8000, text.length);
    if (/[\uD800-\uDBFF]/.test(text[end - 1])) end -= 1;
    pieces.push(`R"~page~(${text.slice(begin, end)})~page~"`);
    begin = end;
  }
  return `// Written by web/build.mjs.
#include <span>
#include <string_view>

namespace tocca {

std::span<const std::string_view> page_pieces();
std::span<const std::string_view> page_pieces() {
  static const std::string_view pieces[] = {
${pieces.join(",\n")}};
  return pieces;
}

}  // namespace tocca
`;
}

const target = process.argv[2];
if (!target) throw new Error("node build.mjs OUT.html | OUT.cpp");
const text = await page();
await writeFile(target, target.endsWith(".cpp") ? asCpp(text) : text);
