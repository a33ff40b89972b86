package tilewright.codegen;

import java.nio.file.*;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.*;

class ScratchTest {
    @Test
    void dump() throws Exception {
        Path out = Path.of("target/scratch/bench");
        Files.createDirectories(out);
        CudaPrinter printer = new CudaPrinter(Templates.ofFolder(Path.of("templates")));
        int[][] sizes = {
            {64, 128, 128, 8, 8, 16, 1}, {64, 128, 128, 8, 8, 16, 2}, {64, 64, 128, 8, 8, 16, 1}, {64, 64, 128, 8, 8, 16, 2},
            {64, 64, 64, 8, 8, 16, 1}, {64, 64, 64, 8, 8, 16, 2}, {64, 64, 64, 4, 4, 16, 1}, {64, 64, 64, 4, 4, 16, 2},
            {64, 64, 64, 4, 8, 16, 1}, {64, 64, 64, 4, 8, 16, 2}, {32, 32, 32, 4, 4, 16, 1}, {128, 128, 128, 8, 8, 16, 2}, {64, 64, 64, 8, 8, 32, 1}, {64, 128, 128, 8, 8, 32, 1}, {64, 128, 128, 8, 8, 8, 2}, {64, 128, 128, 8, 8, 32, 2}};
        for (int[] z : sizes) {
            Plans.Sizes s = new Plans.Sizes(z[0], z[1], z[2], z[3], z[4], z[5], z[6]);
            String tag = "_" + s.r1() + "_" + s.r2() + "x" + s.r3() + "_" + s.t2() + "x" + s.t3() + "_c" + s.chunk() + "_b" + s.buffers();
            write(out, "fw" + tag, s, Lowering.lower(Plans.floydWarshall(s)), printer, 0, 0, "A(j_, j_)");
            write(out, "gauss" + tag, s, Lowering.lower(Plans.gauss(s)), printer, 1, 1, "");
            write(out, "lu" + tag, s, Lowering.lower(Plans.lu(s)), printer, 1, 2, "");
        }
    }

    static void write(Path out, String name, Plans.Sizes s, KernelProgram p, CudaPrinter printer, int trail, int kind, String x) throws Exception {
        StringBuilder b = new StringBuilder(printer.print(p));
        b.append("\n#define NAME \"" + name + "\"\n#define R1 " + s.r1() + "\n#define R2 " + s.r2() + "\n#define R3 " + s.r3() + "\n");
        for (int l = 0; l < 3; l++) b.append("#define SH" + l + " " + p.kernels().get(l).sharedBytes() + "\n");
        b.append("#define THREADS " + p.kernels().get(0).threads() + "\n#define TRAIL " + trail + "\n");
        b.append("#define EXTRA " + (kind == 1 ? 1 : 0) + "\n#define KN(n) (n" + (kind == 1 ? "-1" : "") + ")\n#define DIAG " + (kind == 0 ? "0.0f" : "60.0f * n") + "\n");
        String step = switch (kind) {
            case 0 -> "for (int i = 1; i <= n; i++) for (int j = 1; j <= n; j++) A(i,j) = fminf(A(i,j), A(i,k) + A(k,j));";
            case 1 -> "for (int i = k+1; i <= n; i++) for (int j = n+1; j >= k+1; j--) A(i,j) = A(i,j) - A(i,k) / A(k,k) * A(k,j);";
            default -> "for (int i = k+1; i <= n; i++) { A(i,k) = A(i,k) / A(k,k); for (int j = k+1; j <= n; j++) A(i,j) = A(i,j) - A(i,k) * A(k,j); }";
        };
        b.append("#define STEP " + step + "\n#ifndef MAXN\n#define MAXN 8192\n#endif\n#include \"harness.cuh\"\n");
        Files.writeString(out.resolve(name + ".cu"), b.toString());
    }
}
