package tilewright.report.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.InputFile;
import tilewright.model.UserError;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code tune --graph} left in a folder, and {@code rank --graph --json} as {@code ranking.json} beside it.
 *
 * @param folder its name
 * @param graph as {@code --graph} was given
 * @param runs that were right, in the order measured
 * @param predicted seconds by schedule, the fastest first; empty where nothing is stored
 */
public record ScheduleSweep(
        String folder, String nest, String graph, String device, List<Run> runs, Map<String, Double> predicted) {
    private static final String LINES = "measurements.jsonl";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * One schedule.
     *
     * @param seconds mean over the sources
     * @param inspector seconds that its data took to make
     * @param stored arcs stored over the mean time
     * @param nominal arcs before loops and duplicates were dropped, over the mean time; 0 in older lines
     * @param reached edges reached, without duplicates, over the time: harmonic mean over the sources
     */
    public record Run(
            String schedule, double seconds, double inspector, double stored, double nominal, double reached) {}

    public ScheduleSweep {
        runs = List.copyOf(runs);
        predicted = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(predicted));
    }

    /** Whether a folder holds schedules of a graph. */
    public static boolean isIn(Path folder) throws IOException {
        Path lines = folder.resolve(LINES);
        if (!Files.exists(lines)) {
            return false;
        }
        return InputFile.text(lines, InputFile.LONGEST_RESULTS)
                .lines()
                .findFirst()
                .filter(l -> l.contains("tilewright/schedule-measurement/"))
                .isPresent();
    }

    /**
     * Reads a folder.
     *
     * @throws UserError where a line is damaged
     */
    public static ScheduleSweep read(Path folder) throws IOException {
        List<Run> runs = new ArrayList<>();
        JsonNode head = JSON.createObjectNode();
        int number = 0;
        for (String line : InputFile.text(folder.resolve(LINES), InputFile.LONGEST_RESULTS)
                .lines()
                .toList()) {
            number++;
            JsonNode node = parsed(line, folder.resolve(LINES) + ":" + number);
            head = node;
            if (node.path("status").asString("").equals("ok")) {
                JsonNode rates = node.path("rates");
                runs.add(new Run(
                        node.path("schedule").asString(""),
                        node.path("meanSeconds").asDouble(0),
                        node.path("inspectorSeconds").asDouble(0),
                        rates.path("storedArcs").asDouble(0),
                        rates.path("nominalArcs").asDouble(0),
                        rates.path("reachedEdges").asDouble(0)));
            }
        }
        Map<String, Double> predicted = new LinkedHashMap<>();
        Path ranking = folder.resolve("ranking.json");
        if (Files.exists(ranking)) {
            for (JsonNode each : parsed(InputFile.text(ranking, InputFile.LONGEST_RESULTS), ranking.toString())
                    .path("ranking")) {
                predicted.put(
                        each.path("schedule").asString(""), each.path("seconds").asDouble(0));
            }
        }
        return new ScheduleSweep(
                String.valueOf(folder.getFileName()),
                head.path("nest").asString(""),
                head.path("graph").asString(""),
                head.path("device").asString(""),
                runs,
                predicted);
    }

    private static JsonNode parsed(String text, String where) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw UserError.badInput(
                    where + ": no JSON of 'tune --graph' or 'rank --graph'; take the line out or measure again");
        }
    }

    /** The runs that were predicted too, in predicted order. */
    public List<Run> inPredictedOrder() {
        List<String> order = List.copyOf(predicted.keySet());
        return runs.stream()
                .filter(r -> predicted.containsKey(r.schedule()))
                .sorted(Comparator.comparingInt(r -> order.indexOf(r.schedule())))
                .toList();
    }
}
