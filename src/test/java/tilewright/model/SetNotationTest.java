package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.parse.NestParser;

/** Sets given to isl contain exactly the operations that the sequential program executes, in the same order. */
class SetNotationTest {
    static void check(LoopNest nest, Map<String, Long> parameters) {
        Map<String, List<List<Long>>> executed = new TreeMap<>();
        List<String> sequence = new ArrayList<>();
        new SequentialOrder(nest, parameters).forEach((s, j) -> {
            executed.computeIfAbsent(s.id(), x -> new ArrayList<>()).add(list(j));
            sequence.add(s.id() + list(j));
        });
        SetNotation notation = new SetNotation(nest);
        Map<List<Long>, String> byTime = new TreeMap<>(SetNotationTest::compare);
        try (Context context = new Context()) {
            for (PlacedStatement placed : nest.statements()) {
                Set domain = fix(Set.parse(context, notation.domain(placed)), nest, parameters);
                List<List<Long>> points = points(domain);
                List<List<Long>> expected =
                        new ArrayList<>(executed.getOrDefault(placed.statement().id(), List.of()));
                expected.sort(SetNotationTest::compare);
                assertEquals(expected, points, notation.domain(placed));
                tilewright.isl.Map schedule = tilewright.isl.Map.parse(context, notation.schedule(placed));
                for (List<Long> point : points) {
                    byTime.put(
                            time(context, placed, point, schedule),
                            placed.statement().id() + point);
                }
                checkAccesses(context, notation, placed, nest, parameters, points);
            }
        }
        assertEquals(sequence, List.copyOf(byTime.values()));
    }

    private static void checkAccesses(
            Context context,
            SetNotation notation,
            PlacedStatement placed,
            LoopNest nest,
            Map<String, Long> parameters,
            List<List<Long>> points) {
        for (Access access : placed.statement().accesses()) {
            Map<String, Long> values = new java.util.HashMap<>(parameters);
            List<List<Long>> expected = new ArrayList<>();
            for (List<Long> point : points) {
                for (int d = 0; d < point.size(); d++) {
                    values.put(placed.loopVariables().get(d), point.get(d));
                }
                List<Long> pair = new ArrayList<>(point);
                access.indices()
                        .forEach(i -> pair.add(i.evaluate(v -> java.util.Objects.requireNonNull(values.get(v)))));
                expected.add(pair);
            }
            tilewright.isl.Map relation = tilewright.isl.Map.parse(context, notation.accessRelation(placed, access));
            Set pairs = fix(relation.wrap().flatten(), nest, parameters);
            assertEquals(expected, points(pairs), notation.accessRelation(placed, access));
        }
    }

    private static List<Long> time(
            Context context, PlacedStatement placed, List<Long> point, tilewright.isl.Map schedule) {
        Set iteration = Set.parse(context, "{ " + placed.statement().id() + point + " }");
        return points(iteration.apply(schedule).projectOutAllParams()).getFirst();
    }

    private static Set fix(Set set, LoopNest nest, Map<String, Long> parameters) {
        Set fixed = set;
        for (String name : nest.parameters()) {
            int position = fixed.findDimByName(Dim.PARAM, name);
            if (position >= 0) {
                fixed = fixed.fixSi(
                        Dim.PARAM, position, parameters.getOrDefault(name, 0L).intValue());
            }
        }
        return fixed.projectOutAllParams();
    }

    private static List<List<Long>> points(Set set) {
        return set.points().stream()
                .map(SetNotationTest::list)
                .sorted(SetNotationTest::compare)
                .toList();
    }

    private static List<Long> list(long[] values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }

    private static int compare(List<Long> left, List<Long> right) {
        for (int d = 0; d < Math.min(left.size(), right.size()); d++) {
            int order = Comparator.<Long>naturalOrder().compare(left.get(d), right.get(d));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static void check(Map<String, Long> parameters, String... lines) {
        check(NestParser.parse("test.nest", String.join("\n", lines)), parameters);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "floyd-warshall",
                "gaussian-elimination",
                "matmul",
                "jacobi-2d",
                "transitive-closure",
                "widest-path",
                "lu"
            })
    void libraryNests(String name) {
        check(NestParser.parse(Path.of("loopnests", name + ".nest")), Map.of("n", 4L, "steps", 2L));
    }

    @Test
    void loopsThatRunDownWithSteps() {
        check(
                Map.of("n", 11L),
                "do i = n, 2, -3",
                "a(i) = 0",
                "do j = i, 1, -2",
                "a(i-j) = a(i) + a(j)",
                "enddo",
                "do j = i + 1, n, 2",
                "a(j) = 0",
                "enddo",
                "enddo");
    }

    @Test
    void guardsWithElseAndQuotients() {
        check(
                Map.of("n", 7L, "m", 5L),
                "do i = max(1, m - 3), min(n, m + 1)",
                "if (mod(i, 3) /= 1 .and. .not. (i == m .or. i > n)) then",
                "do j = (i - 4)/2, n, 2",
                "a(2*i - j, (i - j)/3) = a(mod(i - j, 4), i) + b(n - i)",
                "enddo",
                "b(i) = 0",
                "else if (i >= m) then",
                "b(i) = 1",
                "else",
                "s = s + b(i)",
                "endif",
                "b(i) = b(i) + s",
                "enddo",
                "s = 0");
    }

    @Test
    void emptyLoopsAndZeroSizes() {
        check(Map.of("n", 0L), "do i = 1, n", "a(i) = 0", "enddo", "do i = 0, n, 2", "a(i) = 1", "enddo");
        check(Map.of("n", 3L), "do i = 5, n", "a(i) = 0", "enddo", "do i = n, 5, -1", "a(i) = 1", "enddo", "a(n) = 0");
    }

    @Test
    void stepsThatStartAtAMaximum() {
        check(
                Map.of("n", 9L, "m", 4L),
                "do i = max(2, m - 1), n, 3",
                "do j = min(i, m), 0, -2",
                "a(i,j) = 0",
                "enddo",
                "enddo");
    }

    @Test
    void comparisonsOfSelectedValuesBecomeCases() {
        Affine n = Affine.variable("n");
        Affine e = Affine.variable("e");
        Condition more = new Condition.Compare(n, Condition.Relation.GE, e);
        Affine selected = new Affine.Select(more, Affine.constant(1), Affine.constant(2));
        try (Context context = new Context()) {
            Set cases = Set.parse(context, "[n] -> { [e] : " + SetNotation.between(selected, e, n) + " }");
            Set expected = Set.parse(context, "[n] -> { [e] : (n >= e >= 1) or (n < e and 2 <= e <= n) }");
            assertTrue(cases.isEqual(expected), cases.toString());
        }
    }
}
