package tilewright.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.model.InputFile;
import tilewright.model.UserError;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * Nests, their sizes and devices, as a file: TOML, or JSON of the same shape. What stands in the tables {@code tune} are options
 * of the command {@code tune}, which checks them; {@code docs/cluster.md} has an example.
 *
 * @param output folder of all results
 * @param sweeps one for each nest, size and device, nests first
 */
record CampaignFile(Path output, List<Sweep> sweeps) {
    private static final String JSON = "json";
    /** What the reader of JSON says of where a bracket began, in words of its own. */
    private static final Pattern PLACE = Pattern.compile(" \\(start marker at .*\\)$");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]*");

    CampaignFile {
        sweeps = List.copyOf(sweeps);
    }

    /**
     * One sweep.
     *
     * @param title nest and sizes, for people
     * @param device number of the device, from 0
     * @param folder of its results
     * @param arguments of {@code tune}, without {@code -o} and {@code --resume}
     */
    record Sweep(String title, int device, Path folder, List<String> arguments) {
        Sweep {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Reads it.
     *
     * @throws UserError with the place of what is wrong
     */
    static CampaignFile read(Path file) throws IOException {
        try {
            return new Reader(file, mapper(file).readTree(InputFile.text(file, InputFile.LONGEST_TEXT))).read();
        } catch (JacksonException e) {
            throw UserError.badInput(file + ":"
                    + (e.getLocation() == null ? "" : e.getLocation().getLineNr() + ":") + " error: "
                    + PLACE.matcher(e.getOriginalMessage()).replaceAll(""));
        }
    }

    /** The format whose name the file ends with, of those that are installed. */
    private static ObjectMapper mapper(Path file) {
        String ending = file.toString().replaceAll(".*\\.", "");
        if (ending.equalsIgnoreCase(JSON)) {
            return JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();
        }
        return ServiceLoader.load(ObjectMapper.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.tokenStreamFactory().getFormatName().equalsIgnoreCase(ending))
                .findFirst()
                .orElseThrow(() -> UserError.badInput(
                        file + ": error: a campaign is a file in TOML or JSON; name it .toml or .json"));
    }

    /** One reading. */
    private record Reader(Path file, JsonNode root) {
        private static final Set<String> TABLES = Set.of("output", "tune", "device", "nest");
        private static final Set<String> OF_NESTS = Set.of("file", "sizes", "tune");

        CampaignFile read() {
            requireKnown(root, TABLES, "");
            JsonNode output = root.path("output");
            if (!output.isMissingNode() && output.stringValue("").isEmpty()) {
                throw fault("output is a folder's name, as in output = \"results\"");
            }
            return read(Path.of(output.stringValue("reports")));
        }

        private CampaignFile read(Path output) {
            List<Sweep> sweeps = new ArrayList<>();
            JsonNode nests = root.path("nest");
            if (nests.isEmpty()) {
                throw fault("names no nest; add [[nest]] with file = \"..\" and sizes = [{n = 4096}]");
            }
            for (JsonNode nest : nests) {
                requireKnown(nest, OF_NESTS, "nest.");
                String path = text(nest, "file");
                JsonNode sizes = nest.path("sizes");
                if (sizes.isEmpty()) {
                    throw fault("nest " + path + " has no sizes; add sizes = [{n = 4096}]");
                }
                for (JsonNode each : sizes) {
                    addSweeps(sweeps, output, nest, path, each);
                }
            }
            return new CampaignFile(output, sweeps);
        }

        private void addSweeps(List<Sweep> sweeps, Path output, JsonNode nest, String path, JsonNode sizes) {
            if (!sizes.isObject()) {
                throw fault("sizes of nest " + path + " are a list of tables, as in sizes = [{n = 4096}]");
            }
            String set = sizes.properties().stream()
                    .map(size -> size.getKey() + "=" + whole(path, size.getKey(), size.getValue()))
                    .collect(Collectors.joining(","));
            String name = Path.of(path).getFileName().toString().replaceFirst("\\.[^.]*$", "");
            JsonNode devices = root.path("device");
            for (int device = 0; device < Math.max(1, devices.size()); device++) {
                JsonNode described = devices.path(device);
                List<String> arguments = new ArrayList<>(set.isEmpty() ? List.of(path) : List.of(path, "--set", set));
                Map<String, JsonNode> options = new LinkedHashMap<>();
                for (JsonNode table : List.of(root.path("tune"), described, nest.path("tune"))) {
                    table.properties().forEach(option -> options.put(option.getKey(), option.getValue()));
                }
                options.remove("name");
                options.forEach((option, value) -> addOption(arguments, "--" + option, value));
                String where = described.path("name").asString("");
                if (!where.isEmpty() && !PLAIN.matcher(where).matches()) {
                    throw fault(
                            "device '" + where + "': the name is that of a folder: letters, digits, '-', '_' and '.'");
                }
                Path folder = output.resolve(where)
                        .resolve(name)
                        .resolve(set.isEmpty() ? "fixed" : set.replace("=", "").replace(',', '-'));
                String title = (name + " " + set.replace(",", ", ")).strip() + (where.isEmpty() ? "" : " on " + where);
                requireOwn(folder, sweeps, title);
                sweeps.add(new Sweep(title, device, folder, arguments));
            }
        }

        private long whole(String nest, String parameter, JsonNode value) {
            if (!value.isIntegralNumber() || !value.canConvertToLong()) {
                throw fault("nest " + nest + ": " + parameter + " = " + value + " is no whole number of 64 bits");
            }
            return value.asLong();
        }

        private void requireOwn(Path folder, List<Sweep> before, String title) {
            before.stream()
                    .filter(sweep -> sweep.folder().equals(folder))
                    .findFirst()
                    .ifPresent(sweep -> {
                        throw fault("results of '" + title + "' would go to " + folder
                                + " as those of a sweep before it; give nests different file names, devices different"
                                + " names and each size once");
                    });
        }

        /** {@code top = 20} is {@code --top 20}, {@code exhaustive = true} is {@code --exhaustive}, a list repeats the option. */
        private static void addOption(List<String> arguments, String name, JsonNode value) {
            if (value.isArray()) {
                value.forEach(each -> addOption(arguments, name, each));
            } else if (!value.isBoolean()) {
                arguments.addAll(List.of(name, value.asString()));
            } else if (value.asBoolean()) {
                arguments.add(name);
            }
        }

        private String text(JsonNode table, String name) {
            if (!table.path(name).isString()) {
                throw fault("every [[nest]] has a " + name + " = \"..\"");
            }
            return table.path(name).asString();
        }

        private void requireKnown(JsonNode table, Set<String> names, String prefix) {
            table.propertyNames().stream()
                    .filter(name -> !names.contains(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw fault("nothing is called '" + prefix + name + "'; there are "
                                + names.stream().sorted().map(prefix::concat).collect(Collectors.joining(", ")));
                    });
        }

        private UserError fault(String what) {
            return UserError.badInput(file + ": error: " + what);
        }
    }
}
