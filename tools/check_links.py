#!/usr/bin/env python3
"""check_links.py [ROOT]: fails if a link in a Markdown file leads to no file, or to no heading of one. Addresses of the web are not looked up."""
import os
import pathlib
import re
import sys

CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|\b(?:src|href)=\"([^\"]+)\"")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
SKIPPED = {"build", "node_modules", ".git"}


def pages(root):
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = set(folders) - SKIPPED  # not even looked into: build/ may hold a whole Debian
        found += (pathlib.Path(folder, file) for file in files if file.endswith(".md"))
    return sorted(found)


def anchors(page):
    """The names that GitHub and others give to headings: small letters, no punctuation, dashes; a second one counts."""
    seen = {}
    for heading in re.findall(r"^#+ +(.*?)\s*$", re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M), re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain).lower().replace(" ", "-")
        seen[name] = seen.get(name, -1) + 1
        yield f"{name}-{seen[name]}" if seen[name] else name


def broken(root):
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        blank = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code.group(0)), text)
        for match in LINK.finditer(blank):
            link = match[1] or match[2]
            if OUTSIDE.match(link):
                continue
            file, _, anchor = link.partition("#")
            target = (page.parent / file) if file else page
            place = f"{page.relative_to(root)}:{blank.count(chr(10), 0, match.start()) + 1}"
            if not target.exists():
                yield f"{place}: there is no {link}"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{place}: {file or page.name} has no heading '#{anchor}'"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../..").resolve()
    found = list(broken(root))
    for line in found:
        print(line)
    print(f"links: {len(found)} broken" if found else f"links: clean ({len(pages(root))} pages)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
