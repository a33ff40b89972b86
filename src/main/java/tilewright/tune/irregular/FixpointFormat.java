package tilewright.tune.irregular;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tilewright.irregular.Arcs;
import tilewright.irregular.Prepared;
import tilewright.model.FolderFile;
import tilewright.tune.stored.Status;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Measurements of schedules as lines of JSON, a summary, and text. */
public final class FixpointFormat {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private FixpointFormat() {}

    /**
     * One line for people.
     *
     * @param runs over which preprocessing is shared; 0 where it stands apart alone
     */
    public static String line(FixpointMeasurement m, long arcs, int runs) {
        if (m.status() != Status.OK) {
            return String.format(
                    Locale.ROOT, "  %-58s %s: %s", m.schedule(), m.status().jsonName(), m.fault());
        }
        String shared =
                runs == 0 ? "" : String.format(Locale.ROOT, "  over %d runs %9.4f ms", runs, 1e3 * m.secondsOver(runs));
        return String.format(
                Locale.ROOT,
                "  %-58s %9.4f ms  %8.2f G arcs/s  inspector %8.1f ms%s",
                m.schedule(),
                1e3 * m.meanSeconds(),
                1e-9 * m.perSecond(arcs),
                1e3 * m.inspectorSeconds(),
                shared);
    }

    /**
     * Opens a folder for measurements: {@code measurements.jsonl}, one line per schedule, flushed, and {@code summary.json} at the end.
     *
     * @param nominal arcs before loops and duplicates were dropped: the papers' rate counts them
     * @param report what was done to the graph before
     * @param runs over which preprocessing is shared where the best is chosen; 0 leaves it out
     */
    public static Store store(
            Path folder,
            String nest,
            String graph,
            String device,
            Arcs arcs,
            long nominal,
            List<String> report,
            int runs)
            throws IOException {
        Files.createDirectories(folder);
        return new Store(folder, nest, graph, device, arcs, nominal, report, runs);
    }

    /** A folder of measurements. */
    public static final class Store implements AutoCloseable {
        private final Path folder;
        private final String nest;
        private final String graph;
        private final String device;
        private final Arcs arcs;
        private final long nominal;
        private final List<String> report;
        private final int runs;

        private Store(
                Path folder,
                String nest,
                String graph,
                String device,
                Arcs arcs,
                long nominal,
                List<String> report,
                int runs) {
            this.runs = runs;
            this.folder = folder;
            this.nest = nest;
            this.graph = graph;
            this.device = device;
            this.arcs = arcs;
            this.nominal = nominal;
            this.report = List.copyOf(report);
        }

        private ObjectNode head(String schema) {
            ObjectNode root = JSON.createObjectNode();
            root.put("schema", schema).put("nest", nest).put("graph", graph).put("device", device);
            root.put("vertices", arcs.vertices()).put("storedArcs", arcs.count());
            return root;
        }

        /** Adds a line. */
        public void add(FixpointMeasurement m) {
            ObjectNode root = head("tilewright/schedule-measurement/1");
            put(root, m);
            ArrayNode seconds = root.putArray("seconds");
            m.seconds().forEach(seconds::add);
            ArrayNode reached = root.putArray("reachedArcs");
            m.arcs().forEach(reached::add);
            ArrayNode steps = root.putArray("inspector");
            for (Prepared.InspectorStep step : m.inspector()) {
                steps.addObject()
                        .put("name", step.name())
                        .put("seconds", step.seconds())
                        .put("bytes", step.bytes());
            }
            try {
                Files.writeString(
                        FolderFile.toAppend(folder, "measurements.jsonl"),
                        JSON.writeValueAsString(root) + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void put(ObjectNode root, FixpointMeasurement m) {
            root.put("schedule", m.schedule())
                    .put("status", m.status().jsonName())
                    .put("fault", m.fault());
            if (m.status() == Status.OK) {
                root.put("meanSeconds", m.meanSeconds()).put("inspectorSeconds", m.inspectorSeconds());
                root.putObject("rates")
                        .put("storedArcs", m.perSecond(arcs.count()))
                        .put("nominalArcs", m.perSecond(nominal))
                        .put("reachedEdges", m.reachedEdges());
            }
        }

        /** Writes the summary. */
        public void finish(List<FixpointMeasurement> all) throws IOException {
            ObjectNode root = head("tilewright/schedule-summary/1");
            Optional<FixpointMeasurement> best = all.stream()
                    .filter(m -> m.status() == Status.OK)
                    .min(Comparator.comparingDouble(m -> m.secondsOver(runs)));
            best.ifPresent(m -> put(root.putObject("best"), m));
            if (runs > 0) {
                root.put("runs", runs);
            }
            root.put("schedules", all.size());
            root.put("sources", best.map(m -> m.seconds().size()).orElse(0));
            ArrayNode prepared = root.putArray("data");
            report.forEach(prepared::add);
            FolderFile.write(
                    folder,
                    "summary.json",
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n");
        }

        @Override
        public void close() {}
    }
}
