package tilewright.tune.stored;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tilewright.device.KernelResources;
import tilewright.device.LaunchMode;
import tilewright.device.Observed;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.OptionWord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Measurements as JSON lines, schema {@value #SCHEMA}. Times are in seconds, memory in bytes. Example (one line):
 *
 * <pre>{@code
 * {"schema":"tilewright/measurement/1","nest":"floyd-warshall","nestHash":"..","sizes":{"n":4096},"target":"cuda",
 *  "device":"NVIDIA H200","driver":"CUDA 13.0","compiler":"nvrtc 13.0","phase":"sweep","rank":3,
 *  "block":[64,128,128],"thread":[1,8,8],"options":{"kTile":16,"stages":1},
 *  "predicted":{"seconds":0.011,"reads":1.2E9,"writes":4.1E8},"status":"ok","seconds":0.0117,
 *  "runs":[0.0117,0.0118],"mode":"graph","maxRelativeError":1.1E-6,"registers":96,"sharedBytes":24576,"localBytes":0,
 *  "kernels":[{"name":"level0","registers":96,"localBytes":0,"sharedBytes":24576,"threads":256}]}
 * }</pre>
 */
public final class MeasurementFormat {
    static final String SCHEMA = "tilewright/measurement/1";
    /** No run takes as long: ten thousand years. */
    private static final double LONGEST_SECONDS = 3e11;

    private static final JsonMapper JSON = JsonMapper.shared();

    private MeasurementFormat() {}

    /** One line, without its end. */
    public static String write(Measurement measurement) {
        ObjectNode line = JSON.createObjectNode();
        line.put("schema", SCHEMA);
        writeSweep(line, measurement.sweep());
        line.put("phase", measurement.phase().name().toLowerCase(Locale.ROOT));
        line.put("rank", measurement.contender().rank());
        writeCandidate(line, measurement.contender().candidate());
        writePredicted(line.putObject("predicted"), measurement.contender().predicted());
        Place place = measurement.place();
        if (place != null) {
            line.put("host", place.host());
            line.put("unit", place.unit());
            line.put("worker", place.worker());
        }
        writeOutcome(line, measurement);
        return JSON.writeValueAsString(line);
    }

    private static void writeSweep(ObjectNode line, SweepIdentity sweep) {
        line.put("nest", sweep.nest());
        line.put("nestHash", sweep.nestHash());
        ObjectNode sizes = line.putObject("sizes");
        sweep.sizes().forEach(sizes::put);
        line.put("target", sweep.target().jsonName());
        line.put("device", sweep.device());
        line.put("driver", sweep.driver());
        line.put("compiler", sweep.compiler());
    }

    /** Writes {@code block}, {@code thread} and {@code options}. */
    public static void writeCandidate(ObjectNode object, Candidate candidate) {
        ArrayNode block = object.putArray("block");
        candidate.block().forEach(block::add);
        ArrayNode thread = object.putArray("thread");
        candidate.thread().forEach(thread::add);
        ObjectNode options = object.putObject("options");
        OptionWord.fields(candidate.options()).forEach(options::put);
    }

    private static void writePredicted(ObjectNode object, Predicted predicted) {
        object.put("seconds", predicted.seconds());
        predicted.volumes().forEach(object::put);
    }

    private static void writeOutcome(ObjectNode line, Measurement measurement) {
        Outcome outcome = measurement.outcome();
        line.put("status", outcome.status().jsonName());
        if (outcome.message() != null) {
            line.put("message", outcome.message());
        }
        if (measurement.isOk()) {
            line.put("seconds", measurement.seconds());
        }
        ArrayNode runs = line.putArray("runs");
        outcome.runs().forEach(runs::add);
        if (outcome.mode() != null) {
            line.put("mode", outcome.mode().jsonName());
        }
        Double error = outcome.maxRelativeError();
        if (error != null && Double.isFinite(error)) {
            line.put("maxRelativeError", error);
        }
        putIfKnown(line, "registers", outcome.registers());
        putIfKnown(line, "sharedBytes", outcome.sharedBytes());
        putIfKnown(line, "localBytes", outcome.localBytes());
        Double occupancy = outcome.occupancy();
        if (occupancy != null) {
            line.put("occupancy", occupancy);
        }
        if (!outcome.kernels().isEmpty()) {
            ArrayNode kernels = line.putArray("kernels");
            outcome.kernels().forEach(kernel -> writeKernel(kernels.addObject(), kernel));
        }
        if (!outcome.kernelSeconds().isEmpty()) {
            ArrayNode seconds = line.putArray("kernelSeconds");
            outcome.kernelSeconds().forEach(seconds::add);
        }
        Observed observed = outcome.observed();
        if (observed != null) {
            writeObserved(line.putObject("observed"), observed);
        }
    }

    private static void writeObserved(ObjectNode object, Observed observed) {
        object.put("joules", observed.joules());
        object.put("watts", observed.watts());
        object.put("multiprocessorHertz", observed.multiprocessorHertz());
        object.put("memoryHertz", observed.memoryHertz());
        object.put("celsius", observed.celsius());
        ArrayNode throttled = object.putArray("throttled");
        observed.throttled().forEach(throttled::add);
    }

    private static @Nullable Observed readObserved(JsonNode object) {
        if (object.isMissingNode()) {
            return null;
        }
        List<String> throttled = new ArrayList<>();
        object.required("throttled").forEach(each -> throttled.add(each.asString()));
        return new Observed(
                object.required("joules").asDouble(),
                object.required("watts").asDouble(),
                object.required("multiprocessorHertz").asDouble(),
                object.required("memoryHertz").asDouble(),
                object.required("celsius").asInt(),
                throttled);
    }

    private static void writeKernel(ObjectNode object, KernelResources kernel) {
        object.put("name", kernel.kernel());
        object.put("registers", kernel.registers());
        object.put("localBytes", kernel.localBytes());
        object.put("sharedBytes", kernel.sharedBytes());
        object.put("threads", kernel.threads());
        if (kernel.occupancy() > 0) {
            object.put("occupancy", kernel.occupancy());
        }
    }

    private static void putIfKnown(ObjectNode line, String name, @Nullable Integer value) {
        if (value != null) {
            line.put(name, value);
        }
    }

    /**
     * Reads a line that {@link #write} wrote. How shared memory divides into static and dynamic is not stored; it comes
     * back as dynamic.
     *
     * @throws RuntimeException when it is not such a line
     */
    public static Measurement read(String text) {
        JsonNode line = JSON.readTree(text);
        if (!SCHEMA.equals(line.path("schema").asString(""))) {
            JsonNode found = line.path("schema");
            throw new IllegalArgumentException(
                    found.isMissingNode() ? "it names no schema" : "its schema is " + found + ", not " + SCHEMA);
        }
        SweepIdentity sweep = new SweepIdentity(
                line.required("nest").asString(),
                line.required("nestHash").asString(),
                readSizes(line.required("sizes")),
                Target.valueOf(line.required("target").asString().toUpperCase(Locale.ROOT)),
                line.required("device").asString(),
                line.required("driver").asString(),
                line.required("compiler").asString());
        Contender contender = new Contender(
                line.required("rank").asInt(), readCandidate(line), readPredicted(line.required("predicted")));
        Measurement.Phase phase =
                Measurement.Phase.valueOf(line.required("phase").asString().toUpperCase(Locale.ROOT));
        return new Measurement(sweep, contender, readOutcome(line), phase, place(line));
    }

    private static @Nullable Place place(JsonNode line) {
        return line.has("host")
                ? new Place(
                        line.get("host").asString(),
                        line.required("unit").asString(),
                        line.required("worker").asInt())
                : null;
    }

    private static List<Double> seconds(JsonNode array) {
        List<Double> seconds = new ArrayList<>();
        array.forEach(each -> seconds.add(each.asDouble()));
        return seconds;
    }

    private static SequencedMap<String, Long> readSizes(JsonNode object) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        object.properties().forEach(entry -> sizes.put(entry.getKey(), whole(entry.getKey(), entry.getValue())));
        return sizes;
    }

    private static Candidate readCandidate(JsonNode line) {
        Candidate candidate = new Candidate(
                integers("block", line.required("block")),
                integers("thread", line.required("thread")),
                options(line.required("options")));
        if (candidate.options().kTile() < 1 && !candidate.isAsWritten()) {
            throw new IllegalArgumentException("options are " + line.required("options"));
        }
        return candidate;
    }

    private static long whole(String name, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return value.longValue();
    }

    private static int positive(String name, JsonNode value) {
        long whole = whole(name, value);
        if (whole < 1 || whole > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " is " + value);
        }
        return (int) whole;
    }

    private static Candidate.Options options(JsonNode node) {
        Map<OptionWord, Integer> given = new EnumMap<>(OptionWord.class);
        node.properties()
                .forEach(field -> OptionWord.of(field.getKey())
                        .ifPresent(word -> given.put(word, field.getValue().asInt())));
        if (!given.keySet().containsAll(List.of(OptionWord.K_TILE, OptionWord.STAGES))) {
            throw new IllegalArgumentException("options are " + node);
        }
        if (given.getOrDefault(OptionWord.K_TILE, -1) < 0 || given.getOrDefault(OptionWord.STAGES, 0) < 1) {
            throw new IllegalArgumentException("options are " + node);
        }
        return OptionWord.options(given, 1, 1);
    }

    private static List<Integer> integers(String name, JsonNode array) {
        List<Integer> values = new ArrayList<>();
        array.forEach(value -> values.add(positive(name, value)));
        return values;
    }

    private static Predicted readPredicted(JsonNode object) {
        SequencedMap<String, Double> volumes = new LinkedHashMap<>();
        object.properties()
                .forEach(entry -> volumes.put(entry.getKey(), entry.getValue().asDouble()));
        volumes.remove("seconds");
        return new Predicted(object.required("seconds").asDouble(), volumes);
    }

    /** Whether nobody changed one of them; digits that a text leaves out are no change. */
    private static boolean isMedian(double seconds, List<Double> runs) {
        return Math.abs(seconds / Statistics.median(runs) - 1) < 1e-6;
    }

    private static Outcome readOutcome(JsonNode line) {
        Status status = Status.of(line.required("status").asString());
        List<Double> runs = seconds(line.required("runs"));
        if (status == Status.OK
                && (runs.isEmpty() || !runs.stream().allMatch(run -> run > 0 && run < LONGEST_SECONDS))) {
            throw new IllegalArgumentException("status is ok, and \"runs\" is " + line.get("runs"));
        }
        if (status == Status.OK && !isMedian(line.path("seconds").asDouble(Double.NaN), runs)) {
            throw new IllegalArgumentException(
                    "\"seconds\" is " + line.get("seconds") + ", not the median of \"runs\"");
        }
        Double error = line.has("maxRelativeError")
                ? (Double) line.get("maxRelativeError").asDouble()
                : null;
        if (status == Status.OK && error != null && !Double.isFinite(error)) {
            throw new IllegalArgumentException("status is ok, and \"maxRelativeError\" is " + error);
        }
        List<KernelResources> kernels = new ArrayList<>();
        line.path("kernels")
                .forEach(kernel -> kernels.add(new KernelResources(
                        kernel.required("name").asString(),
                        kernel.required("registers").asInt(),
                        kernel.required("localBytes").asInt(),
                        0,
                        kernel.required("sharedBytes").asInt(),
                        kernel.required("threads").asInt(),
                        kernel.path("occupancy").asDouble(0))));
        return new Outcome(
                status,
                line.has("message") ? line.get("message").asString() : null,
                runs,
                kernels,
                seconds(line.path("kernelSeconds")),
                error,
                line.has("mode")
                        ? LaunchMode.valueOf(line.get("mode").asString().toUpperCase(Locale.ROOT))
                        : null,
                readObserved(line.path("observed")));
    }
}
