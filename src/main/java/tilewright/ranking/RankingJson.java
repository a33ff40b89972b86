package tilewright.ranking;

import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Predicate;
import tilewright.locality.Volumes;
import tilewright.ranking.bound.LowerBound;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.work.Resources;
import tilewright.tiling.space.OptionWord;
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
     * Some candidates with everything, others in brief: sizes, time and terms, no reasons. One candidate a line.
     *
     * @param inFull which candidates are written with everything
     * @param inBrief which of the others are written in brief
     */
    public static String of(Ranking ranking, Predicate<RankedCandidate> inFull, Predicate<RankedCandidate> inBrief) {
        ObjectNode head = tree(ranking, 0);
        head.remove("ranking");
        String start = JSON.writeValueAsString(head);
        StringJoiner lines =
                new StringJoiner(",\n", start.substring(0, start.length() - 1) + ",\"ranking\":[\n", "\n]}\n");
        for (RankedCandidate each : ranking.candidates()) {
            if (inFull.test(each)) {
                lines.add(JSON.writeValueAsString(full(each, ranking)));
            } else if (inBrief.test(each)) {
                ObjectNode node = JSON.createObjectNode().put("rank", each.rank());
                brief(node, each, ranking);
                node.putArray("reasons");
                lines.add(JSON.writeValueAsString(node));
            }
        }
        return lines.toString();
    }

    private static ObjectNode full(RankedCandidate each, Ranking ranking) {
        ObjectNode node = candidate(JSON.createObjectNode().put("rank", each.rank()), each, ranking);
        addAll(node.putArray("reasons"), ranking.reasons(each));
        ranking.bound(each).ifPresent(bound -> {
            ObjectNode least = node.putObject("least");
            least.put("seconds", bound.seconds()).put("because", name(bound.binding()));
            ObjectNode terms = least.putObject("terms");
            for (LowerBound.Term term : LowerBound.Term.values()) {
                terms.put(name(term), bound.term(term));
            }
        });
        return node;
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
        root.put("alike", ranking.alike());
        if (!ranking.runs()) {
            root.put("runs", false);
        }
        ArrayNode list = root.putArray("ranking");
        ranking.top(top).forEach(each -> list.add(full(each, ranking)));
        candidate(root.putObject("baseline"), ranking.baseline(), ranking);
        return root;
    }

    private static void addAll(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }

    private static void brief(ObjectNode node, RankedCandidate each, Ranking ranking) {
        node.put("family", each.family().name());
        sizes(node.putArray("block"), each.candidate().block());
        sizes(node.putArray("thread"), each.candidate().thread());
        ObjectNode options = node.putObject("options");
        OptionWord.fields(each.candidate().options()).forEach(options::put);
        Prediction prediction = each.prediction();
        node.put("predictedSeconds", prediction.seconds());
        if (ranking.isPartOfProgram()) {
            node.put("programSeconds", ranking.programSeconds(each));
        }
        ranking.likely(each)
                .ifPresent(
                        l -> node.putObject("likelySeconds").put("low", l.low()).put("high", l.high()));
        node.put("boundBy", prediction.binding().jsonName());
        ObjectNode terms = node.putObject("seconds");
        for (Prediction.Term term : Prediction.Term.values()) {
            terms.put(term.jsonName(), prediction.term(term));
        }
    }

    private static ObjectNode candidate(ObjectNode node, RankedCandidate each, Ranking ranking) {
        brief(node, each, ranking);
        Prediction prediction = each.prediction();
        Prediction.Traffic traffic = prediction.traffic();
        Volumes volumes = ranking.volumes(each);
        node.putObject("volumes").put("reads", volumes.reads()).put("writes", volumes.writes());
        node.putObject("moved").put("reads", Math.round(traffic.reads())).put("writes", Math.round(traffic.writes()));
        node.putObject("bytes")
                .put(Prediction.Term.FAST_MEMORY.jsonName(), Math.round(traffic.fastBytes()))
                .put(Prediction.Term.CACHE.jsonName(), Math.round(traffic.cacheBytes()))
                .put(Prediction.Term.MEMORY.jsonName(), Math.round(traffic.memoryBytes()));
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

    private static String name(LowerBound.Term term) {
        return switch (term) {
            case ARITHMETIC -> "arithmetic";
            case MEMORY -> "globalMemory";
            case CACHE -> "cache";
            case SHARED -> "sharedMemory";
            case SEQUENCE -> "sequence";
        };
    }
}
