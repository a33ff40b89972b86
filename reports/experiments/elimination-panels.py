# A copy of a generated program of lu (64x64x64/4x4x1, panel 32) with launches by hand: its folder, the output, which (h0, h1, h0h1, j); -DROW_IN_SHARED for h0s, js
import re, shutil, sys
src, out, kind = sys.argv[1:]
shutil.copytree(src, out, dirs_exist_ok=True)
shutil.copy('elimination-panels.cuh', out)
s = open(out + '/lu_run.cu').read()
s = s.replace('#include "lu.cu"', '#include "lu.cu"\n#include "elimination-panels.cuh"', 1)
if 'h0' in kind:
    s = s.replace('lu_level0<<<(unsigned)blocks, 256, 2064, ahead>>>', 'hand0<<<(unsigned)blocks, 32, 0, ahead>>>')
if 'h1' in kind:
    s = s.replace('lu_level1<<<(unsigned)blocks, 256, 10240, ahead>>>', 'hand1<<<(unsigned)blocks, 32, 0, ahead>>>')
if kind == 'j':
    s = s.replace('lu_level0<<<(unsigned)blocks, 256, 2064, ahead>>>', 'if (n < 32 * ks + 33) hand0<<<(unsigned)blocks, 32, 0, ahead>>>')
    s = s.replace('lu_level1<<<(unsigned)blocks, 256, 10240, ahead>>>', 'hand01<<<(unsigned)blocks, 32, 0, ahead>>>')
open(out + '/lu_run.cu', 'w').write(s)
