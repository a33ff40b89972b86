package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What makes programs of PolyBench's kernels fast stands in their text. */
class PolyBenchProgramsTest {
    @Test
    void aStepOfAnEliminationHandsOutOneDivisor() {
        String lu = kernel("lu", "32x32x32/2x2x1 k-tile 16");
        assertTrue(lu.contains("A_kk: f64[2]  # A(j,j)"), () -> "one, in turn with that of the round before: " + lu);
        assertTrue(function(lu, "inline lu_level1_blocks_along_i(").contains("A_kk: f64[16]"), lu);
    }

    @Test
    void blocksAtTheBoundaryOfATriangularProductMultiplyMatrices() {
        String symm = kernel("symm", "48x48x16/2x4x1 k-tile 16, stages 2");
        assertTrue(function(symm, "apart symm_s3_step").contains("multiply m16n8k8"), symm);
        assertTrue(symm.contains("48 * ib + 47) + 1"), "chunks end with the block: " + symm);
    }

    @Test
    void productsWhoseOrderDoesNotMatterAreAddedOneAfterTheOther() {
        String syr2k = function(kernel("syr2k", "48x16x48/2x1x4 k-tile 16, stages 2"), "inline syr2k_s2_step");
        assertEquals(
                2, syr2k.lines().filter(l -> l.contains("multiply m16n8k8")).count(), syr2k);
    }

    @Test
    void smallLaunchesBehindOneAnotherAreOneBlocks() {
        String gramSchmidt = kernel("gramschmidt", "4x256/1x1 k-tile 1");
        assertTrue(gramSchmidt.contains("# 4 launches, by one block"), gramSchmidt);
        // Neighbours in memory are neighbours in a block, although the other loop is the inner one.
        assertTrue(gramSchmidt.contains("let j_base: i32 = 32 * jb"), gramSchmidt);
    }

    private static String kernel(String name, String candidate) {
        CommandLineRun run = CommandLineRun.of(Stream.concat(
                        Stream.of("generate", "loopnests/polybench/" + name + ".c", "--dataset", "LARGE"),
                        Stream.of("--target", "cuda", "--device", "h200", "--candidate", candidate, "--dump", "kernel"))
                .toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err());
        return run.out();
    }

    /** The function whose head begins so. */
    private static String function(String program, String head) {
        List<String> lines = program.lines().toList();
        int first = 0;
        while (!lines.get(first).startsWith(head)) {
            first++;
        }
        int last = first;
        while (!lines.get(last).equals("}")) {
            last++;
        }
        return String.join("\n", lines.subList(first, last));
    }
}
