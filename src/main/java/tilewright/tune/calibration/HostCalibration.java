package tilewright.tune.calibration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tilewright.codegen.Templates;
import tilewright.device.HostCompiler;
import tilewright.device.HostMachine;
import tilewright.device.TemporaryFolders;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.description.InstructionRates;
import tilewright.tune.worker.OpenMp;

/**
 * Measures the processors of this machine: a C program with the loops of generated programs, compiled by the same compiler with the
 * same options and run with the same settings of OpenMP as candidates are. Takes some seconds.
 */
public final class HostCalibration {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The lengths of rows that blocks have (the sizes that {@code rank} tries). */
    private static final List<Integer> LENGTHS = List.of(8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512);

    /** Rows that are updated in turn, each by so many of a factor, which begin so many elements apart. */
    private static final int ROWS = 24;

    private static final int CHUNK = 16;
    private static final int NEXT = 16;

    /** Bytes of a row that is stored alone. */
    private static final double SHORT_BYTES = 24 * Float.BYTES;

    /** What is streamed beyond the largest cache, as a multiple of it, and at most. */
    private static final int BEYOND = 4;

    private static final long MOST_BYTES = 768L << 20;

    /** Pages that a column crosses. */
    private static final List<Long> PAGES =
            List.of(32L, 64L, 128L, 256L, 512L, 1024L, 1536L, 2048L, 3072L, 4096L, 8192L);

    private static final long MOST_RING_BYTES = 256L << 20;

    private final HostDescription like;
    private final Map<String, Double> figures = new HashMap<>();
    private final TreeMap<Double, Double> streams = new TreeMap<>();
    private final TreeMap<Double, Double> shares = new TreeMap<>();
    private final TreeMap<Double, Double> rings = new TreeMap<>();
    private final TreeMap<Double, Double> apart = new TreeMap<>();
    /** Pages lie elsewhere each time, and where they lie decides what is found: the average counts. */
    private final TreeMap<Double, List<Double>> columns = new TreeMap<>();

    private HostCalibration(HostDescription like) {
        this.like = like;
    }

    /**
     * Measures.
     *
     * @param like what the system says of cores and caches, and what is not measured
     * @param when date of the measurement, for the notes of sources
     * @throws IOException if the program cannot be built or run
     */
    public static HostDescription measure(HostCompiler compiler, HostDescription like, String when) throws IOException {
        Path folder = Files.createTempDirectory("tilewright-calibration");
        try {
            Path program = compiler.compileProgram("calibration", source(like), folder);
            return described(HostMachine.output(program, OpenMp.settings(), LIMIT), like, compiler.description(), when);
        } finally {
            TemporaryFolders.delete(folder);
        }
    }

    /** The program. */
    static String source(HostDescription like) {
        return Templates.packed().print("calibration/host.ftl", new HostCalibration(like).model());
    }

    /**
     * What the program's output says.
     *
     * @throws IOException if it is none
     */
    static HostDescription described(String output, HostDescription like, String compiler, String when)
            throws IOException {
        HostCalibration calibration = new HostCalibration(like);
        calibration.read(output);
        return calibration.described(compiler, when);
    }

    // ---- what the program measures

    private Map<String, Object> model() {
        List<Map<String, Object>> operations = new ArrayList<>();
        HostOperation.all().forEach(o -> operations.add(o.model()));
        return Map.of(
                "operations",
                operations,
                "rows",
                rows(),
                "sizes",
                words(sizes()),
                "shares",
                words(ofLevels(MOST_BYTES, true)),
                "rings",
                words(ofLevels(MOST_RING_BYTES, false)),
                "pages",
                words(PAGES),
                "rowsApart",
                String.valueOf(HostDescription.Memory.ROWS_APART));
    }

    private List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String type : List.of("real", "double")) {
            for (String operation : List.of("fma", "min")) {
                for (int length : LENGTHS) {
                    rows.add(Map.of(
                            "name",
                            "rows_" + type + "_" + operation + "_" + length,
                            "key",
                            "row " + type + " " + operation + " " + length,
                            "rows",
                            String.valueOf(ownRows(length, type.equals("real") ? Float.BYTES : Double.BYTES)),
                            "chunk",
                            String.valueOf(CHUNK),
                            "next",
                            String.valueOf(Math.min(length, NEXT)),
                            "length",
                            String.valueOf(length),
                            "type",
                            type.equals("real") ? "float" : "double",
                            "data",
                            type.equals("real") ? "reals" : "doubles",
                            "statement",
                            statement(type.equals("real") ? "float" : "double", operation)));
                }
            }
        }
        return rows;
    }

    /** Rows that are updated: as many as half of the first cache holds beside those of the right factor. */
    private int ownRows(int length, int bytes) {
        long right = bytes * ((CHUNK - 1L) * Math.min(length, NEXT) + length);
        long room = like.caches().getFirst().bytes() / 2 - right;
        return Math.toIntExact(Math.clamp(room / ((long) length * bytes), 2, ROWS));
    }

    private static String statement(String type, String operation) {
        return operation.equals("fma")
                ? "own[i][j] = own[i][j] + factor * right[k * NEXT + j];"
                : "const " + type
                        + " sum = factor + right[k * NEXT + j]; own[i][j] = sum < own[i][j] ? sum : own[i][j];";
    }

    /** Powers of two from the first cache to well beyond the last one, for one thread: where the rate falls a cache ends. */
    private List<Long> sizes() {
        List<Long> sizes = new ArrayList<>(ofLevels(MOST_BYTES, false));
        long from = 4 * like.caches().get(like.caches().size() - 2).bytes();
        for (long bytes = from; bytes < beyond(MOST_BYTES); bytes *= 2) {
            sizes.add(bytes);
        }
        return sizes.stream().distinct().sorted().toList();
    }

    private long beyond(long most) {
        return Math.min(most, BEYOND * like.lastCache().bytes());
    }

    /**
     * Half of each cache (of much larger ones than the one before less: others may use a shared one, too), and what no cache holds.
     *
     * @param each whether all threads stream so much, so that they share the last cache
     */
    private List<Long> ofLevels(long most, boolean each) {
        List<Long> sizes = new ArrayList<>();
        long below = 0;
        for (HostDescription.Cache cache : like.caches()) {
            long share = cache.perCore() || !each ? cache.bytes() : cache.bytes() / like.processors();
            sizes.add(below == 0 ? share / 2 : Math.max(2 * below, Math.min(share / 2, 8 * below)));
            below = cache.bytes();
        }
        sizes.add(beyond(most) / (each ? like.processors() : 1));
        return sizes;
    }

    private static List<String> words(List<Long> sizes) {
        return sizes.stream().map(String::valueOf).toList();
    }

    // ---- what it says

    /** A figure that is measured several times is the best of them. */
    private void read(String output) throws IOException {
        for (String line : output.split("\n")) {
            int space = line.lastIndexOf(' ');
            if (space < 0) {
                throw new IOException("the program that measures the processors said: " + line);
            }
            String name = line.substring(0, space);
            double value = Double.parseDouble(line.substring(space + 1));
            String[] words = name.split(" ");
            switch (words[0]) {
                case "stream" -> streams.merge(Double.valueOf(words[1]), value, Math::max);
                case "streams" -> shares.merge(Double.valueOf(words[1]), value, Math::max);
                case "apart" -> apart.merge(Double.valueOf(words[1]), value, Math::min);
                case "latency" -> rings.merge(Double.valueOf(words[1]), value, Math::min);
                case "pages" ->
                    columns.computeIfAbsent(Double.valueOf(words[1]), _ -> new ArrayList<>())
                            .add(value);
                case "row", "short", "across", "checked", "forkjoin", "block", "touch" ->
                    figures.merge(name, value, Math::min);
                default -> figures.merge(name, value, Math::max);
            }
        }
    }

    private double figure(String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }

    private HostDescription described(String compiler, String when) {
        int processors = (int) figure("threads");
        List<Long> alone = ofLevels(MOST_BYTES, false);
        List<Long> together = ofLevels(MOST_BYTES, true);
        List<Long> around = ofLevels(MOST_RING_BYTES, false);
        List<HostDescription.Cache> caches = new ArrayList<>();
        int last = like.caches().size() - 1;
        for (int c = 0; c <= last; c++) {
            HostDescription.Cache cache = like.caches().get(c);
            // On a busy machine threads wait for processors: all together are not slower than one.
            caches.add(new HostDescription.Cache(
                    cache.name(),
                    c == last ? lastBytes(alone.get(last), cache.bytes()) : cache.bytes(),
                    Math.max(at(shares, together.get(c)), at(streams, alone.get(c))),
                    at(streams, alone.get(c)),
                    at(rings, around.get(c)),
                    at(apart, around.get(c)),
                    cache.perCore()));
        }
        Map<String, List<HostDescription.Loops.Row>> rows = new TreeMap<>();
        for (String type : List.of("real", "double")) {
            for (String operation : List.of("fma", "min")) {
                String update = type + " " + operation;
                rows.put(
                        update,
                        LENGTHS.stream()
                                .map(n -> new HostDescription.Loops.Row(n, figure("row " + update + " " + n)))
                                .toList());
            }
        }
        return new HostDescription(
                like.schema(),
                like.kind(),
                like.name(),
                HostMachine.describe().device(),
                false,
                processors,
                like.clockHertz(),
                like.vectorBytes(),
                rates(),
                caches,
                new HostDescription.Memory(
                        Math.max(
                                shares.lastEntry().getValue(),
                                streams.lastEntry().getValue()),
                        streams.lastEntry().getValue(),
                        rings.lastEntry().getValue(),
                        apart.lastEntry().getValue(),
                        figure("touch"),
                        columns.entrySet().stream()
                                .map(c -> new HostDescription.Memory.Column(c.getKey(), mean(c.getValue())))
                                .toList()),
                new HostDescription.Loops(
                        figure("load"), figure("store"), rows, start(), figure("across"), figure("checked")),
                new HostDescription.Threads(figure("forkjoin"), figure("block")),
                like.overlap(),
                Map.of(
                        "*",
                        HostMachine.describe().device() + ", " + processors + " threads, " + compiler
                                + ", measured by 'tilewright calibrate --target c' on " + when
                                + " unless said otherwise",
                        "vectorBytes, overlap, pipe, issueSlots, latencySeconds of operations",
                        "not measured: usual for such cores",
                        "caches.bytes",
                        "from the system; of the last cache what one thread was seen to use of it"));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(v -> v).average().orElseThrow();
    }

    /** What a row takes that is stored, beside the time of its stores. */
    private double start() {
        return Math.max(0, figure("short") - SHORT_BYTES / figure("store"));
    }

    /** The nearest size that was measured: several levels may ask for the same. */
    private static double at(TreeMap<Double, Double> measured, double bytes) {
        Map.Entry<Double, Double> entry = measured.floorEntry(bytes);
        return (entry == null ? measured.firstEntry() : entry).getValue();
    }

    /** Where the rate of one thread has fallen half-way from that of the cache to that of memory: others may use a shared cache, too. */
    private long lastBytes(double inside, long told) {
        double limit = Math.sqrt(at(streams, inside) * streams.lastEntry().getValue());
        double bytes = like.caches().get(like.caches().size() - 2).bytes();
        for (Map.Entry<Double, Double> each : streams.entrySet()) {
            if (each.getKey() > bytes && each.getValue() >= limit) {
                bytes = each.getKey();
            }
        }
        return Math.min(told, (long) bytes);
    }

    private InstructionRates rates() {
        Map<String, Map<String, InstructionRates.Rate>> types = new HashMap<>();
        like.instructions().types().forEach((type, known) -> {
            Map<String, InstructionRates.Rate> rates = new HashMap<>();
            known.forEach((operation, rate) -> {
                String measured = HostOperation.standsFor(type, operation);
                rates.put(
                        operation,
                        new InstructionRates.Rate(
                                rate.pipe(), figure(measured), rate.issueSlots(), rate.latencySeconds()));
            });
            types.put(type, rates);
        });
        return new InstructionRates(figure("real add") * 2, types);
    }
}
