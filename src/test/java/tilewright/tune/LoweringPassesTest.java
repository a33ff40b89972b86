package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
import tilewright.tiling.Tiler;
import tilewright.tiling.Verdict;

/** Passes before kernel programs change what their names say, and programs compute the same without each of them. */
class LoweringPassesTest {
    private static final List<Pass> BEFORE_THREADS = Stream.of(Pass.values())
            .filter(p -> p.level() != Pass.Level.THREADS)
            .toList();

    /** A recurrence along both loops, whose blocks run in fronts. */
    private static final String RELAXATION = """
        param n
        double precision a(n, n)
        do t = 1, n
          do i = 2, n - 1
            do j = 2, n - 1
              a(i,j) = 0.25 * (a(i-1,j) + a(i,j-1) + a(i+1,j) + a(i,j+1))
            enddo
          enddo
        enddo
        """;

    /** The same without iterations around: blocks depend on each other along one coordinate of the grid. */
    private static final String RECURRENCE = """
        param n
        integer s(0:n, 0:n), a(n)
        do i = 1, n
          do j = 1, n
            s(i,j) = max(s(i-1,j-1) + merge(2, -1, a(i) == a(j)), max(s(i-1,j), s(i,j-1)) - 1)
          enddo
        enddo
        """;

    private static final List<String> NESTS = List.of(
            "matmul",
            "floyd-warshall",
            "floyd-warshall-short",
            "relaxation",
            "recurrence",
            "lu",
            "gaussian-elimination");

    private record Subject(LoopNest nest, Plan plan) {
        static Subject of(LoopNest nest, Candidate candidate) {
            try (Context context = new Context()) {
                Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
                return new Subject(nest, ((Verdict.Legal) tiler.plan(candidate)).plan());
            }
        }

        KernelProgram lowered(Passes passes) {
            return Lowering.lowerForDevice(plan, passes);
        }

        Program program(Passes passes) {
            return DeviceProgram.of(lowered(passes));
        }

        String text(Passes passes) {
            return KernelText.print(program(passes));
        }

        void computesTheNest(Passes passes) {
            EmulatedPrograms emulated = new EmulatedPrograms(nest, plan, lowered(passes), program(passes));
            EmulatedCase.Result result = emulated.run(emulated.same(19), 7);
            assertTrue(result.ok(), () -> result.verification().message());
        }

        <T extends Operation> List<T> operations(Passes passes, Class<T> kind) {
            return lowered(passes).kernels().stream()
                    .flatMap(k -> k.pieces().stream())
                    .flatMap(BlockProgram::bodies)
                    .flatMap(b -> Operations.ofKind(b, kind).stream())
                    .toList();
        }
    }

    private static Candidate candidate(int step, int buffers) {
        return new Candidate(List.of(8, 8, 8), List.of(step, 4, 4), new Candidate.Options(8, buffers));
    }

    private static LoopNest nest(String name) {
        return switch (name) {
            case "relaxation" -> NestParser.parse("relaxation.nest", RELAXATION);
            case "recurrence" -> NestParser.parse("recurrence.nest", RECURRENCE);
            default -> NestParser.parse(Path.of("loopnests", name + ".nest"));
        };
    }

    /** Planned once: that takes longer than the rest. */
    private static final Map<String, Subject> SUBJECTS = new ConcurrentHashMap<>();

    private static Subject subject(String name) {
        return SUBJECTS.computeIfAbsent(name, LoweringPassesTest::planned);
    }

    private static Subject planned(String name) {
        return switch (name) {
            case "matmul" ->
                Subject.of(nest(name), new Candidate(List.of(8, 8, 8), List.of(4, 4, 1), new Candidate.Options(8, 2)));
            case "relaxation" ->
                Subject.of(nest(name), new Candidate(List.of(4, 8, 8), List.of(1, 1, 1), new Candidate.Options(4, 1)));
            case "recurrence" ->
                Subject.of(nest(name), new Candidate(List.of(4, 8), List.of(1, 2), new Candidate.Options(4, 1)));
            case "lu", "gaussian-elimination" ->
                Subject.of(
                        nest(name), new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), new Candidate.Options(4, 2, 4)));
            case "gaussian-elimination, long panels" ->
                Subject.of(
                        nest("gaussian-elimination"),
                        new Candidate(List.of(64, 32, 32), List.of(1, 4, 4), new Candidate.Options(8, 2, 32)));
            case "floyd-warshall, two stages" -> Subject.of(nest("floyd-warshall"), candidate(1, 2));
            default -> Subject.of(nest(name), candidate(1, 1));
        };
    }

    @ParameterizedTest
    @CsvSource({
        "matmul,read-ahead",
        "matmul,write-out",
        "floyd-warshall,read-rows",
        "floyd-warshall,join-minima",
        "relaxation,share-boxes",
        "recurrence,await-neighbours",
        "floyd-warshall-short,pack-pairs",
        "lu,recompute",
        "lu,exchange-together",
        "lu,join-launches",
        "'gaussian-elimination, long panels',share-values"
    })
    void aPassChangesWhatHasItsProperty(String name, String word) {
        Pass pass = Pass.of(word).orElseThrow();
        Subject subject = subject(name);
        assertTrue(
                !subject.text(Passes.OF_DEVICES).equals(subject.text(Passes.OF_DEVICES.without(Set.of(pass)))),
                () -> "the same without " + pass);
    }

    static List<Pass> beforeThreads() {
        return BEFORE_THREADS;
    }

    @ParameterizedTest
    @MethodSource("beforeThreads")
    void programsComputeTheSameWithoutIt(Pass pass) {
        for (String name : NESTS) {
            subject(name).computesTheNest(Passes.OF_DEVICES.without(Set.of(pass)));
        }
    }

    @Test
    void columnsOfBlocksThatDoNotWaitAreFound() {
        Subject subject = subject("recurrence");
        Program program = subject.program(Passes.OF_DEVICES);
        Program hasty = new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.Await ? List.of() : List.of(statement);
            }
        }.program(program);
        EmulatedPrograms emulated =
                new EmulatedPrograms(subject.nest(), subject.plan(), subject.lowered(Passes.OF_DEVICES), hasty);
        assertTrue(IntStream.range(0, 5)
                .anyMatch(seed -> !emulated.run(emulated.same(19), seed).ok()));
    }

    /** Minima that are not joined leave loops over two stages whose rows are read for several iterations: those are not read early besides. */
    @Test
    void rowsAreReadForSeveralIterationsOrEarly() {
        Subject subject = subject("floyd-warshall, two stages");
        subject.computesTheNest(Passes.OF_DEVICES.without(Set.of(Pass.JOIN_MINIMA)));
        Passes early = Passes.OF_DEVICES.without(Set.of(Pass.JOIN_MINIMA, Pass.READ_ROWS));
        assertTrue(subject.operations(early, Operation.Pipeline.class).stream()
                .anyMatch(p -> !p.ahead().isEmpty()));
        subject.computesTheNest(early);
    }

    @Test
    void programsAreLoweredWithoutThem() {
        for (String name : NESTS) {
            Subject subject = subject(name);
            subject.computesTheNest(Passes.NONE);
            assertTrue(subject.operations(Passes.NONE, Operation.Iterations.class).stream()
                    .allMatch(i -> i.unroll() == 1 && i.group().equals(Operation.Group.NONE)));
            assertEquals(List.of(), subject.operations(Passes.NONE, Operation.LoadWindow.class));
            assertTrue(subject.operations(Passes.NONE, Operation.Pipeline.class).stream()
                    .allMatch(p -> p.ahead().isEmpty()));
        }
    }

    @Test
    void theyStandBeforeThoseOverKernelPrograms() {
        assertEquals(
                BEFORE_THREADS,
                Stream.of(Pass.values()).limit(BEFORE_THREADS.size()).toList());
        assertEquals(
                Set.of(
                        "share-values",
                        "join-launches",
                        "await-neighbours",
                        "pack-pairs",
                        "recompute",
                        "exchange-together",
                        "read-rows",
                        "join-minima",
                        "read-ahead",
                        "write-out",
                        "share-boxes"),
                BEFORE_THREADS.stream().map(Pass::word).collect(Collectors.toSet()));
    }

    @Test
    void passesOverKernelProgramsLeaveBlocksAsTheyAre() {
        Subject subject = subject("matmul");
        assertEquals(subject.lowered(Passes.NONE), subject.lowered(Passes.OF_DEVICES.without(BEFORE_THREADS)));
    }
}
