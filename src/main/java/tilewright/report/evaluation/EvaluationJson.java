package tilewright.report.evaluation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Evaluations as JSON, schema {@value #SCHEMA}; figures that do not exist are missing. */
public final class EvaluationJson {
    static final String SCHEMA = "tilewright/evaluation/1";
    private static final JsonMapper JSON = JsonMapper.shared();

    private EvaluationJson() {}

    /** The whole file. */
    public static String of(Judgement judgement) {
        EvaluationTable table = new EvaluationTable(judgement.sweeps());
        ObjectNode root = JSON.createObjectNode();
        root.put("schema", SCHEMA);
        ArrayNode sweeps = root.putArray("sweeps");
        table.rows().forEach(row -> write(sweeps.addObject(), row));
        write(root.putObject("mean"), table.mean());
        write(root.putObject("worst"), table.worst());
        write(root, "heldOut", judgement.heldOut());
        write(root, "fitted", judgement.fitted());
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void write(ObjectNode root, String name, List<Evaluation> sweeps) {
        if (!sweeps.isEmpty()) {
            EvaluationTable table = new EvaluationTable(sweeps);
            ObjectNode group = root.putObject(name).put("sweeps", sweeps.size());
            write(group.putObject("mean"), table.mean());
            write(group.putObject("worst"), table.worst());
        }
    }

    private static void write(ObjectNode object, Evaluation row) {
        object.put("nest", row.nest());
        object.put("sizes", row.sizes());
        object.put("device", row.device());
        object.put("candidates", row.candidates());
        object.put("timed", row.timed());
        object.put("forgotten", row.forgotten());
        object.put("drawn", row.drawn());
        object.put("heldOut", row.heldOut());
        object.put("generated", row.generated());
        object.putObject("measurementsNeeded")
                .put("adaptive", row.effort().adaptive())
                .put("ranked", row.effort().ranked())
                .put("random", row.effort().random())
                .put("optimizer", row.effort().optimizer());
        write(object.putObject("model"), row.model());
        write(object.putObject("random"), row.random());
        write(object.putObject("theorem1"), row.theorem1());
        put(object, "repeated", row.repeated());
        put(object, "fixed", row.fixed());
        put(object, "meanError", row.meanError());
        EarlyStop stop = row.earlyStop();
        if (stop != null) {
            object.putObject("earlyStop")
                    .put("tried", stop.tried())
                    .put("all", stop.all())
                    .put("tightest", stop.tightest())
                    .put("leastOverBest", stop.leastOverBest());
        }
        ArrayNode points = object.putArray("points");
        row.points().forEach(point -> write(points.addObject(), point));
    }

    private static void write(ObjectNode object, Evaluation.Point point) {
        object.put("candidate", point.candidate().toString());
        object.put("predictedSeconds", point.predicted());
        object.put("boundBy", point.binding().jsonName());
        put(object, "seconds", point.seconds());
    }

    private static void write(ObjectNode object, Quality quality) {
        put(object, "top1", quality.top1());
        put(object, "top5", quality.top5());
        put(object, "top10", quality.top10());
        put(object, "spearman", quality.spearman());
    }

    private static void put(ObjectNode object, String name, @Nullable Double value) {
        if (value != null && Double.isFinite(value)) {
            object.put(name, value);
        }
    }
}
