package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.model.LoopNest;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Blocks whose points meet in memory find what they touch in shared memory, where it stays in a box of constant size. */
class WindowsTest {
    @Test
    void aBlockOfAFrontTouchesABoxOfShiftedRows() {
        String text = cuda("seidel-2d", List.of(64, 4, 16));
        assertTrue(text.contains("alignas(16) double A_window[21][83]; // elements of A that the block needs"), text);
        assertTrue(text.contains("held[below][beside], &A[from"), "loads without a branch: " + text);
        int start = text.indexOf("// Interior");
        String interior = text.substring(start, text.indexOf("extern \"C\"", start));
        String written = "shared.A_window[i_in - t_in + 4][wave_in - 4 * t_in + 15]";
        assertTrue(interior.contains(written + " = A_window_kept_5;"), "written to shared memory: " + interior);
        assertTrue(
                interior.contains("A_window_kept_9 = shared.A_window[i_in - t_in + 5][wave_in - 4 * t_in + 18];"),
                interior);
        String boundary = text.substring(text.indexOf("_boundary("), start);
        assertTrue(boundary.contains(written + " = "), "blocks at the boundary too: " + boundary);
    }

    @Test
    void whatABlockHasWrittenGoesBackOnceWhenItEnds() {
        String text = cuda("seidel-2d", List.of(64, 4, 16));
        assertEquals(2, text.split("store_relaxed_if\\(\\(", -1).length - 1, "one place in each of the two bodies");
        int back = text.lastIndexOf("// Write what the block has changed of A.");
        int loop = text.lastIndexOf("for (int wave_in = 0;");
        assertTrue(loop < back && back < text.lastIndexOf("store_relaxed_if(("), text);
        String stores = text.substring(back);
        assertTrue(
                stores.contains("max(0, -r___ + 4) <= min(3, -r___ + 19)"),
                () -> "values of t that a row has: " + stores);
        assertTrue(stores.contains(" <= c___) & (c___ <= "), () -> "and all of them one: " + stores);
        assertFalse(stores.contains("||"), () -> "no element is asked for one value of t after the other: " + stores);
    }

    @Test
    void aFrontLaunchesTheBlocksBetweenTwoBounds() {
        String text = cuda("seidel-2d", List.of(64, 4, 16));
        assertTrue(text.contains("ib_count = max(0, (n + 96) / 96 - ((n + 96) % 96 < 0) + 1)"), text);
    }

    @Test
    void aBoxThatIsTooLargeStaysInMemory() {
        assertFalse(cuda("seidel-2d", List.of(64, 128, 128)).contains("A_window"));
    }

    @Test
    void whatABlockNeedsOfAnArrayInSeveralPlacesHasSeveralBoxes() {
        String text = cuda("nussinov", List.of(16, 16));
        assertTrue(
                text.contains("int table_window[33][33];"), "what the block writes, a row and a column more: " + text);
        assertTrue(text.contains("int table_window_2[32][31];"), "columns of its rows: " + text);
        assertTrue(text.contains("int table_window_3[31][31];"), "rows of its columns: " + text);
        String apart = text.substring(text.indexOf("// What the block writes lies apart"));
        String loop = apart.substring(apart.indexOf("for (int t4_in"), apart.indexOf("// Write what the block has"));
        assertFalse(loop.contains("&table["), "no global memory: " + loop);
        assertEquals(1, loop.split("shared.table_window\\[[^=;]*\\] = ", -1).length - 1, "one store: " + loop);
    }

    private static String cuda(String nest, List<Integer> block) {
        LoopNest parsed = CParser.parse(Path.of("loopnests/polybench", nest + ".c"), COptions.NONE)
                .nest();
        Plan plan = PublishedNests.ask(parsed, analysed -> {
            Tiler tiler = analysed.tiler();
            int loops = tiler.ranked().loops().size();
            List<Integer> sizes = new java.util.ArrayList<>(block);
            while (sizes.size() < loops) {
                sizes.add(16);
            }
            List<Integer> thread = java.util.Collections.nCopies(loops, 1);
            Candidate candidate = new Candidate(sizes, thread, new Candidate.Options(block.getFirst(), 1));
            Verdict verdict = tiler.plan(candidate);
            Verdict.Legal legal = assertInstanceOf(Verdict.Legal.class, verdict, verdict::toString);
            return legal.plan();
        });
        return DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lower(plan));
    }
}
