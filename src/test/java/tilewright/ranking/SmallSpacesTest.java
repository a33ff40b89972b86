package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OptionWord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Spaces of candidates stay small enough to be ranked in a second or two, and hold what won. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class SmallSpacesTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");
    /** Of all families of a nest together. */
    private static final int MOST = 35_000;

    private static final int MOST_OF_HOST = 6_000;

    private static final String PRODUCTS = """
        param g, n
        real a(g, n, n), b(g, n, n), c(g, n, n)
        do p = 1, g
          do i = 1, n
            do j = 1, n
              do k = 1, n
                c(p,i,j) = c(p,i,j) + a(p,i,k) * b(p,k,j)
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String BATCHES_OF_PRODUCTS = """
        param g, n
        real a(g, g, n, n), b(g, g, n, n), c(g, g, n, n)
        do p = 1, g
          do q = 1, g
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(p,q,i,j) = c(p,q,i,j) + a(p,q,i,k) * b(p,q,k,j)
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String PATHS = """
        param g, n
        real a(g, n, n)
        assume a(b,k,k) >= 0
        do b = 1, g
          do k = 1, n
            do i = 1, n
              do j = 1, n
                a(b,i,j) = min(a(b,i,j), a(b,i,k) + a(b,k,j))
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String CONVOLUTIONS = """
        param g, n
        real y(g, n, n), f(g, g), x(g, n+g, n+g)
        do b = 1, g
          do i = 1, n
            do j = 1, n
              do p = 1, g
                do q = 1, g
                  y(b,i,j) += f(p,q) * x(b,i+p-1, j+q-1)
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    @TestFactory
    Stream<DynamicTest> spacesOfManyLoopsAreSmall() {
        return Stream.of(PRODUCTS, BATCHES_OF_PRODUCTS, PATHS, CONVOLUTIONS)
                .map(text -> test(() -> NestParser.parse("batch", text), Map.of("g", 64L, "n", 512L)));
    }

    @TestFactory
    Stream<DynamicTest> spacesOfNestsAreSmall() throws IOException {
        return files(Path.of("loopnests"), ".nest").stream()
                .map(file -> test(() -> NestParser.parse(file), Map.of("n", 4096L, "steps", 64L)));
    }

    @TestFactory
    Stream<DynamicTest> spacesOfPolyBenchAreSmall() throws IOException {
        return files(Path.of("loopnests/polybench"), ".c").stream().map(file -> {
            CParser.CProgram program =
                    CParser.parse(file, new COptions(List.of(), new LinkedHashMap<>(), null, "EXTRALARGE"));
            return test(program::nest, program.sizes());
        });
    }

    /** Every problem of a batch gets the blocks that it would get alone: nothing is shared by points of two. */
    @Test
    void problemsOfABatchShareNoThread() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("products", PRODUCTS)));
            Problem problem = Problem.of(tiler.ranked(), Map.of("g", 64L, "n", 512L));
            CandidateSpace space = new CandidateSpace(problem, tiler.families().getFirst(), H200);
            List<Candidate> all = space.all();
            assertTrue(all.stream().allMatch(c -> c.thread().getFirst() == 1));
            assertTrue(all.stream().anyMatch(c -> c.thread().equals(List.of(1, 8, 8, 1))));
            assertTrue(all.stream().anyMatch(c -> c.thread().equals(List.of(1, 16, 8, 1))));
            assertEquals(
                    "too many combinations of sizes: ranked are block sizes that are powers of 2 (three times as many"
                        + " where they cover a loop better), at least 32 of them along the last parallel loop, thread"
                        + " size 1 along loops whose points share nothing; --block and --thread take any",
                    space.leftOut().orElseThrow());
            assertEquals(
                    2, space.with(List.of(2, 64, 64, 8), List.of(2, 8, 4, 1)).size());
        }
    }

    /** Statements outside of loops that are written out stand anywhere among their values; plans write out those of the loops. */
    @Test
    void loopsThatAreWrittenOutHaveTheSizeOfTheirPlans() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("filter", """
                param n
                real x(n, n), y(n, n), w(-1:1, -1:1), sum
                do i = 2, n - 1
                  do j = 2, n - 1
                    sum = 0.0
                    do p = -1, 1
                      do q = -1, 1
                        sum = sum + w(p,q) * x(i+p,j+q)
                      enddo
                    enddo
                    y(i,j) = sum
                  enddo
                enddo
                """)));
            Problem problem = Problem.of(tiler.ranked(), Map.of("n", 15L));
            for (Family family : tiler.families()) {
                for (int z = 0; z < family.roles().size(); z++) {
                    if (family.roles().get(z) == LoopRole.UNROLLED) {
                        int loop = z;
                        List<Candidate> all = new CandidateSpace(problem, family, H200).all();
                        assertTrue(
                                all.stream().allMatch(c -> c.block().get(loop) == 3),
                                () -> all.getFirst().toString());
                    }
                }
            }
            assertTrue(tiler.families().stream().anyMatch(f -> f.roles().contains(LoopRole.UNROLLED)));
        }
    }

    /** Where no loop has k-tiles, candidates of the space say k-tile 1, and those that a user writes say what stands for none. */
    private static boolean isTried(List<Candidate> space, Candidate candidate) {
        return space.stream()
                .anyMatch(c -> c.equals(candidate)
                        || c.options().kTile() == 1
                                && c.block().equals(candidate.block())
                                && c.thread().equals(candidate.thread()));
    }

    /** What won a sweep of many loops is still tried. */
    @TestFactory
    Stream<DynamicTest> fastestRecordedCandidatesOfManyLoopsAreTried() throws IOException {
        return Stream.of("doitgen", "heat-3d")
                .flatMap(nest -> Stream.of(
                        "reports/held-out/" + nest + "/nvidia-h200", "reports/polybench/" + nest + "/nvidia-h200"))
                .map(Path::of)
                .map(folder -> DynamicTest.dynamicTest(folder.toString(), () -> {
                    LoopNest nest = NestParser.parse(files(folder, ".nest").getFirst());
                    JsonNode summary = new JsonMapper().readTree(Files.readString(folder.resolve("summary.json")));
                    Map<String, Long> sizes = new LinkedHashMap<>();
                    summary.get("sizes")
                            .properties()
                            .forEach(e -> sizes.put(e.getKey(), e.getValue().asLong()));
                    Candidate best = candidate(summary.get("best"));
                    try (Context context = new Context()) {
                        Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
                        Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(sizes));
                        assertTrue(
                                tiler.families().stream()
                                        .anyMatch(f -> isTried(CandidateSpace.of(problem, f, H200), best)),
                                best::toString);
                    }
                }));
    }

    private static Candidate candidate(JsonNode best) {
        Map<OptionWord, Integer> given = new EnumMap<>(OptionWord.class);
        best.get("options")
                .properties()
                .forEach(e -> given.put(
                        OptionWord.of(e.getKey()).orElseThrow(), e.getValue().asInt()));
        return new Candidate(numbers(best.get("block")), numbers(best.get("thread")), OptionWord.options(given, 1, 1));
    }

    private static List<Integer> numbers(JsonNode array) {
        List<Integer> numbers = new ArrayList<>();
        array.forEach(n -> numbers.add(n.asInt()));
        return numbers;
    }

    private interface Parsed {
        LoopNest nest();
    }

    private static DynamicTest test(Parsed parsed, Map<String, Long> known) {
        LoopNest nest = parsed.nest();
        return DynamicTest.dynamicTest(nest.name(), () -> {
            Map<String, Long> sizes = new LinkedHashMap<>();
            nest.parameters().forEach(p -> sizes.put(p, known.getOrDefault(p, 4096L)));
            PublishedNests.check(nest, analysed -> {
                Tiler tiler = analysed.tiler();
                assertTrue(count(tiler, sizes, H200) <= MOST, () -> "" + count(tiler, sizes, H200));
                assertTrue(
                        count(tiler, sizes, DeviceCatalog.host()) <= MOST_OF_HOST,
                        () -> "" + count(tiler, sizes, DeviceCatalog.host()));
            });
        });
    }

    private static int count(Tiler tiler, Map<String, Long> sizes, DeviceDescription device) {
        Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(sizes));
        int count = 0;
        for (Family family : tiler.families()) {
            count += CandidateSpace.of(problem, family, device).size();
        }
        return count;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(ending)).sorted().toList();
        }
    }
}
