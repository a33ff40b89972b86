package tilewright.report;

import java.util.List;
import java.util.Locale;
import tilewright.irregular.SchedulePrediction;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code rank --graph} prints: schedules in predicted order. */
public final class ScheduleRankingReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final String nest;
    private final String graph;
    private final String device;
    private final long arcs;
    private final List<SchedulePrediction> ranking;

    /** @param arcs stored, by which rates are given */
    public ScheduleRankingReport(
            String nest, String graph, String device, long arcs, List<SchedulePrediction> ranking) {
        this.nest = nest;
        this.graph = graph;
        this.device = device;
        this.arcs = arcs;
        this.ranking = List.copyOf(ranking);
    }

    /**
     * For people.
     *
     * @param terms whether to show what every part alone would take
     */
    public String text(int top, boolean terms) {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%s over %s on %s, predicted, not measured:%n", nest, graph, device));
        List<SchedulePrediction> shown = ranking.subList(0, Math.min(top, ranking.size()));
        int widest = shown.stream()
                .mapToInt(each -> each.schedule().toString().length())
                .max()
                .orElse(0);
        for (int k = 0; k < shown.size(); k++) {
            SchedulePrediction each = shown.get(k);
            text.append(String.format(
                    Locale.ROOT,
                    "%3d  %-" + Math.max(1, widest) + "s %12s %10.2f G arcs/s%s%s%n",
                    k + 1,
                    each.schedule(),
                    (each.uncalibrated().isEmpty() ? "" : "> ") + Quantity.seconds(each.seconds()),
                    each.seconds() == 0 ? 0 : arcs / each.seconds() * 1e-9,
                    Double.isNaN(each.inspectorSeconds())
                            ? ""
                            : "  inspector " + Quantity.seconds(each.inspectorSeconds()),
                    each.uncalibrated().isEmpty()
                            ? ""
                            : "  not calibrated: " + String.join(", ", each.uncalibrated())));
            if (terms) {
                each.terms()
                        .forEach(t -> text.append(String.format(
                                Locale.ROOT, "       %-24s %12s%n", t.name(), Quantity.seconds(t.seconds()))));
            }
        }
        return text.toString();
    }

    /** The document. */
    public String json(int top) {
        ObjectNode root = MAPPER.createObjectNode()
                .put("schema", "tilewright/schedule-ranking/1")
                .put("nest", nest)
                .put("graph", graph)
                .put("device", device)
                .put("storedArcs", arcs);
        ArrayNode list = root.putArray("ranking");
        for (int k = 0; k < Math.min(top, ranking.size()); k++) {
            SchedulePrediction each = ranking.get(k);
            ObjectNode node = list.addObject()
                    .put("rank", k + 1)
                    .put("schedule", each.schedule().toString())
                    .put("seconds", each.seconds());
            if (!Double.isNaN(each.inspectorSeconds())) {
                node.put("inspectorSeconds", each.inspectorSeconds());
            }
            ObjectNode terms = node.putObject("terms");
            each.terms().forEach(t -> terms.put(t.name(), t.seconds()));
            each.uncalibrated().forEach(node.putArray("uncalibrated")::add);
        }
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
