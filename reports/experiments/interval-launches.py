"""Copies a program that `generate` has written for `splits`, with switches: which kind of launch runs, and for which fronts; and with parts left out of the product of a span.

interval-launches.py FROM TO [PARTS]: nvcc -O3 -std=c++17 -arch=sm_90 -ITO TO/splits_run.cu interval-launches.cu; parts: nocopy, nolds, bounds=N (blocks of __launch_bounds__).
"""
import os
import re
import shutil
import sys

source, target = sys.argv[1:3]
parts = sys.argv[3].split(",") if len(sys.argv) > 3 else []
os.makedirs(target, exist_ok=True)
shutil.copy(f"{source}/splits.h", target)

kinds = []
run = open(f"{source}/splits_run.cu").read()


def switched(launch):
    if launch.group(1) not in kinds:
        kinds.append(launch.group(1))
    number = kinds.index(launch.group(1))
    return f"if (bench_only < 0 || bench_only == {number}) TRY(launch_early({launch.group(1)}"


run = re.sub(r"TRY\(launch_early\((\w+)", switched, run)
run = re.sub(
    r"for \(int t1 = (.*?); t1 <= (.*?); \+\+t1\)",
    r"for (int t1 = bench_lo >= 0 ? bench_lo : \1; t1 <= (bench_hi >= 0 ? bench_hi : \2); ++t1)",
    run,
)
names = ", ".join(f'"{k}"' for k in kinds)
run = run.replace(
    'extern "C" cudaError_t splits_run',
    "int bench_only = -1, bench_lo = -1, bench_hi = -1;\n"
    f"const char *bench_kinds[] = {{{names}}};\nint bench_count = {len(kinds)};\n"
    'extern "C" cudaError_t splits_run',
)
open(f"{target}/splits_run.cu", "w").write(run)

kernels = open(f"{source}/splits.cu").read()
begin = kernels.index("splits_s1_step_blocks_along_t3(const int n")
end = kernels.index("\n}\n", begin)
head, loop = kernels[begin:end].split("for (int k_chunk", 1)
for part in parts:
    if part == "nocopy":
        loop = loop.replace("if (next + 32 <= k_count) {", "if (next < 0) {")
    if part == "nolds":
        loop = re.sub(r"copy([24])\(", r"if (n < 0) copy\1(", loop)
kernels = kernels[:begin] + head + "for (int k_chunk" + loop + kernels[end:]
for part in parts:
    if part.startswith("bounds="):
        kernels = re.sub(r"__launch_bounds__\((\d+)(, \d+)?\)\nsplits_s1_step", rf"__launch_bounds__(\1, {part[7:]})\nsplits_s1_step", kernels)
open(f"{target}/splits.cu", "w").write(kernels)
