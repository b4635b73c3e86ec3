#!/usr/bin/env python3
"""Instructions of each sample of the tool monitor over a whole log: sample_instructions.py BENCH_TOOL_MONITOR [SIZE...]

Needs valgrind. Runs the benchmark "polyhedral_tool/SIZE" (no budget) under callgrind, which counts only inside of
ToolMonitor::sample and writes one file after each call. The count does not depend on the machine's load; it is that of the
instruction set valgrind knows (at most AVX2). Prints mean, median, 99.9 %, and the greatest with their places in the log; --csv FILE
writes one line per sample.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile

FUNCTION = "tocca::ToolMonitor::sample(double, tocca::Pose const&, tocca::SurfaceStep const&)"


def count(program: str, size: int) -> list[int]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["valgrind", "--tool=callgrind", f"--toggle-collect={FUNCTION}", f"--dump-after={FUNCTION}", "--dump-instr=no",
             "--dump-line=no", "--callgrind-out-file=counts", program, f"--benchmark_filter=^polyhedral_tool/{size}/"],
            cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # counts.1, counts.2, ...: one a sample; "counts" is what comes after the last.
        files = sorted(pathlib.Path(folder).glob("counts.*"), key=lambda file: int(file.suffix[1:]))
        return [int(re.search(r"^(?:totals|summary): (\d+)", file.read_text(), re.M).group(1)) for file in files]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda word: str(pathlib.Path(word).resolve()))
    parser.add_argument("size", nargs="*", type=int, default=[400, 1600])
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    for size in options.size:
        counts = count(options.program, size)
        order = sorted(range(len(counts)), key=counts.__getitem__)
        at = lambda share: counts[order[len(order) * share // 1000]]
        greatest = ", ".join(f"{counts[k]:,} (sample {k})" for k in reversed(order[-3:]))
        print(f"{size} triangles, {len(counts)} samples: mean {sum(counts) // len(counts):,}, median {at(500):,}, "
              f"99.9 % {at(999):,}, greatest {greatest}", flush=True)
        if options.csv:
            options.csv.with_suffix(f".{size}.csv").write_text("".join(f"{k},{n}\n" for k, n in enumerate(counts)))


if __name__ == "__main__":
    main()
