package tilewright.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Results directories made up for tests, of the shape that {@code tune} writes. The times follow a simple model
 * of traffic plus latency with seeded noise; they were measured nowhere, and the device says so.
 */
final class SyntheticSweep {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    static final String DEVICE = "Synthetic GPU (made-up times)";

    private final String nest;
    private final Map<String, Long> sizes;
    private final List<List<Integer>> blocks;
    private final List<List<Integer>> threads;
    private final Random random = new Random(2016);
    private int runs = 7;
    private int finalists = 8;
    private boolean failures = true;
    private final Map<String, Double> baselines = new LinkedHashMap<>();

    /** A made-up candidate and its times. */
    private record Made(List<Integer> block, List<Integer> thread, int chunk, double predicted, double measured) {}

    /**
     * @param blocks choices of block size per loop
     * @param threads choices of thread sizes
     */
    SyntheticSweep(String nest, Map<String, Long> sizes, List<List<Integer>> blocks, List<List<Integer>> threads) {
        this.nest = nest;
        this.sizes = new LinkedHashMap<>(sizes);
        this.blocks = blocks;
        this.threads = threads;
    }

    /** Every candidate passes. */
    SyntheticSweep withoutFailures() {
        failures = false;
        return this;
    }

    /** The number of runs of an ordinary candidate and of finalists, which run again twice as often. */
    SyntheticSweep runs(int ordinary, int finalists) {
        this.runs = ordinary;
        this.finalists = finalists;
        return this;
    }

    SyntheticSweep baseline(String name, double seconds) {
        baselines.put(name, seconds);
        return this;
    }

    /** The 3D blocks of Floyd-Warshall. */
    static SyntheticSweep floydWarshall() {
        return new SyntheticSweep(
                        "floyd-warshall",
                        Map.of("n", 8192L),
                        List.of(List.of(16, 32, 64, 128), List.of(32, 64, 128), List.of(32, 64, 128, 256)),
                        List.of(List.of(1, 4, 4), List.of(1, 8, 8)))
                .baseline("one launch per k", 1.505)
                .baseline("PPCG 0.09, guarded nest", 1.369)
                .baseline("hand-written prototype", 0.0673);
    }

    /** Writes measurements and summary. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<Made> made = candidates();
        List<String> lines = new ArrayList<>();
        List<Made> passed = new ArrayList<>();
        for (int rank = 1; rank <= made.size(); rank++) {
            Made each = made.get(rank - 1);
            String status = status(each);
            if (status.equals("ok")) {
                passed.add(each);
            }
            lines.add(JSON.writeValueAsString(line(each, rank, status, "sweep", runs)));
        }
        passed.sort(Comparator.comparingDouble(Made::measured));
        for (Made finalist : passed.subList(0, Math.min(finalists, passed.size()))) {
            lines.add(JSON.writeValueAsString(line(finalist, made.indexOf(finalist) + 1, "ok", "final", 2 * runs)));
        }
        Files.writeString(directory.resolve("measurements.jsonl"), String.join("\n", lines) + "\n");
        Files.writeString(
                directory.resolve("summary.json"),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(summary(made, passed)) + "\n");
    }

    private List<Made> candidates() {
        List<Made> made = new ArrayList<>();
        for (List<Integer> block : product(blocks)) {
            for (List<Integer> thread : threads) {
                double predicted = model(block, thread);
                double bias = 1.06
                        + 0.25 * Math.log10(1 + block.stream().mapToInt(b -> b).sum() / 64.0) * random.nextDouble();
                made.add(new Made(
                        block, thread, 16, predicted, predicted * bias * Math.exp(0.07 * random.nextGaussian())));
            }
        }
        made.sort(Comparator.comparingDouble(Made::predicted));
        return made;
    }

    /** Traffic n^3 (2/r1 + 1/r2 + ..), shared traffic by thread size, latency of the block steps. */
    private double model(List<Integer> block, List<Integer> thread) {
        double n = sizes.values().stream().mapToLong(s -> s).max().orElse(1024);
        double operations = Math.pow(n, 3);
        double global = 0;
        double shared = 0;
        for (int z = 0; z < block.size(); z++) {
            global += (z == 0 ? 2.0 : 1.0) / block.get(z);
            shared += z == 0 && block.size() > 2 ? 0 : 1.0 / thread.get(z);
        }
        double latency = n
                / block.getFirst()
                * (14e-6 + block.stream().mapToInt(b -> b).max().orElse(1) * 0.35e-6);
        return Math.max(
                        operations / 13.6e12,
                        Math.max(operations * 4 * global / 4.2e12, operations * 4 * shared / 22e12))
                + latency;
    }

    private String status(Made made) {
        int area = made.block.stream().skip(1).reduce(1, (a, b) -> a * b);
        int perThread = made.thread.stream().reduce(1, (a, b) -> a * b);
        if (!failures) {
            return "ok";
        }
        if (area / perThread > 1024) {
            return "launch-error";
        }
        return switch (Math.floorMod(made.block.hashCode() * 31 + made.thread.hashCode(), 23)) {
            case 5 -> "wrong";
            case 11 -> "compile-error";
            case 17 -> "timeout";
            default -> "ok";
        };
    }

    private ObjectNode line(Made made, int rank, String status, String phase, int times) {
        ObjectNode line = JSON.createObjectNode();
        line.put("schema", "tilewright/measurement/1").put("nest", nest);
        sizes(line);
        line.put("device", DEVICE)
                .put("driver", "0.0")
                .put("compiler", "none")
                .put("phase", phase)
                .put("rank", rank);
        numbers(line.putArray("block"), made.block);
        numbers(line.putArray("thread"), made.thread);
        line.putObject("options").put("kTile", made.chunk).put("stages", 1);
        line.putObject("predicted")
                .put("seconds", rounded(made.predicted))
                .put("reads", 12345L)
                .put("writes", 678L);
        line.put("status", status);
        String message = message(status);
        if (message != null) {
            line.put("message", message);
        }
        ArrayNode seconds = line.putArray("runs");
        for (int i = 0; status.equals("ok") && i < times; i++) {
            seconds.add(rounded(made.measured * (1 + 0.004 * Math.abs(random.nextGaussian()))));
        }
        if (status.equals("ok")) {
            line.put("registers", 24 + 2 * made.thread.stream().reduce(1, (a, b) -> a * b));
            line.put(
                    "sharedBytes",
                    4
                            * made.chunk
                            * made.block.stream().skip(1).mapToInt(b -> b).sum());
        }
        return line;
    }

    private static @Nullable String message(String status) {
        return switch (status) {
            case "wrong" -> "a[17][3] is 12.5, expected 11.25 (n = 45, <block> & \"guard\")";
            case "compile-error" -> "ptxas: entry function uses too much shared data (0x40000 bytes)";
            case "launch-error" -> "cuLaunchKernel: too many threads per block";
            case "timeout" -> "no answer within 30 s";
            default -> null;
        };
    }

    private ObjectNode summary(List<Made> made, List<Made> passed) {
        ObjectNode summary = JSON.createObjectNode();
        summary.put("schema", "tilewright/summary/1").put("nest", nest);
        sizes(summary);
        summary.put("device", DEVICE).put("end", "complete").put("exhaustive", false);
        if (!passed.isEmpty()) {
            Made best = passed.getFirst();
            ObjectNode node = summary.putObject("best");
            numbers(node.putArray("block"), best.block);
            numbers(node.putArray("thread"), best.thread);
            node.putObject("options").put("kTile", best.chunk).put("stages", 1);
            double n = sizes.values().stream().mapToLong(s -> s).max().orElse(1);
            node.put("seconds", rounded(best.measured)).put("operationsPerSecond", rounded(n * n * n / best.measured));
            node.put("predictedRank", made.indexOf(best) + 1);
            summary.putObject("ranking")
                    .put("candidates", passed.size())
                    .put("top1", top(made, passed, 1))
                    .put("top5", top(made, passed, 5))
                    .put("top10", top(made, passed, 10))
                    .put("spearman", 0.93);
        }
        ArrayNode others = summary.putArray("baselines");
        baselines.forEach(
                (name, seconds) -> others.addObject().put("name", name).put("seconds", seconds));
        ObjectNode environment = summary.putObject("environment");
        environment.put("host", "made up").put("operating system", "none");
        environment.putObject("gpu").put("multiprocessors", 132).put("shared memory per block", 232448);
        return summary;
    }

    private double top(List<Made> made, List<Made> passed, int k) {
        List<Made> ranked = made.stream().filter(passed::contains).limit(k).toList();
        double least = ranked.stream().mapToDouble(Made::measured).min().orElseThrow();
        return rounded(least / passed.getFirst().measured);
    }

    private void sizes(ObjectNode node) {
        ObjectNode values = node.putObject("sizes");
        sizes.forEach((name, value) -> values.put(name, value));
    }

    private static void numbers(ArrayNode array, List<Integer> values) {
        values.forEach(array::add);
    }

    private static double rounded(double value) {
        return Double.parseDouble(String.format(java.util.Locale.ROOT, "%.6e", value));
    }

    private static List<List<Integer>> product(List<List<Integer>> choices) {
        List<List<Integer>> product = List.of(List.of());
        for (List<Integer> each : choices) {
            product = product.stream()
                    .flatMap(head -> each.stream().map(last -> {
                        List<Integer> longer = new ArrayList<>(head);
                        longer.add(last);
                        return List.copyOf(longer);
                    }))
                    .collect(Collectors.toList());
        }
        return product;
    }
}
