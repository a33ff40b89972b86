package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Which blocks run the interior's body although some of their points lie beyond the end of rows. */
class PaddedBlocksTest {
    private static final LoopNest GAUSS = NestParser.parse(Path.of("loopnests/gaussian-elimination.nest"));

    /** n = 64: the last column, 65, has a block of its own; rows are padded to 96 elements. */
    @Test
    void theBlockOfALastColumnIsInterior() {
        BlockProgram rest = rest(program(GAUSS));
        assertTrue(
                rest.interior().test(place(64, 1, 1, 4)::get), rest.interior().toString());
    }

    /** Column n + 1 = 63 is the last one of the array, and the padding to 64 has no room for 4 elements. */
    @Test
    void aRowWithoutRoomIsNotInterior() {
        BlockProgram rest = rest(program(GAUSS));
        assertFalse(
                rest.interior().test(place(62, 1, 2, 3)::get), rest.interior().toString());
        assertTrue(rest.interior().test(place(62, 1, 2, 2)::get), "a whole block needs no room");
    }

    @Test
    void rowsBeyondTheLastOneAreNot() {
        BlockProgram rest = rest(program(GAUSS));
        assertFalse(
                rest.interior().test(place(60, 1, 3, 2)::get), rest.interior().toString());
    }

    /** Blocks wholly outside might read outside where they depend on rows alone. */
    @Test
    void someColumnMustBeInside() {
        BlockProgram rest = rest(program(GAUSS));
        assertFalse(
                rest.interior().test(place(64, 1, 1, 5)::get), rest.interior().toString());
    }

    @Test
    void onlyTheRowsOfItsArraysAreUsed() {
        KernelProgram program = program(GAUSS);
        assertEquals(Set.of("a"), program.paddedArrays());
        BlockProgram rest = rest(program);
        List<Operation.StoreTile> stores = Operations.ofKind(rest.interiorBody(), Operation.StoreTile.class);
        assertEquals(1, stores.size());
        assertTrue(stores.getFirst().padded());
        assertEquals(4, stores.getFirst().vector());
        assertTrue(Operations.ofKind(rest.interiorBody(), Operation.Assign.class).stream()
                .allMatch(a -> a.guard().equals(Condition.TRUE)));
    }

    /** On the device accesses move back into the row; in C, where nothing is moved at once, points are asked. */
    @Test
    void accessesStayInTheRow() {
        KernelProgram program = program(GAUSS);
        String cuda = DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(program);
        assertTrue(cuda.contains("+ min(j - 1, a_pitch - 4)], &a_ij[mi][mj]);"), cuda);
        assertTrue(cuda.contains("+ min(16 * jb + j_in, a_pitch - 4)]);"), cuda);
        String c = new CPrinter(Comparison.TEMPLATES).print(program, "run");
        assertFalse(c.contains("min("), c);
    }

    /** The last column stays as it is: what lies beyond the domain is an element. */
    @Test
    void aDomainThatEndsBeforeTheRowIsAsked() {
        LoopNest shorter = NestParser.parse("shorter", """
            param n
            real a(n, n + 2)
            do k = 1, n - 1
              do i = k + 1, n
                do j = k + 1, n + 1
                  a(i,j) = a(i,j) - (a(i,k) / a(k,k)) * a(k,j)
                enddo
              enddo
            enddo
            """);
        assertEquals(Set.of(), program(shorter).paddedArrays());
    }

    /** An n x n matrix has whole blocks only, for many n: they need not compare where rows end. */
    @Test
    void evenRowsEndAtTheBoundary() {
        assertEquals(
                Set.of(),
                program(NestParser.parse(Path.of("loopnests/lu.nest"))).paddedArrays());
    }

    private static Map<String, Long> place(long n, long kb, long ib, long jb) {
        return Map.of("n", n, "kb", kb - 1, "ib", ib, "jb", jb);
    }

    /** The blocks that depend on no other block of their launch. */
    private static BlockProgram rest(KernelProgram program) {
        return program.kernels().getLast().pieces().getFirst();
    }

    private static KernelProgram program(LoopNest nest) {
        try (Context context = new Context()) {
            Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(1, 4, 4), new Candidate.Options(8, 2));
            Verdict verdict = new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate);
            return Lowering.lower(((Verdict.Legal) verdict).plan());
        }
    }
}
