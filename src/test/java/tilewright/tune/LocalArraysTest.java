package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.print.SequentialFile;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Arrays of a nest's own: nothing leaves a value in them, and no caller passes them. */
class LocalArraysTest {
    private static final String ROWS = """
        param n
        real x(n, n), y(n)
        local real s
        do i = 1, n
          s = 0.0
          do j = 1, n
            s = s + x(i,j)
          enddo
          y(i) = s
        enddo
        """;

    /** A sum in shares of lanes, which one of them finishes: it stands in no memory, and there is nothing to start from. */
    private static final String ROOTS = """
        param n
        real x(n, n), y(n)
        local real s
        assume associative(+)
        do i = 1, n
          s = 0.0
          do j = 1, n
            s = s + x(i,j) * x(i,j)
          enddo
          y(i) = 1.0 / sqrt(s + 0.5)
        enddo
        """;

    /** A row of sums that later iterations overwrite: columns of it are needed by several statements. */
    private static final String VECTORS = """
        param n
        real x(n, n), y(n, n)
        local real t(n)
        do i = 1, n
          do j = 1, n
            t(j) = 0.0
            do k = 1, n
              t(j) = t(j) + x(i,k) * x(k,j)
            enddo
          enddo
          do j = 1, n
            y(i,j) = t(j) * t(n + 1 - j)
          enddo
        enddo
        """;

    /** Values pass from one iteration to the next: there is one scalar, in memory. */
    private static final String CHAIN = """
        param n
        real x(n, n), y(n, n)
        local real s
        s = 1.0
        do i = 1, n
          do j = 1, n
            y(i,j) = x(i,j) * s
          enddo
          s = 0.5 * s + y(i,i)
        enddo
        """;

    private static EmulatedPrograms program(String text) {
        LoopNest nest = NestParser.parse("locals.nest", text);
        return EmulatedPrograms.of(nest).getFirst();
    }

    private static List<String> names(List<ArrayLayout> arrays) {
        return arrays.stream().map(ArrayLayout::name).toList();
    }

    static Stream<String> nests() {
        return Stream.of(ROWS, ROOTS, VECTORS, CHAIN);
    }

    @ParameterizedTest
    @MethodSource("nests")
    void programsComputeWhatTheNestDoes(String text) {
        for (EmulatedPrograms program : EmulatedPrograms.of(NestParser.parse("locals.nest", text))) {
            program.sizes().forEach(s -> {
                EmulatedCase.Result result = program.run(s, 7);
                assertTrue(
                        result.ok(), () -> program + " " + result.verification().message());
            });
        }
    }

    @Test
    void whatIsInRegistersIsNeitherPassedNorInMemory() {
        EmulatedPrograms program = program(ROWS);
        assertEquals(List.of("x", "y"), names(program.lowered().arrays()));
        assertEquals(List.of(), names(program.lowered().scratch()));
        assertEquals(1, program.plan().launches().size());
    }

    /** What the nest leaves behind in a scalar that a caller passes takes a launch of its own. */
    @Test
    void nothingIsCopiedBack() {
        UnaryOperator<String> passed = text -> text.replace("local ", "");
        assertTrue(program(passed.apply(ROWS)).plan().launches().size() > 1);
        int locals = program(VECTORS).plan().launches().size();
        int others = program(passed.apply(VECTORS)).plan().launches().size();
        assertTrue(locals < others, locals + " and " + others);
    }

    @Test
    void oneThatIsInMemoryIsScratch() {
        EmulatedPrograms program = program(CHAIN);
        assertEquals(List.of("x", "y"), names(program.lowered().arrays()));
        assertTrue(names(program.lowered().scratch()).contains("s"), KernelText.print(program.program()));
    }

    @Test
    void theNestAsWrittenDeclaresThem() {
        String source = SequentialFile.print(Templates.packed(), NestParser.parse("locals.nest", VECTORS), "run");
        assertTrue(source.contains("void run(float *x, float *y, int n)"), source);
        assertTrue(source.contains("float *t = (float *)calloc("), source);
        assertTrue(source.contains("free(t);"), source);
    }

    private static final String LAYER = """
        param q0, p0, n
        real w(q0, p0, 3), x(p0, n + 2, n), y(q0, n, n)
        local real s
        assume associative(+)
        do q = 1, q0
          do i = 1, n
            do j = 1, n
              s = 0.0
              do p = 1, p0
                do r = 1, 3
                  s = s + w(q,p,r) * x(p,i+r-1,j)
                enddo
              enddo
              y(q,i,j) = s
            enddo
          enddo
        enddo
        """;

    /** A layer of convolutions that sums in a scalar is a contraction as one that sums in its result: its loops are coalesced, its operands packed, its sums in shares. */
    @Test
    void sumsInScalarsAreTakenByEverySchedule() {
        LoopNest nest = NestParser.parse("layer.nest", LAYER);
        Candidate axes = new Candidate(List.of(8, 8, 8), List.of(2, 4, 1), new Candidate.Options(8, 2));
        for (Schedule schedule : List.of(new Schedule.Coalesced(), new Schedule.Packed())) {
            EmulatedPrograms program = EmulatedPrograms.of(nest, schedule, axes);
            assertTrue(program.plan().rule().startsWith("scalars of the nest's own stand where they are stored; "));
            program.sizes().forEach(s -> assertTrue(program.run(s, 3).ok(), schedule + " " + s));
        }
        Candidate loops =
                new Candidate(List.of(1, 4, 8, 8, 4, 3), List.of(1, 2, 2, 2, 1, 1), new Candidate.Options(1, 1));
        EmulatedPrograms shares = EmulatedPrograms.of(nest, new Schedule.Split(new Schedule.Auto(), 2), loops);
        shares.sizes().forEach(s -> assertTrue(shares.run(s, 3).ok(), s::toString));
        Candidate axesInShares = new Candidate(List.of(1, 8, 8, 8), List.of(1, 2, 4, 1), new Candidate.Options(8, 2));
        for (Schedule of : List.of(new Schedule.Coalesced(), new Schedule.Packed())) {
            EmulatedPrograms both = EmulatedPrograms.of(nest, new Schedule.Split(of, 5), axesInShares);
            both.sizes().forEach(s -> assertTrue(both.run(s, 3).ok(), of + " " + s));
        }
    }
}
