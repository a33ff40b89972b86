package tilewright.ranking;

import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Predicate;
import tilewright.locality.Volumes;
import tilewright.tiling.Candidate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The output of {@code rank} for programs: schema {@code tilewright/ranking/1}, see docs/equations.md. */
public final class RankingJson {
    /** Name of the format. */
    public static final String SCHEMA = "tilewright/ranking/1";

    private static final JsonMapper JSON = new JsonMapper();

    private RankingJson() {}

    /**
     * The first candidates as indented JSON.
     *
     * @param top how many candidates
     */
    public static String of(Ranking ranking, int top) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree(ranking, top));
    }

    /**
     * The first candidates, and further ones in brief: sizes, time and terms. One candidate a line.
     *
     * @param top how many candidates are written with everything
     * @param further which of the others are written too
     */
    public static String of(Ranking ranking, int top, Predicate<RankedCandidate> further) {
        ObjectNode root = tree(ranking, top);
        ArrayNode list = (ArrayNode) root.get("ranking");
        ranking.candidates().stream()
                .skip(top)
                .filter(further)
                .forEach(each -> brief(list.addObject().put("rank", each.rank()), each));
        root.remove("ranking");
        String head = JSON.writeValueAsString(root);
        StringJoiner lines =
                new StringJoiner(",\n", head.substring(0, head.length() - 1) + ",\"ranking\":[\n", "\n]}\n");
        list.forEach(each -> lines.add(JSON.writeValueAsString(each)));
        return lines.toString();
    }

    /** The same as a tree. */
    public static ObjectNode tree(Ranking ranking, int top) {
        ObjectNode root = JSON.createObjectNode();
        root.put("schema", SCHEMA);
        root.put("nest", ranking.nest());
        ObjectNode sizes = root.putObject("sizes");
        new TreeMap<>(ranking.sizes()).forEach(sizes::put);
        root.put("device", ranking.device().fullName());
        addAll(root.putArray("loops"), ranking.loops());
        root.put("candidates", ranking.candidates().size());
        ArrayNode list = root.putArray("ranking");
        for (RankedCandidate each : ranking.top(top)) {
            ObjectNode node = candidate(list.addObject().put("rank", each.rank()), each, ranking);
            addAll(node.putArray("reasons"), ranking.reasons(each));
        }
        candidate(root.putObject("baseline"), ranking.baseline(), ranking);
        return root;
    }

    private static void addAll(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }

    private static void brief(ObjectNode node, RankedCandidate each) {
        node.put("family", each.family().name());
        sizes(node.putArray("block"), each.candidate().block());
        sizes(node.putArray("thread"), each.candidate().thread());
        Candidate.Options options = each.candidate().options();
        node.putObject("options").put("chunk", options.chunk()).put("buffers", options.buffers());
        Prediction prediction = each.prediction();
        node.put("predictedSeconds", prediction.seconds());
        node.put("boundBy", name(prediction.binding()));
        ObjectNode terms = node.putObject("seconds");
        for (Prediction.Term term : Prediction.Term.values()) {
            terms.put(name(term), prediction.term(term));
        }
    }

    private static ObjectNode candidate(ObjectNode node, RankedCandidate each, Ranking ranking) {
        brief(node, each);
        Prediction prediction = each.prediction();
        Prediction.Traffic traffic = prediction.traffic();
        Volumes volumes = ranking.volumes(each);
        node.putObject("volumes").put("reads", volumes.reads()).put("writes", volumes.writes());
        node.putObject("moved").put("reads", Math.round(traffic.reads())).put("writes", Math.round(traffic.writes()));
        node.putObject("bytes")
                .put(name(Prediction.Term.FAST_MEMORY), Math.round(traffic.fastBytes()))
                .put(name(Prediction.Term.CACHE), Math.round(traffic.cacheBytes()))
                .put(name(Prediction.Term.MEMORY), Math.round(traffic.memoryBytes()));
        ArrayNode levels = node.putArray("levels");
        prediction
                .levels()
                .forEach(l -> levels.addObject().put("level", l.description()).put("seconds", l.seconds()));
        limits(node, prediction);
        return node;
    }

    private static void limits(ObjectNode node, Prediction prediction) {
        Resources resources = prediction.resources();
        if (resources != null) {
            node.putObject("limits")
                    .put("threads", resources.threads())
                    .put("registers", resources.registers())
                    .put("sharedBytes", resources.sharedBytes())
                    .put("residentBlocks", resources.residentBlocks())
                    .put("limitedBy", resources.limit().words());
        }
    }

    private static void sizes(ArrayNode array, List<Integer> values) {
        values.forEach(array::add);
    }

    private static String name(Prediction.Term term) {
        return switch (term) {
            case ARITHMETIC -> "arithmetic";
            case FAST_MEMORY -> "sharedMemory";
            case CACHE -> "cache";
            case MEMORY -> "globalMemory";
            case LATENCY -> "latency";
        };
    }
}
