# The generated adi.cu of blocks 16x16/1x1, k-tile 16, with overlapping windows in shared memory once: adi.cu, output, elements of a row of v (18)
import re,sys
src=open(sys.argv[1]).read(); W=int(sys.argv[3]) if len(sys.argv)>3 else 18
def stage(name):  # matches a staging block with comment
    return re.compile(r'( *)// Stage '+re.escape(name)+r'\.\n\1#pragma unroll \d+\n\1for \(int step = 0; step < \d+; \+\+step\) \{\n.*?\n\1\}\n',re.S)
# s18
parts=re.split(r'(?=\nstruct |\n/\*\* )',src)
out=[]
n=[0,0]
for p in parts:
    if 'adi_s18_step' in p:
        p=p.replace('double u_ji[2][16][16]','double u_ji[2][16][18]'); p=re.sub(r' *alignas\(16\) double u_ji[23]\[2\]\[16\]\[16\];.*\n','',p)
        for a in ('u(j,i)','u(j,i + 1)'): 
            p,c=stage(a).subn('',p); n[0]+=c
        def ext(m):
            t=m.group(0); ind=m.group(1)
            mm=re.search(r'copy_async2\(&shared\.u_ji\[(.*?)\]\[j_in\]\[i_in\], &u\[(.*)\]\);',t)
            if mm:
                addr=mm.group(2).replace('j_in','thread').replace('i_in','16')
                return t+f'{ind}copy_async2(&shared.u_ji[{mm.group(1)}][thread][16], &u[{addr}]);\n'
            mm=re.search(r'shared\.u_ji\[0\]\[j_in\]\[i_in\] = (.*);',t)
            e=mm.group(1)
            return t+''.join(f'{ind}shared.u_ji[0][thread][{k}] = '+e.replace('j_in','thread').replace('i_in',str(k))+';\n' for k in (16,17))
        p,c=stage('u(j,i - 1)').subn(ext,p); n[1]+=c
        p=re.sub(r'shared\.u_ji2(\[[^\]]*\]\[[^\]]*\])\[i_in\]',r'shared.u_ji\1[i_in + 1]',p)
        p=re.sub(r'shared\.u_ji3(\[[^\]]*\]\[[^\]]*\])\[i_in\]',r'shared.u_ji\1[i_in + 2]',p)
    if 'adi_s25_step' in p:
        p=p.replace('double v_ij[2][16][18]',f'double v_ij[2][16][{W}]'); p=re.sub(r' *alignas\(16\) double v_ij[23]\[2\]\[16\]\[18\];.*\n','',p)
        for a in ('v(i,j)','v(i + 1,j)'):
            p,c=stage(a).subn('',p); n[0]+=c
        p,c=stage('v(i - 1,j)').subn(lambda m:m.group(0).replace('step < 16','step < 18'),p); n[1]+=c
        p=re.sub(r'shared\.v_ij2(\[[^\]]*\]\[[^\]]*\])\[i_in\]',r'shared.v_ij\1[i_in + 1]',p)
        p=re.sub(r'shared\.v_ij3(\[[^\]]*\]\[[^\]]*\])\[i_in\]',r'shared.v_ij\1[i_in + 2]',p)
    out.append(p)
open(sys.argv[2],'w').write(''.join(out)); print(n)
