package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Loops over time whose steps are products of a matrix that does not change with a vector that does: blocks that stay keep the matrix. */
class KeptInputsTest {
    /** A step reads the vector of the one before; places: 1 what the sum adds, 2 the element that is made of it. */
    private static final String STEPS = """
        param m, n
        assume m >= 1
        double precision a(n, n), x(0:m, n), f(m, n), s(n)
        do t = 1, m
          do i = 1, n
            s(i) = f(t,i)
            do j = 1, n
              s(i) = s(i) + $1
            enddo
            x(t,i) = $2
          enddo
        enddo
        """;

    private static LoopNest nest(String term, String element) {
        return NestParser.parse("steps.nest", STEPS.replace("$1", term).replace("$2", element));
    }

    private static final LoopNest ROWS = nest("a(i,j) * x(t-1,j)", "0.5 * s(i)");

    private static Plan plan(LoopNest nest) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Candidate candidate = new Candidate(List.of(1, 32, 8), List.of(1, 1, 1), new Candidate.Options(8, 2));
            return ((Verdict.Legal) tiler.plan(candidate)).plan();
        }
    }

    private static Target target(int sharedBytes, int processors) {
        Target usual = DeviceCatalog.referenceGpu().target();
        return new Target(
                usual.architecture(),
                usual.warp(),
                usual.schedulers(),
                processors,
                usual.threadsPerProcessor(),
                usual.blocksPerProcessor(),
                usual.registersPerProcessor(),
                sharedBytes,
                usual.sharedBytesReserved(),
                usual.rounds(),
                usual.offers());
    }

    private static Program program(LoopNest nest, Plan plan, Target target) {
        return DeviceProgram.of(Lowering.lowerForDevice(plan), target, Passes.OF_DEVICES);
    }

    private static void computes(LoopNest nest, Plan plan, Program program, long m, long n) {
        KernelProgram lowered = Lowering.lowerForDevice(plan);
        EmulatedPrograms emulated = new EmulatedPrograms(nest, plan, lowered, program);
        EmulatedCase.Result result = emulated.run(sizes(m, n), 7);
        assertTrue(result.ok(), () -> result.verification().message());
    }

    private static SequencedMap<String, Long> sizes(long m, long n) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("m", m);
        sizes.put("n", n);
        return sizes;
    }

    private static List<String> launched(Program program, Map<String, Long> sizes) {
        return program.host().stream()
                .filter(HostStep.Launch.class::isInstance)
                .map(HostStep.Launch.class::cast)
                .filter(l -> HostValues.of(l.blocks(), sizes::get) > 0)
                .map(HostStep.Launch::function)
                .filter(f -> f.contains("inputs"))
                .map(f -> f.substring(f.indexOf("inputs")))
                .toList();
    }

    /** 37 iterations of 32 columns and a vector, 8 bytes each, take 9.8 KB; with half of the columns 5, with a quarter 2.7. */
    @ParameterizedTest
    @CsvSource({"16000, 132, inputs", "8000, 132, inputs_by_2", "8000, 3, ''", "4000, 132, inputs_by_4", "2500, 132, ''"
    })
    void blocksKeepWhatFitsTheirMemory(int sharedBytes, int processors, String function) {
        Plan plan = plan(ROWS);
        Program program = program(ROWS, plan, target(sharedBytes, processors));
        assertEquals(function.isEmpty() ? List.of() : List.of(function), launched(program, Map.of("m", 3L, "n", 37L)));
        computes(ROWS, plan, program, 3, 37);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 7", "3, 32", "2, 33"})
    void allSizesAreComputed(long m, long n) {
        Plan plan = plan(ROWS);
        computes(ROWS, plan, program(ROWS, plan, target(16000, 132)), m, n);
    }

    /** Rows or columns of the matrix, a minimum in place of a sum, a matrix that changes with time beside one that does not. */
    @ParameterizedTest
    @CsvSource({
        "'a(j,i) * x(t-1,j)', s(i)",
        "'a(i,j) * x(t-1,j) + f(t,j) * a(j,i)', s(i)",
        "'a(i,j) - x(t-1,j) * f(t,i)', exp(s(i))"
    })
    void otherStepsAreComputed(String term, String element) {
        LoopNest nest = nest(term, element);
        Plan plan = plan(nest);
        Program program = program(nest, plan, target(64000, 132));
        assertEquals(List.of("inputs"), launched(program, Map.of("m", 3L, "n", 37L)));
        computes(nest, plan, program, 3, 37);
    }

    /** A step of two products, the second one with what the first one has made. */
    @Test
    void stepsOfSeveralLaunchesAreComputed() {
        LoopNest nest = NestParser.parse("two.nest", """
            param m, n
            assume m >= 1
            double precision a(n, n), b(n, n), x(0:m, n), y(n), s(n), r(n)
            do t = 1, m
              do i = 1, n
                s(i) = 0.0
                do j = 1, n
                  s(i) = s(i) + a(i,j) * x(t-1,j)
                enddo
                y(i) = 0.5 * s(i)
              enddo
              do i = 1, n
                r(i) = 0.0
                do j = 1, n
                  r(i) = r(i) + b(i,j) * y(j)
                enddo
                x(t,i) = r(i) + y(i)
              enddo
            enddo
            """);
        Plan plan;
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Candidate candidate = new Candidate(List.of(32, 8), List.of(1, 1), new Candidate.Options(8, 2));
            plan = ((Verdict.Legal) tiler.plan(candidate)).plan();
        }
        Program program = program(nest, plan, target(64000, 132));
        assertEquals(List.of("inputs"), launched(program, Map.of("m", 3L, "n", 37L)));
        computes(nest, plan, program, 3, 37);
    }

    /** The loop inside reads shared memory alone, and what follows it stands behind it. */
    @Test
    void iterationsReadCopiesAlone() {
        String text = KernelText.print(program(ROWS, plan(ROWS), target(16000, 132)));
        assertTrue(text.contains("s_i[0] = s_i[0] + shared.a_kept[j_in][worker] * x_tj"), text);
        assertFalse(text.substring(text.indexOf("step_inputs(")).contains("if j + 1 == n"), text);
    }

    @Test
    void nothingIsKeptOfAMatrixThatChangesWithTime() {
        LoopNest nest = NestParser.parse(
                "changing.nest",
                STEPS.replace("a(n, n)", "a(m, n, n)")
                        .replace("$1", "a(t,i,j) * x(t-1,j)")
                        .replace("$2", "s(i)"));
        assertEquals(List.of(), launched(program(nest, plan(nest), target(64000, 132)), Map.of("m", 3L, "n", 37L)));
    }

    @Test
    void launchesRunTheStepsWithoutThePass() {
        KernelProgram lowered =
                Lowering.lowerForDevice(plan(ROWS), Passes.OF_DEVICES.without(Set.of(Pass.KEEP_INPUTS)));
        assertEquals(List.of(), lowered.inputs());
    }

    @Test
    void blocksThatDoNotMeetAreFound() {
        Plan plan = plan(ROWS);
        Program hasty = new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.GridBarrier
                        ? List.of(new Statement.Barrier())
                        : List.of(statement);
            }
        }.program(program(ROWS, plan, target(64000, 132)));
        EmulatedPrograms emulated = new EmulatedPrograms(ROWS, plan, Lowering.lowerForDevice(plan), hasty);
        assertTrue(IntStream.range(0, 5)
                .anyMatch(seed -> !emulated.run(sizes(3, 37), seed).ok()));
    }
}
