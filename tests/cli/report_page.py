"""Reads a report page's data block back, as docs/report-format.md describes it."""
import base64
import json
import re
import struct
import zlib

BLOCK = re.compile(r'<script type="application/json" id="tocca-report" data-bytes="(\d+)" data-crc32="(\w+)">(.*?)</script>', re.S)
FORMATS = {"f32": "f", "f64": "d", "u16": "H", "u32": "I"}


def unpacked(array):
    data = base64.b64decode(array["data"])
    return struct.unpack(f"<{len(data) // struct.calcsize(FORMATS[array['type']])}{FORMATS[array['type']]}", data)


def read_report(test, file):
    """The data of a page, which must be whole and need nothing but itself."""
    page = file.read_text(encoding="utf-8")
    size, crc, text = BLOCK.search(page).groups()
    test.assertEqual(len(text.encode()), int(size))
    test.assertEqual(f"{zlib.crc32(text.encode()):08x}", crc)
    test.assertNotRegex(page, r"""(src|href)=["']?(https?:)?//""", "the page must need nothing but itself")
    return json.loads(text)


def poses_of(body):
    numbers = unpacked(body["poses"])
    return [numbers[k:k + 7] for k in range(0, len(numbers), 7)]
