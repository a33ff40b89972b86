package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
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
import tilewright.device.ProgramResolver;
import tilewright.isl.Context;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Place;
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
import tilewright.tiling.RowNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Passes before kernel programs change what their names say, and programs compute the same without each of them. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class LoweringPassesTest {
    private static final List<Pass> BEFORE_THREADS = Stream.of(Pass.values())
            .filter(p -> !EnumSet.of(Pass.Level.THREADS, Pass.Level.LOOPS, Pass.Level.HOST)
                    .contains(p.level()))
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

    /** The lower rows of {@code a} are longer: blocks along i run k up to their last row, and those along j do not differ. */
    private static final String LOWER_TRIANGLE = """
        param n
        real a(n, n), b(n, n), c(n, n)
        do j = 1, n
          do i = 1, n
            do k = 1, i
              c(i,j) = c(i,j) + a(i,k) * b(k,j)
            enddo
          enddo
        enddo
        """;

    /** A triangular solve, whose blocks of 32 rows a warp runs. */
    private static final String SOLVE = """
        param n
        double precision l(n, n)
        double precision x(n)
        init l(i,j) = merge(1.0 + rnd(), rnd() / n, i == j)
        do i = 1, n
          do j = 1, i - 1
            x(i) = x(i) - l(i,j) * x(j)
          enddo
          x(i) = x(i) / l(i,i)
        enddo
        """;

    /** The same in negative numbers, of which 0 is the last: it is alone in its block, which has no sum. */
    private static final String NEGATIVE_SOLVE = """
        param n
        double precision l(0:n - 1, 0:n - 1)
        double precision x(0:n - 1)
        init l(i,j) = merge(1.0 + rnd(), rnd() / n, i == j)
        do i = 1 - n, 0
          do j = 1 - n, i - 1
            x(-i) = x(-i) - l(-i,-j) * x(-j)
          enddo
          x(-i) = x(-i) / l(-i,-i)
        enddo
        """;

    private static final String CHOLESKY = """
        param n
        double precision a(n, n)
        init a(i,j) = merge(n + rnd(), rnd(), i == j)
        do i = 1, n
          do j = 1, i - 1
            do k = 1, j - 1
              a(i,j) = a(i,j) - a(i,k) * a(j,k)
            enddo
            a(i,j) = a(i,j) / a(j,j)
          enddo
          do k = 1, i - 1
            a(i,i) = a(i,i) - a(i,k) * a(i,k)
          enddo
          a(i,i) = sqrt(a(i,i))
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

    /** Columns made orthogonal one after another: what a step does for a column depends on that column and on the step's own. */
    private static final String ORTHOGONAL = """
        param m, n
        assume m >= n
        assume associative(+)
        double precision a(m, n), q(m, n), r(n, n), s
        init a(i,j) = merge(n + rnd(), rnd(), i == j)
        do k = 1, n
          s = 0
          do i = 1, m
            s = s + a(i,k) * a(i,k)
          enddo
          r(k,k) = sqrt(s)
          do i = 1, m
            q(i,k) = a(i,k) / r(k,k)
          enddo
          do j = k + 1, n
            do i = 1, m
              r(k,j) = r(k,j) + q(i,k) * a(i,j)
            enddo
            do i = 1, m
              a(i,j) = a(i,j) - q(i,k) * r(k,j)
            enddo
          enddo
        enddo
        """;

    /** Reflections: columns end further down in every step, the pivot's stays where it was, and other threads have its first element. Columns are rows of the array. */
    private static final String REFLECTIONS = """
        param m, n
        assume m >= n
        assume associative(+)
        double precision a(n, m), t(n, n), d(n), s(n), beta(n)
        init a(j,i) = merge(n + rnd(), rnd(), i == j)
        init s(k) = 0.0
        init t(k,j) = 0.0
        do k = 1, n
          do i = k, m
            s(k) = s(k) + a(k,i) * a(k,i)
          enddo
          d(k) = -sqrt(s(k))
          beta(k) = 1.0 / (s(k) - d(k) * a(k,k))
          a(k,k) = a(k,k) - d(k)
          do j = k + 1, n
            do i = k, m
              t(k,j) = t(k,j) + a(k,i) * a(j,i)
            enddo
            do i = k, m
              a(j,i) = a(j,i) - beta(k) * t(k,j) * a(k,i)
            enddo
          enddo
        enddo
        """;

    private static final List<String> NESTS = List.of(
            "matmul",
            "floyd-warshall",
            "floyd-warshall-short",
            "relaxation",
            "solve",
            "recurrence",
            "orthogonal",
            "reflections",
            "lu",
            "gaussian-elimination",
            "lower triangle",
            "upper triangle");

    private record Subject(LoopNest nest, Plan plan) {
        static Subject of(LoopNest nest, Candidate candidate) {
            return of(nest, new Schedule.Auto(), candidate);
        }

        static Subject of(LoopNest nest, Schedule schedule, Candidate candidate) {
            try (Context context = new Context()) {
                Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest), schedule);
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
            case "lower triangle" -> NestParser.parse("lower.nest", LOWER_TRIANGLE);
            case "upper triangle" -> NestParser.parse("upper.nest", LOWER_TRIANGLE.replace("k = 1, i", "k = i, n"));
            case "solve" -> NestParser.parse("solve.nest", SOLVE);
            case "negative solve" -> NestParser.parse("negative.nest", NEGATIVE_SOLVE);
            case "recurrence" -> NestParser.parse("recurrence.nest", RECURRENCE);
            case "orthogonal" -> NestParser.parse("orthogonal.nest", ORTHOGONAL);
            case "reflections" -> NestParser.parse("reflections.nest", REFLECTIONS);
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
            case "lower triangle", "upper triangle" ->
                Subject.of(nest(name), new Candidate(List.of(8, 8, 4), List.of(1, 1, 1), new Candidate.Options(4, 1)));
            case "relaxation" ->
                Subject.of(nest(name), new Candidate(List.of(4, 8, 8), List.of(1, 1, 1), new Candidate.Options(4, 1)));
            case "lu, a warp" ->
                Subject.of(nest("lu"), new Candidate(List.of(8, 8, 8), List.of(1, 2, 2), new Candidate.Options(4, 1)));
            case "solve, several warps" ->
                Subject.of(nest("solve"), new Candidate(List.of(64, 64), List.of(1, 1), new Candidate.Options(8, 2)));
            case "solve", "negative solve" ->
                Subject.of(nest(name), new Candidate(List.of(32, 32), List.of(1, 1), new Candidate.Options(8, 2)));
            case "softmax" -> Subject.of(RowNests.of(name), new Schedule.Rows(), RowNests.candidate(name, 1));
            case "recurrence" ->
                Subject.of(nest(name), new Candidate(List.of(4, 8), List.of(1, 2), new Candidate.Options(4, 1)));
            case "orthogonal", "reflections" ->
                Subject.of(nest(name), new Candidate(List.of(4, 64), List.of(4, 1), new Candidate.Options(1, 1)));
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
        "floyd-warshall,join-minima",
        "relaxation,share-boxes",
        "lower triangle,longest-first",
        "upper triangle,longest-first",
        "solve,exchange-in-warps",
        "'solve, several warps',warps-in-turn",
        "softmax,join-rows",
        "recurrence,await-neighbours",
        "solve,await-rows",
        "negative solve,await-rows",
        "orthogonal,keep-columns",
        "reflections,keep-columns",
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

    /** What no row writes is on its way before a block waits for a row; the one on the diagonal begins with it, before its row's other blocks. */
    @Test
    void rowsStageWhatNoRowWritesBeforeTheyWait() {
        String text = subject("solve").text(Passes.OF_DEVICES);
        List<String> below = List.of("copy 1 async shared.l_ij", "await done", "copy 1 async shared.x_j", "await\n");
        List<String> diagonal = List.of("copy 1 async shared.l_ij", "for earlier", "x_i[0] = x[i", "await\n");
        inOrder(text.substring(text.indexOf("inline solve_level1_blocks_along_i(")), below);
        inOrder(text.substring(text.indexOf("inline solve_level0_the_one_block(")), diagonal);
    }

    private static void inOrder(String text, List<String> parts) {
        int from = 0;
        for (String part : parts) {
            int at = text.indexOf(part, from);
            assertTrue(at >= 0, () -> part + " is missing or too early in\n" + text);
            from = at;
        }
    }

    /** Before: x(j) in shared memory, and a barrier in every iteration. After: every lane takes it from the one that has it. */
    @Test
    void whatAWarpHandsOutStaysInRegisters() {
        Subject subject = subject("solve");
        Set<Pass> without = Set.of(Pass.EXCHANGE_IN_WARPS);
        assertTrue(subject.text(Passes.OF_DEVICES).contains("shuffle.at(x_i[0], lane)"));
        assertEquals(List.of(), subject.operations(Passes.OF_DEVICES, Operation.Publish.class));
        assertEquals(List.of(), subject.operations(Passes.OF_DEVICES.without(without), Operation.Shuffle.class));
        int barriers =
                subject.operations(Passes.OF_DEVICES, Operation.Barrier.class).size();
        int published = subject.operations(Passes.OF_DEVICES.without(without), Operation.Publish.class)
                .size();
        assertEquals(
                barriers + published,
                subject.operations(Passes.OF_DEVICES.without(without), Operation.Barrier.class)
                        .size());
    }

    /** Twelve threads have a row's points: the third row's are in two warps. */
    @Test
    void whatTwoWarpsHaveIsHandedOutInSharedMemory() {
        Subject subject = Subject.of(
                NestParser.parse("cholesky.nest", CHOLESKY),
                new Candidate(List.of(24, 24, 24), List.of(1, 2, 1), new Candidate.Options(8, 2)));
        assertEquals(List.of(), subject.operations(Passes.OF_DEVICES, Operation.Shuffle.class));
        subject.computesTheNest(Passes.OF_DEVICES);
    }

    /** Before: a barrier in every iteration. After: one behind those of a k-tile that the first warp runs alone. */
    @Test
    void oneWarpGoesFirstAndTheOthersFollow() {
        Subject subject = subject("solve, several warps");
        subject.computesTheNest(Passes.OF_DEVICES);
        List<Operation.InTurn> turns = subject.operations(Passes.OF_DEVICES, Operation.InTurn.class);
        assertEquals(2, turns.size());
        for (Operation.InTurn turn : turns) {
            assertEquals(
                    1, Operations.ofKind(turn.first(), Operation.Shuffle.class).size());
            assertEquals(
                    1, Operations.ofKind(turn.first(), Operation.Keep.class).size());
            assertEquals(List.of(), Operations.ofKind(turn.then(), Operation.Shuffle.class));
        }
        assertTrue(subject.text(Passes.OF_DEVICES).contains("if thread / 32 == j_chunk / 32 {"));
        assertTrue(subject.text(Passes.OF_DEVICES).contains("if thread / 32 > j_chunk / 32 {"));
    }

    /** Rows come from lanes of other warps here, columns do not: then a barrier is left, and what stands before it stays in memory. */
    @Test
    void whatOneBarrierOrdersIsHandedOutInOneWay() {
        Subject subject = subject("lu, a warp");
        subject.computesTheNest(Passes.OF_DEVICES);
        assertTrue(
                !subject.operations(Passes.OF_DEVICES, Operation.Publish.class).isEmpty());
    }

    /** The pivot comes from a lane of the warp, and rows from memory: one barrier of two is left in an iteration, so that odd and even iterations hand rows out in memory of their own. */
    @Test
    void whatIsLeftBeforeTheOnlyBarrierHasTwoCopies() {
        LoopNest cholesky = NestParser.parse("cholesky.nest", CHOLESKY);
        Subject subject =
                Subject.of(cholesky, new Candidate(List.of(8, 8, 4), List.of(1, 2, 1), new Candidate.Options(4, 1)));
        subject.computesTheNest(Passes.OF_DEVICES);
        String text = subject.text(Passes.OF_DEVICES);
        assertTrue(text.contains("a_ik: f64[2][8]"), text);
    }

    /** A point in row i reads column k for row j too: what is handed out once along rows is copied in both orders. */
    @Test
    void columnsAreReadInTheOrderOfRows() {
        LoopNest cholesky = NestParser.parse("cholesky.nest", CHOLESKY);
        Subject subject =
                Subject.of(cholesky, new Candidate(List.of(8, 8, 8), List.of(2, 2, 1), new Candidate.Options(4, 2)));
        subject.computesTheNest(Passes.OF_DEVICES);
        assertTrue(
                !subject.operations(Passes.OF_DEVICES, Operation.Rounds.class).isEmpty());
        assertTrue(
                subject.text(Passes.OF_DEVICES).contains("a_jk[mj] <- shared.a_ik"), subject.text(Passes.OF_DEVICES));
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

    /** Blocks have more memory where a multiprocessor has fewer of them; where columns fit no block, launches do what they did before. */
    @ParameterizedTest
    @CsvSource({"5600, 2", "3000, 1", "1500, 0"})
    void columnsAreKeptWhereTheyFit(int sharedBytes, int resident) {
        Subject subject = subject("orthogonal");
        Target usual = DeviceCatalog.referenceGpu().target();
        Target small = new Target(
                usual.architecture(),
                usual.warp(),
                usual.schedulers(),
                usual.processors(),
                usual.threadsPerProcessor(),
                usual.blocksPerProcessor(),
                usual.registersPerProcessor(),
                sharedBytes,
                usual.sharedBytesReserved(),
                usual.rounds(),
                usual.offers());
        KernelProgram lowered = subject.lowered(Passes.OF_DEVICES);
        Program program = DeviceProgram.of(lowered, small, Passes.OF_DEVICES);
        EmulatedPrograms emulated = new EmulatedPrograms(subject.nest(), subject.plan(), lowered, program);
        EmulatedCase.Result result = emulated.run(emulated.same(19), 7);
        assertTrue(result.ok(), () -> result.verification().message());
        Map<String, Long> sizes = Map.of("m", 19L, "n", 19L);
        List<String> launched = program.host().stream()
                .filter(HostStep.Launch.class::isInstance)
                .map(HostStep.Launch.class::cast)
                .filter(l -> HostValues.of(l.blocks(), sizes::get) > 0)
                .map(HostStep.Launch::function)
                .filter(f -> f.startsWith("orthogonal_columns"))
                .toList();
        assertEquals(
                switch (resident) {
                    case 2 -> List.of("orthogonal_columns_start", "orthogonal_columns_by_2");
                    case 1 -> List.of("orthogonal_columns_start", "orthogonal_columns");
                    default -> List.of();
                },
                launched);
    }

    /** At a size with several blocks. */
    @ParameterizedTest
    @CsvSource({"recurrence, 19", "solve, 70", "orthogonal, 19", "reflections, 19"})
    void blocksThatDoNotWaitAreFound(String name, long size) {
        Subject subject = subject(name);
        Program program = subject.program(Passes.OF_DEVICES);
        Program hasty = new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.Await ? List.of() : List.of(statement);
            }
        }.program(program);
        KernelProgram lowered = subject.lowered(Passes.OF_DEVICES);
        EmulatedPrograms waits = new EmulatedPrograms(subject.nest(), subject.plan(), lowered, program);
        assertTrue(waits.run(waits.same(size), 1).ok());
        assertTrue(new ProgramResolver(lowered, program).at(waits.same(size)).waits());
        assertFalse(new ProgramResolver(lowered, hasty).at(waits.same(size)).waits());
        EmulatedPrograms emulated = new EmulatedPrograms(subject.nest(), subject.plan(), lowered, hasty);
        assertTrue(IntStream.range(0, 5)
                .anyMatch(seed -> !emulated.run(emulated.same(size), seed).ok()));
    }

    /** Of what a block writes, the next column reads the last row: that is written and told first. */
    @Test
    void whatOtherColumnsReadIsWrittenAndToldFirst() {
        Subject subject = subject("recurrence");
        List<Function> telling = subject.program(Passes.OF_DEVICES).functions().stream()
                .filter(f -> told(f) > 0 && !(f.kind() instanceof Function.Kind.Kernel))
                .toList();
        assertEquals(2, telling.size());
        for (Function function : telling) {
            List<Statement> body = function.body();
            assertEquals(new Statement.Barrier(), body.get(told(function) - 1));
            List<Integer> rows = List.of(storedRows(body.get(told(function) - 2)), storedRows(body.getLast()));
            assertEquals(List.of(1, 8), rows, function::name);
        }
    }

    /** How many rows a loop goes through. */
    private static int storedRows(Statement loop) {
        Expression below = ((Expression.Binary) ((Statement.For) loop).condition()).right();
        return (int) ((Expression.IntegerLiteral) below).value();
    }

    /** Where a function tells other blocks what it has done; -1 for nowhere. */
    private static int told(Function function) {
        return IntStream.range(0, function.body().size())
                .filter(s -> function.body().get(s) instanceof Statement.If i
                        && i.then().size() == 1
                        && i.then().getFirst().written().stream()
                                .anyMatch(p -> p instanceof Place.Global g && g.access() == Place.Access.ORDERED))
                .findFirst()
                .orElse(-1);
    }

    @Test
    void aColumnThatTellsBeforeItHasWrittenIsFound() {
        Subject subject = subject("recurrence");
        Program program = subject.program(Passes.OF_DEVICES);
        Program hasty = program.withFunctions(program.functions().stream()
                .map(f -> told(f) > 0 && !(f.kind() instanceof Function.Kind.Kernel) ? hasty(f) : f)
                .toList());
        EmulatedPrograms emulated =
                new EmulatedPrograms(subject.nest(), subject.plan(), subject.lowered(Passes.OF_DEVICES), hasty);
        assertTrue(IntStream.range(0, 5)
                .anyMatch(seed -> !emulated.run(emulated.same(19), seed).ok()));
    }

    /** It tells, waits for its threads, and writes then. */
    private static Function hasty(Function function) {
        List<Statement> body = new ArrayList<>(function.body());
        int told = told(function);
        body.add(told, body.remove(told - 2));
        body.add(told - 2, body.remove(told - 1));
        return function.withBody(body);
    }

    /** Minima that are not joined leave loops over two stages that read early. */
    @Test
    void minimaAreJoinedOrReadEarly() {
        Subject subject = subject("floyd-warshall, two stages");
        assertTrue(subject.operations(Passes.OF_DEVICES, Operation.Pipeline.class).stream()
                .allMatch(p -> p.ahead().isEmpty()));
        Passes early = Passes.OF_DEVICES.without(Set.of(Pass.JOIN_MINIMA));
        assertTrue(subject.operations(early, Operation.Pipeline.class).stream()
                .anyMatch(p -> !p.ahead().isEmpty()));
        subject.computesTheNest(early);
    }

    /** Products have one body, whose loop asks for nothing; steps of an elimination, which are short, and triangles, whose points ask in the loop, keep two. */
    @ParameterizedTest
    @CsvSource({"matmul, 1", "lu, 2", "lower triangle, 2"})
    void longLoopsThatAskForNothingHaveOneBody(String name, int bodies) {
        Subject subject = subject(name);
        Passes without = Passes.OF_DEVICES.without(Set.of(Pass.ONE_BODY));
        assertEquals(2, most(subject, without));
        assertEquals(bodies, most(subject, Passes.OF_DEVICES));
        subject.computesTheNest(without);
    }

    private static long most(Subject subject, Passes passes) {
        return subject.lowered(passes).kernels().stream()
                .flatMap(k -> k.pieces().stream())
                .mapToLong(p -> p.bodies().count())
                .max()
                .orElseThrow();
    }

    /** Blocks are numbered by the coordinate that says how many iterations they run, from its end where later blocks run more. */
    @Test
    void longBlocksStartFirst() {
        Passes without = Passes.OF_DEVICES.without(Set.of(Pass.LONGEST_FIRST));
        assertEquals("jb up, ib up", order("lower triangle", without));
        assertEquals("ib down, jb up", order("lower triangle", Passes.OF_DEVICES));
        assertEquals("ib up, jb up", order("upper triangle", Passes.OF_DEVICES));
        assertEquals("ib up, jb up", order("matmul", Passes.OF_DEVICES));
    }

    private static String order(String name, Passes passes) {
        List<BlockProgram> pieces = subject(name).lowered(passes).kernels().stream()
                .flatMap(k -> k.pieces().stream())
                .toList();
        assertEquals(1, pieces.size());
        return pieces.getFirst().grid().stream()
                .map(c -> c.variable() + (c.down() ? " down" : " up"))
                .collect(Collectors.joining(", "));
    }

    @Test
    void programsAreLoweredWithoutThem() {
        for (String name : NESTS) {
            Subject subject = subject(name);
            subject.computesTheNest(Passes.NONE);
            assertTrue(subject.operations(Passes.NONE, Operation.Iterations.class).stream()
                    .allMatch(i -> i.unroll() == 1 && i.together() == 1));
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
                        "join-rows",
                        "await-neighbours",
                        "await-rows",
                        "keep-columns",
                        "keep-inputs",
                        "pack-pairs",
                        "recompute",
                        "exchange-together",
                        "one-body",
                        "fill-chunks",
                        "join-minima",
                        "read-ahead",
                        "write-out",
                        "share-boxes",
                        "longest-first",
                        "exchange-in-warps",
                        "warps-in-turn"),
                BEFORE_THREADS.stream().map(Pass::word).collect(Collectors.toSet()));
    }

    @Test
    void passesOverKernelProgramsLeaveBlocksAsTheyAre() {
        Subject subject = subject("matmul");
        assertEquals(subject.lowered(Passes.NONE), subject.lowered(Passes.OF_DEVICES.without(BEFORE_THREADS)));
    }
}
