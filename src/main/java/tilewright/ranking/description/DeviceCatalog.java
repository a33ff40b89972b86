package tilewright.ranking.description;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.InputFile;
import tilewright.model.ShippedFile;
import tilewright.model.UserError;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The device files: those shipped with the tool, by name, and any other, by path. */
public final class DeviceCatalog {
    private static final Pattern TIMES = Pattern.compile("[sS]econds$|^latency\\.[a-zA-Z]+$");
    private static final Pattern MAY_BE_ZERO = Pattern.compile("issueSlots$|Reserved$|^loops\\.rows");
    /** Seconds that no launch, barrier or load takes. */
    private static final double LONGEST = 1;
    /** Beyond the bytes, operations and events of a second on any device. */
    private static final double LARGEST = 1e20;

    private static final String LATENCY = "latencySeconds";
    private static final String APART = "apartSeconds";
    private static final String COLUMNS = "columns";

    /** What is shipped. A resource directory cannot be listed inside a jar, hence the names. */
    private static final List<String> SHIPPED = List.of("h200", "h100", "host", "mi250x");

    private static final Map<String, Class<? extends DeviceDescription>> KINDS =
            Map.of("gpu", GpuDescription.class, "host", HostDescription.class);

    /** Those shipped that were asked for, by name. */
    private static final Map<String, DeviceDescription> READ = new ConcurrentHashMap<>();

    private DeviceCatalog() {}

    /** Names that {@link #find} knows. */
    public static List<String> names() {
        return SHIPPED;
    }

    /**
     * The device of that name, or described in the file of that path.
     *
     * @throws UserError if there is neither, listing what exists, or if the file is no device file
     */
    public static DeviceDescription find(String nameOrPath) {
        String name = nameOrPath.toLowerCase(Locale.ROOT);
        if (SHIPPED.contains(name)) {
            return shipped(name);
        }
        Path path = Path.of(nameOrPath);
        if (!Files.isRegularFile(path)) {
            throw UserError.badInput("no device '" + nameOrPath + "': shipped are " + String.join(", ", SHIPPED)
                    + "; or give the path of a device file (copy a shipped one and edit it)");
        }
        return read(InputFile.text(path, InputFile.LONGEST_TEXT), nameOrPath);
    }

    /** The machine that runs this program. */
    public static HostDescription host() {
        return (HostDescription) shipped("host");
    }

    /** The shipped GPU that a driver reports by this name, e.g. {@code NVIDIA H200}. */
    public static Optional<GpuDescription> gpu(String fullName) {
        return SHIPPED.stream()
                .map(DeviceCatalog::shipped)
                .filter(d -> d.fullName().equalsIgnoreCase(fullName))
                .findFirst()
                .flatMap(d -> d instanceof GpuDescription g ? Optional.of(g) : Optional.empty());
    }

    /** The GPU whose measured figures stand in, scaled, for a GPU without a file. */
    public static GpuDescription referenceGpu() {
        return (GpuDescription) shipped("h200");
    }

    /** The shipped GPU that stands for all of a language where none is named. */
    public static GpuDescription gpu(GpuDescription.Language language) {
        return SHIPPED.stream()
                .map(DeviceCatalog::shipped)
                .flatMap(d -> d instanceof GpuDescription g && g.language() == language ? Stream.of(g) : Stream.empty())
                .findFirst()
                .orElseThrow();
    }

    /** The text of a device file. */
    public static String write(DeviceDescription device) {
        return ShippedFile.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(device) + "\n";
    }

    private static DeviceDescription shipped(String name) {
        return READ.computeIfAbsent(name, DeviceCatalog::readShipped);
    }

    private static DeviceDescription readShipped(String name) {
        String file = name + ".json";
        return read(
                ShippedFile.text(DeviceCatalog.class, "devices/" + file)
                        .orElseThrow(
                                () -> new IllegalStateException("device file " + file + " is missing from the build")),
                file);
    }

    private static DeviceDescription read(String text, String file) {
        try {
            JsonNode tree = ShippedFile.JSON.readTree(text);
            requireSchema(tree, file);
            String word = tree.path("kind").asString("");
            if (word.equals(GpuFacts.KIND)) {
                return ShippedFile.JSON.treeToValue(tree, GpuFacts.class).described();
            }
            Class<? extends DeviceDescription> kind = KINDS.get(word);
            if (kind == null) {
                throw UserError.badInput(file + ": error: kind must be gpu, " + GpuFacts.KIND + " or host");
            }
            requireSensible(tree, "", file);
            tree.path("caches").forEach(DeviceCatalog::completed);
            completed(tree.path("memory"));
            if (tree.path("memory") instanceof ObjectNode memory && memory.has(APART) && !memory.has(COLUMNS)) {
                memory.putArray(COLUMNS); // measured before columns were
            }
            DeviceDescription device = ShippedFile.JSON.treeToValue(tree, kind);
            return device instanceof HostDescription h && h.adapt() ? new HostProbe(Path.of("/")).adapt(h) : device;
        } catch (JacksonException e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    file + ": error: not a device file: " + place(e) + firstLine(e.getOriginalMessage()),
                    e);
        }
    }

    /** The field that could not be read, from the root of the file; empty where the text is no ShippedFile.JSON. */
    private static String place(JacksonException fault) {
        String path = fault.getPath().stream()
                .map(each -> each.getPropertyName() == null ? String.valueOf(each.getIndex()) : each.getPropertyName())
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "" : path + ": ";
    }

    /** Host files that were measured before rows apart from each other were: each waits for the latency. */
    private static void completed(JsonNode level) {
        if (level instanceof ObjectNode object && object.has(LATENCY) && !object.has(APART)) {
            object.set(APART, object.get(LATENCY));
        }
    }

    private static void requireSchema(JsonNode tree, String file) {
        String schema = tree.path("schema").asString("");
        if (!schema.equals(DeviceDescription.SCHEMA)) {
            throw UserError.badInput(file + ": error: schema must be \"" + DeviceDescription.SCHEMA + "\", found \""
                    + schema + "\"; see docs/equations.md and the shipped device files");
        }
    }

    /**
     * Rates, times, sizes and counts: none of a device is negative, and most are not zero.
     *
     * @param name from the root of the file, for messages
     */
    private static void requireSensible(JsonNode value, String name, String file) {
        if (value.isNumber()) {
            boolean time = TIMES.matcher(name).find();
            double least = time || MAY_BE_ZERO.matcher(name).find() ? 0 : Double.MIN_VALUE;
            double most = time ? LONGEST : LARGEST;
            double number = value.doubleValue();
            if (!(number >= least && number <= most)) {
                throw UserError.badInput(file + ": error: " + name + " is " + value + ", and that of a device is "
                        + (least > 0 ? "above 0" : "0 or more") + " and at most " + (time ? "a second" : "1e20"));
            }
        }
        String prefix = name.isEmpty() ? "" : name + ".";
        value.properties().forEach(each -> requireSensible(each.getValue(), prefix + each.getKey(), file));
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            requireSensible(value.get(i), prefix + i, file);
        }
    }

    private static String firstLine(@Nullable String message) {
        String line =
                message == null ? "malformed" : message.lines().findFirst().orElse("malformed");
        int source = line.indexOf(" (start marker at ");
        return source < 0 ? line : line.substring(0, source);
    }
}
