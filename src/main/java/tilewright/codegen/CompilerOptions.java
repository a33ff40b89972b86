package tilewright.codegen;

import java.util.List;

/** What the C compiler is told, by {@code tune} and by the Makefile of a standalone program alike. */
public final class CompilerOptions {
    /** Blocks run in parallel. */
    public static final String OPEN_MP = "-fopenmp";

    /** Fused multiply-add as on the device; nobody looks at errno or at floating-point traps. */
    public static final List<String> FAST =
            List.of("-O3", "-march=native", OPEN_MP, "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math");

    /** The nest as written: every operation rounded, in order. */
    public static final List<String> EXACT = List.of("-O2", "-ffp-contract=off");

    /** The language. */
    public static final String STANDARD = "-std=c11";

    private CompilerOptions() {}
}
