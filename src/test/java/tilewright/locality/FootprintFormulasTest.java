package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.PlacedStatement;

class FootprintFormulasTest {
    private static List<String> accesses(Analysed analysed) {
        return FootprintFormulas.of(analysed.dependences()).accesses().stream()
                .map(a -> a.elements() + " x " + a.reuse() + " along " + a.directions() + " "
                        + a.directions().stream()
                                .map(Footprints.Direction::carrier)
                                .toList())
                .toList();
    }

    @Test
    void floydWarshallReusesEveryOperandAlongOneLoop() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            assertEquals(
                    List.of(
                            "r2 r3 x r1 along [(1,0,0)] [k]",
                            "r2 r3 x r1 along [(1,0,0)] [k]",
                            "r1 r2 x r3 along [(0,0,1)] [j]",
                            "r1 r3 x r2 along [(0,1,0)] [i]"),
                    accesses(analysed));
            Footprints.OfArray a =
                    FootprintFormulas.of(analysed.dependences()).arrays().getFirst();
            assertEquals("a 4 r1 r2 + r1 r3 + r2 r3", a.array() + " " + a.bytes() + " " + a.elements());
        }
    }

    @Test
    void aStencilTouchesItsHalo() {
        try (Analysed analysed = Analysed.stored("jacobi-2d")) {
            assertEquals(
                    List.of("b: r2 r3 + 2 r2 + 2 r3", "a: r2 r3 + 2 r2 + 2 r3"),
                    FootprintFormulas.of(analysed.dependences()).arrays().stream()
                            .map(a -> a.array() + ": " + a.elements())
                            .toList());
        }
    }

    /** A convolution reads w(k) and x(i + k): r1 + r2 - 1 elements. */
    @Test
    void reuseMayLieBetweenLoops() {
        try (Analysed analysed = Analysed.text(
                "param n, m", "do i = 1, n", "do k = 1, m", "y(i) = y(i) + w(k) * x(i + k)", "enddo", "enddo")) {
            assertEquals(
                    List.of(
                            "r1 x r2 along [(0,1)] [k]",
                            "r1 x r2 along [(0,1)] [k]",
                            "r2 x r1 along [(1,0)] [i]",
                            "r1 + r2 - 1 x not known: (r1 r2) / (r1 + r2 - 1) along [(1,-1)] [i]"),
                    accesses(analysed));
        }
    }

    /** Against the elements that the points of a box touch, one by one. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "matmul", "jacobi-2d"})
    void elementsAreThoseOfEveryPoint(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            Map<String, Long> sizes = Map.of("r1", 7L, "r2", 4L, "r3", 5L);
            for (Footprints.OfAccess each :
                    FootprintFormulas.of(analysed.dependences()).accesses()) {
                PlacedStatement placed = analysed.dependences().nest().statement(each.statement());
                Access access = placed.statement().accesses().get(each.access() - 1);
                java.util.Set<List<Long>> touched = new java.util.HashSet<>();
                visit(placed, 0, new java.util.HashMap<>(Map.of("n", 500L, "steps", 500L)), sizes, values -> {
                    List<Long> element = new ArrayList<>();
                    for (Affine index : access.indices()) {
                        element.add(index.evaluate(values::get));
                    }
                    touched.add(element);
                });
                ExactCount.Known known = (ExactCount.Known) each.elements();
                assertEquals(new BigFraction(touched.size()), known.value().evaluate(sizes), each.toString());
            }
        }
    }

    private static void visit(
            PlacedStatement placed,
            int z,
            Map<String, Long> values,
            Map<String, Long> sizes,
            java.util.function.Consumer<Map<String, Long>> receiver) {
        if (z == placed.depth()) {
            receiver.accept(values);
            return;
        }
        for (long i = 0; i < java.util.Objects.requireNonNull(sizes.get("r" + (z + 1))); i++) {
            values.put(placed.loopVariables().get(z), 100 * (z + 1) + i);
            visit(placed, z + 1, values, sizes, receiver);
        }
    }
}
