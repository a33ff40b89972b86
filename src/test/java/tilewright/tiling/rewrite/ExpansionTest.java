package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.parse.NestParser;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

class ExpansionTest {
    private static final String TEMPORARY = """
        param n
        real t
        do i = 1, n
          t = 2.0 * a(i)
          b(i) = t + 1.0
        enddo
        """;

    @Test
    void temporaryOfAnIterationGetsAnElementOfItsOwn() {
        LoopNest expanded = expanded(TEMPORARY).orElseThrow();

        assertEquals("t_i", expanded.arrays().getLast().name());
        assertEquals(
                List.of("t_i(i) = 2.0 * a(i)", "t = t_i(i)", "b(i) = t_i(i) + 1.0"),
                expanded.statements().stream()
                        .map(s -> s.statement().toString())
                        .toList());
    }

    /** Threads that find elements of w side by side find those of the temporary so. */
    @Test
    void temporaryLiesAsTheArraysBesideItDo() {
        LoopNest expanded = expanded("""
            param m, n
            real w(n, m, m), c(0:n, m, m), f
            do j = 1, m
              do i = 1, m
                do k = 1, n
                  f = 2.0 * w(k,j,i)
                  c(k,j,i) = f * c(k-1,j,i) + f
                enddo
              enddo
            enddo
            """).orElseThrow();

        assertEquals("f_j_k_i", expanded.arrays().getLast().name());
        assertEquals(
                "f_j_k_i(j,k,i) = 2.0 * w(k,j,i)",
                expanded.statements().getFirst().statement().toString());
    }

    /** What is left in a scalar is copied where it is made, of one that a sum collects where the loops end. */
    @Test
    void whatIsLeftIsCopiedInTheIterationThatMakesIt() {
        LoopNest expanded = expanded("""
            param n, m
            real a(n, m), b(n), w, s
            do i = 1, n
              s = 0
              do j = 1, m
                w = sqrt(a(i,j))
                s = s + w * w
              enddo
              b(i) = s
            enddo
            """).orElseThrow();
        assertEquals("""
            do i = 1, n
              s_i(i) = 0
              do j = 1, m
                w_i_j(i,j) = sqrt(a(i,j))
                if (i == n .and. j == m) then
                  w = w_i_j(i,j)
                endif
                s_i(i) = s_i(i) + (w_i_j(i,j) * w_i_j(i,j))
              enddo
              b(i) = s_i(i)
            enddo
            """, NestPrinter.print(expanded.body().subList(0, 1)));
    }

    /** It takes long to compute, and is read three times. */
    @Test
    void expandedTemporaryMakesItsLoopParallel() {
        String read = TEMPORARY.replace("2.0 * a(i)", "2.0 / a(i)").replace("t + 1.0", "t + t * t");
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(analyze(context, NestParser.parse("t", read)));
            Verdict verdict = tiler.plan(new Candidate(List.of(4), List.of(1), new Candidate.Options(1, 1)));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();

            assertTrue(plan.host().stream().allMatch(HostStep.Launch.class::isInstance), plan::toString);
            assertEquals(
                    List.of("t_i"),
                    plan.scratch().stream().map(ArrayDeclaration::name).toList());
            assertTrue(plan.rule().startsWith("temporaries have memory of their own (t_i)"), plan.rule());
        }
    }

    /** The temporary of an elimination holds an element until it is stored, possibly divided. */
    @Test
    void temporaryStandsWhereItsElementDoes() {
        String elimination = """
            param n
            real a(n, n), w
            do i = 1, n
              do j = 1, i - 1
                w = a(i,j)
                do k = 1, j - 1
                  w = w - a(i,k) * a(k,j)
                enddo
                a(i,j) = w / a(j,j)
              enddo
              do j = i, n
                w = a(i,j)
                do k = 1, i - 1
                  w = w - a(i,k) * a(k,j)
                enddo
                a(i,j) = w
              enddo
            enddo
            w = 0
            """;
        LoopNest placed = inPlace(elimination).orElseThrow();

        assertEquals(
                List.of(
                        "a(i,j) = a(i,j) - (a(i,k) * a(k,j))",
                        "a(i,j) = a(i,j) / a(j,j)",
                        "a(i,j) = a(i,j) - (a(i,k) * a(k,j))",
                        "w = 0"),
                placed.statements().stream().map(s -> s.statement().toString()).toList());
        assertEquals(Optional.empty(), difference(elimination, placed));
    }

    /** What stood at the element is read while the temporary holds another value. */
    @Test
    void elementThatIsReadInBetweenKeepsItsValue() {
        String smoothed = """
            param n
            real a(n), b(n), c(n), w
            do i = 1, n
              w = a(i)
              do k = 1, n
                w = w + b(k)
              enddo
              c(i) = a(i)
              a(i) = w
            enddo
            w = 0
            """;

        assertEquals(
                Optional.of("a(i) of S3 gets another value"),
                difference(smoothed, inPlace(smoothed).orElseThrow()));
    }

    @Test
    void checkMissesACopyOfAnotherElement() {
        String copies = "param n\nreal a(n), b(n)\ndo i = 1, n\n  b(i) = a(i)\nenddo\ndo i = 1, n\n  a(i) = 0\nenddo\n";
        LoopNest nest = NestParser.parse("nest", copies);

        assertEquals(
                Optional.of("b ends with other contents"),
                difference(copies, with(nest, nest.body().subList(1, 2))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a value passes from iteration to iteration
                "real s\ndo i = 1, n\n  s = s + a(i)\n  b(i) = s\nenddo\n",
                // read before it is written
                "real t\ndo i = 1, n\n  b(i) = t\n  t = a(i)\nenddo\n",
                // written in some iterations only
                "real t\ndo i = 1, n\n  if (mod(i, 2) == 0) then\n    t = a(i)\n  endif\n  b(i) = t\nenddo\n",
                // the last iteration's value is used outside
                "real t\ndo i = 1, n\n  t = a(i)\nenddo\nb(1) = t\n",
                // one element for each iteration already
                "do i = 1, n\n  t(i) = a(i)\n  b(i) = t(i)\nenddo\n",
                // memory would grow with the square of the size
                "do i = 1, n\n  do j = 1, n\n    t(j) = a(j) * i\n  enddo\n  do j = 1, n\n    b(j) = b(j) + t(j)\n"
                        + "  enddo\nenddo\n"
            })
    void refused(String nest) {
        assertEquals(Optional.empty(), expanded("param n\n" + nest));
    }

    /** Steps follow one another and sums run along k whatever memory w has: elements of j are enough, and no array of more dimensions than others is made. */
    @Test
    void loopsThatRunInSequenceAnywayGetNoElementsWhereThereIsNoRoom() {
        LoopNest expanded = expanded("""
            param n
            real w, a(n), b(n)
            do t = 1, n
              do j = 1, n
                do k = 1, n
                  w = a(j) * a(k)
                  b(j) = b(j) + w
                enddo
              enddo
              do j = 1, n
                a(j) = b(j)
              enddo
            enddo
            """).orElseThrow();
        assertEquals("w_j", expanded.arrays().getLast().name());
        assertEquals(1, expanded.arrays().getLast().dimensions());
        assertEquals("w = w_j(j)", expanded.statements().get(1).statement().toString());
    }

    @Test
    void usesOfOneScalarThatShareNoValueGetSeparateArrays() {
        LoopNest expanded = expanded("""
            param n
            real w
            do i = 1, n
              do j = 1, i
                w = a(i,j)
                a(i,j) = 2.0 * w
              enddo
              w = b(i)
              b(i) = w * w
            enddo
            """).orElseThrow();

        assertEquals(
                List.of("w_i_j", "w_i"),
                expanded.arrays().stream().skip(3).map(ArrayDeclaration::name).toList());
        assertEquals("w = w_i(n)", expanded.statements().getLast().statement().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"deriche", "doitgen", "ludcmp", "symm"})
    void expandedKernelsLeaveTheSameInMemory(String kernel) throws Exception {
        LoopNest nest = PolyBench.nest(kernel);
        try (Context context = new Context()) {
            LoopNest expanded = Expansion.of(DependenceAnalysis.analyze(context, nest, false), false)
                    .orElseThrow();
            for (long least : new long[] {1, 2, 5}) {
                Map<String, Long> sizes = PolyBench.sizes(nest, least);
                Data before = DataInitializer.fill(nest, sizes, 3);
                Data after = DataInitializer.fill(expanded, sizes, 4);
                for (ArrayDeclaration array : nest.arrays()) {
                    for (int e = 0; e < before.array(array.name()).size(); e++) {
                        after.array(array.name())
                                .setAt(e, before.array(array.name()).valueAt(e));
                    }
                }
                new Interpreter(nest, sizes, before).run();
                new Interpreter(expanded, sizes, after).run();
                for (ArrayDeclaration array : nest.passed()) {
                    assertArrayEquals(values(before, array), values(after, array), array.name());
                }
            }
        }
    }

    private static double[] values(Data data, ArrayDeclaration array) {
        double[] values = new double[data.array(array.name()).size()];
        for (int e = 0; e < values.length; e++) {
            values[e] = data.array(array.name()).valueAt(e);
        }
        return values;
    }

    @Test
    void checkMissesAForgottenCopy() {
        LoopNest expanded = expanded(TEMPORARY).orElseThrow();
        Node.Loop loop = (Node.Loop) expanded.body().getFirst();
        List<Node> others =
                loop.body().stream().filter(Statement.class::isInstance).toList();
        List<Node> body = List.of(
                new Node.Loop(loop.variable(), loop.lower(), loop.upper(), loop.step(), others, loop.position()));

        assertEquals(Optional.of("t ends with other contents"), difference(TEMPORARY, with(expanded, body)));
    }

    @Test
    void sizesThatWriteNoTemporaryCopyNoneBack() {
        String element =
                "param n\nreal t(2), u(n, 2)\ndo i = 1, n - 1, 2\n  t(1) = u(i,1)\n  u(i + 1,2) = t(1)\nenddo\n";

        LoopNest expanded = expanded(element).orElseThrow();

        String copy = expanded.body().getLast().toString();
        assertTrue(copy.contains("n >= 2"), copy);
        LoopNest unguarded = with(
                expanded,
                List.of(expanded.body().getFirst(), unguarded(expanded.body().getLast())));
        assertEquals(Optional.of("t gets what nothing has written"), difference(element, unguarded));
    }

    private static Node unguarded(Node node) {
        return switch (node) {
            case Node.Loop l ->
                new Node.Loop(
                        l.variable(),
                        l.lower(),
                        l.upper(),
                        1,
                        List.of(unguarded(l.body().getFirst())),
                        l.position());
            case Node.Guard g -> g.then().getFirst();
            case Node.Repeat _, Statement _ -> node;
        };
    }

    @Test
    void checkSeesAValueThatNoLongerArrives() {
        String running = "param n\nreal s\ndo i = 1, n\n  s = s + a(i)\n  b(i) = s\nenddo\n";
        String wrong = "param n\nreal s, s_i(n)\ndo i = 1, n\n  s_i(i) = s_i(i) + a(i)\n  b(i) = s_i(i)\nenddo\n";

        Optional<String> difference = difference(running, NestParser.parse("nest", wrong));

        assertEquals(
                Optional.of("s_i(i) of S1 gets another value"), difference.map(d -> d.replace("s of", "s_i(i) of")));
    }

    @Test
    void planWithAWronglyExpandedTemporaryIsRefused() {
        try (Context context = new Context()) {
            Dependences dependences = analyze(context, NestParser.parse("t", TEMPORARY));
            Tiler tiler = new Tiler(dependences);
            Verdict verdict = tiler.plan(new Candidate(List.of(4), List.of(1), new Candidate.Options(1, 1)));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();
            Plan broken = new Plan(
                    plan.written(),
                    with(plan.nest(), plan.nest().body().subList(0, 1)),
                    plan.candidate(),
                    plan.family(),
                    plan.rule(),
                    plan.host());

            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanCheck.Result result = new PlanCheck(dependences).check(broken);
            assertEquals(
                    "the temporaries' memory: t ends with other contents",
                    assertInstanceOf(PlanCheck.Result.Violated.class, result).message());
        }
    }

    private static LoopNest with(LoopNest nest, List<Node> body) {
        return new LoopNest(
                nest.name(), nest.parameters(), nest.arrays(), nest.assumptions(), nest.initializers(), body);
    }

    private static Optional<String> difference(String before, LoopNest after) {
        try (Context context = new Context()) {
            return new ExpansionCheck(analyze(context, NestParser.parse("nest", before)), analyze(context, after))
                    .difference();
        }
    }

    /** The three components of a point are no dimension along which memory may grow; where blocks own rows, their threads make elements of these. */
    @ParameterizedTest
    @CsvSource({"false, w_i(i)", "true, 'w_i_j(i,j)'"})
    void componentsOfPointsLeaveNoRoom(boolean rows, String element) {
        LoopNest nest = NestParser.parse("forces", """
            param n
            real p(n, 3), f(n, 3), w
            do i = 1, n
              do j = 1, n
                w = 1.0 / (1.0 + (p(j,1) - p(i,1))*(p(j,1) - p(i,1)))
                f(i,1) = f(i,1) + w*p(j,1)
                f(i,2) = f(i,2) + w*p(j,2)
              enddo
            enddo
            """);
        try (Context context = new Context()) {
            LoopNest expanded = Expansion.of(analyze(context, nest), rows).orElseThrow();
            assertEquals(
                    element,
                    expanded.statements().getFirst().statement().target().toString());
        }
    }

    private static Dependences analyze(Context context, LoopNest nest) {
        return DependenceAnalysis.analyze(context, nest, false);
    }

    private static Optional<LoopNest> inPlace(String text) {
        try (Context context = new Context()) {
            return Expansion.inPlace(analyze(context, NestParser.parse("nest", text)), false);
        }
    }

    private static Optional<LoopNest> expanded(String text) {
        try (Context context = new Context()) {
            Optional<LoopNest> result = Expansion.of(analyze(context, NestParser.parse("nest", text)), false);
            assertFalse(result.map(n -> n.arrays().isEmpty()).orElse(false));
            return result;
        }
    }
}
