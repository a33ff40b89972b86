package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;

class FootprintCounterTest {
    private static BlockFootprint of(Analysed analysed, List<Integer> block, List<Integer> thread) {
        return FootprintCounter.of(analysed.dependences(), block, thread);
    }

    private static List<String> groups(BlockFootprint footprint) {
        return footprint.groups().stream()
                .map(g -> g.array()
                        + g.accesses().stream()
                                .map(BlockFootprint.Reference::access)
                                .toList()
                        + " " + g.blockElements() + " " + g.blockBytes() + " " + g.threadElements() + " "
                        + g.registers())
                .toList();
    }

    /** The example of {@link BlockFootprint}. */
    @Test
    void floydWarshallHoldsThreePanels() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            BlockFootprint footprint = of(analysed, List.of(32, 32, 32), List.of(1, 4, 4));
            assertEquals(
                    List.of("a[1, 2] 1024 4096 16 16", "a[3] 1024 4096 4 4", "a[4] 1024 4096 4 4"), groups(footprint));
            assertEquals(12288, footprint.blockBytes());
            assertEquals(24, footprint.registers());
        }
    }

    /** The five points of a stencil are one group, which touches the block and its halo. */
    @Test
    void neighboursAreOneGroup() {
        try (Analysed analysed = Analysed.stored("jacobi-2d")) {
            BlockFootprint footprint = of(analysed, List.of(1, 16, 32), List.of());
            BlockFootprint.Group reads = footprint.groups().stream()
                    .filter(g -> g.array().equals("a"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(16 * 32 + 2 * 16 + 2 * 32, reads.blockElements());
            assertEquals(0, reads.threadElements());
        }
    }

    @Test
    void aDoubleTakesTwoRegisters() {
        try (Analysed analysed =
                Analysed.text("param n", "double precision x(n)", "do i = 1, n", "x(i) = 2.0 * x(i)", "enddo")) {
            BlockFootprint footprint = of(analysed, List.of(64), List.of(4));
            assertEquals(512, footprint.blockBytes());
            assertEquals(8, footprint.registers());
        }
    }

    @Test
    void sizesBeyondAllMemoryAreRefused() {
        try (Analysed analysed = Analysed.stored("heat-3d")) {
            List<Integer> huge = Collections.nCopies(4, Integer.MAX_VALUE);
            UserError refusal = assertThrows(UserError.class, () -> of(analysed, huge, List.of()));
            assertTrue(String.valueOf(refusal.getMessage()).contains("use smaller sizes"), refusal.getMessage());
        }
    }

    /** Against the elements that the points of a block touch, one by one. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "matmul", "jacobi-2d", "fdtd-2d"})
    void groupsAreWhatTheirAccessesTouch(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            List<Integer> block = List.of(7, 4, 5);
            for (BlockFootprint.Group group : of(analysed, block, List.of()).groups()) {
                Set<List<Long>> touched = new HashSet<>();
                for (BlockFootprint.Reference each : group.accesses()) {
                    PlacedStatement placed = analysed.dependences().nest().statement(each.statement());
                    Access access = placed.statement().accesses().get(each.access() - 1);
                    visit(
                            placed,
                            0,
                            values(analysed),
                            block,
                            values -> touched.add(access.indices().stream()
                                    .map(index -> index.evaluate(values::get))
                                    .toList()));
                }
                assertEquals(touched.size(), group.blockElements(), group.toString());
            }
        }
    }

    private static Map<String, Long> values(Analysed analysed) {
        Map<String, Long> values = new HashMap<>();
        analysed.dependences().nest().parameters().forEach(p -> values.put(p, 5000L));
        return values;
    }

    private static void visit(
            PlacedStatement placed,
            int z,
            Map<String, Long> values,
            List<Integer> sizes,
            java.util.function.Consumer<Map<String, Long>> receiver) {
        if (z == placed.depth()) {
            receiver.accept(values);
            return;
        }
        for (long i = 0; i < sizes.get(z); i++) {
            values.put(placed.loopVariables().get(z), 100 * (z + 1) + i);
            visit(placed, z + 1, values, sizes, receiver);
        }
    }
}
