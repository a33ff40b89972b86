package tilewright.tune.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.model.FolderFile;
import tilewright.tiling.space.Candidate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Summaries as JSON, schema {@value #SCHEMA}. Times are in seconds. */
public final class SummaryFormat {
    static final String SCHEMA = "tilewright/summary/1";
    public static final String FILE = "summary.json";
    private static final JsonMapper JSON = JsonMapper.shared();

    private SummaryFormat() {}

    /** The whole file. */
    public static String write(Summary summary) {
        ObjectNode root = JSON.createObjectNode();
        SweepIdentity sweep = summary.sweep();
        root.put("schema", SCHEMA);
        root.put("nest", sweep.nest());
        ObjectNode sizes = root.putObject("sizes");
        sweep.sizes().forEach(sizes::put);
        root.put("target", sweep.target().jsonName());
        root.put("device", sweep.device());
        root.put("end", summary.end().name().toLowerCase(Locale.ROOT));
        root.put("exhaustive", summary.exhaustive());
        root.put("drawn", summary.drawn());
        if (summary.best() != null) {
            writeBest(root.putObject("best"), summary.best());
        }
        ArrayNode ties = root.putArray("ties");
        for (Candidate tie : summary.ties()) {
            MeasurementFormat.writeCandidate(ties.addObject(), tie);
        }
        writeRanking(root.putObject("ranking"), summary.ranking());
        if (summary.certificate() != null) {
            writeCertificate(root.putObject("certificate"), summary.certificate());
        }
        if (summary.ablation() != null) {
            writeAblation(root.putObject("ablation"), summary.ablation());
        }
        ArrayNode baselines = root.putArray("baselines");
        for (Baseline baseline : summary.baselines()) {
            baselines
                    .addObject()
                    .put("name", baseline.name())
                    .put("seconds", baseline.seconds())
                    .put("peer", baseline.peer());
        }
        writePeers(root, summary);
        if (!summary.places().isEmpty()) {
            ArrayNode workers = root.putArray("workers");
            summary.places()
                    .forEach((place, baseline) -> workers.addObject()
                            .put("worker", place.worker())
                            .put("host", place.host())
                            .put("unit", place.unit())
                            .put("baselineSeconds", baseline));
        }
        ObjectNode environment = root.putObject("environment");
        summary.environment().forEach(environment::put);
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    /** Puts the file into the directory; a reader sees the old one or the new one, never a part. */
    public static void write(Summary summary, Path directory) throws IOException {
        FolderFile.write(directory, FILE, write(summary));
    }

    /** What a user could take instead, and whether cutting is worth it. */
    private static void writePeers(ObjectNode root, Summary summary) {
        List<Baseline> peers =
                summary.baselines().stream().filter(Baseline::peer).toList();
        if (peers.isEmpty()) {
            return;
        }
        ArrayNode all = root.putArray("peers");
        for (Baseline peer : peers) {
            ObjectNode each = all.addObject().put("name", peer.name()).put("seconds", peer.seconds());
            if (summary.best() != null) {
                each.put("timesBest", peer.seconds() / summary.best().seconds());
            }
        }
        if (summary.best() != null) {
            double least = peers.stream().mapToDouble(Baseline::seconds).min().orElseThrow();
            root.put("cuttingWins", summary.best().seconds() < least);
        }
    }

    private static void writeBest(ObjectNode object, Summary.Best best) {
        MeasurementFormat.writeCandidate(object, best.candidate());
        object.put("seconds", best.seconds());
        object.put("spread", best.spread());
        object.put("operationsPerSecond", best.operationsPerSecond());
        object.put("predictedRank", best.predictedRank());
        if (best.program() != null) {
            object.put("program", best.program());
        }
    }

    private static void writeRanking(ObjectNode object, RankingQuality ranking) {
        object.put("candidates", ranking.candidates());
        putIfKnown(object, "top1", ranking.top1());
        putIfKnown(object, "top5", ranking.top5());
        putIfKnown(object, "top10", ranking.top10());
        putIfKnown(object, "spearman", ranking.spearman());
    }

    private static void writeCertificate(ObjectNode object, Certificate certificate) {
        object.put("proved", certificate.proved());
        object.put("excluded", certificate.excluded());
        object.put("open", certificate.open());
        if (certificate.closest() != null) {
            object.put("leastSeconds", certificate.closest().seconds());
            object.put("because", certificate.closest().because());
        }
        ArrayNode examples = object.putArray("openCandidates");
        certificate.examples().forEach((candidate, seconds) -> {
            ObjectNode each = examples.addObject();
            MeasurementFormat.writeCandidate(each, candidate);
            each.put("leastSeconds", seconds);
        });
    }

    private static void writeAblation(ObjectNode object, Ablation ablation) {
        object.put("seconds", ablation.seconds());
        object.put("rounds", ablation.rounds());
        ArrayNode passes = object.putArray("passes");
        for (Ablation.Share share : ablation.passes()) {
            ObjectNode each = passes.addObject().put("pass", share.pass().word());
            each.put("changes", !(share.effect() instanceof Ablation.Effect.None));
            switch (share.effect()) {
                case Ablation.Effect.None _ -> {}
                case Ablation.Effect.Timed timed ->
                    each.put("status", Status.OK.jsonName())
                            .put("seconds", timed.seconds())
                            .put("timesBest", timed.seconds() / ablation.seconds())
                            .put("tied", timed.tied());
                case Ablation.Effect.Failed failed ->
                    each.put("status", failed.status().jsonName()).put("message", failed.message());
            }
        }
    }

    private static void putIfKnown(ObjectNode object, String name, @Nullable Double value) {
        if (value != null) {
            object.put(name, value);
        }
    }
}
