package tilewright.report.stored;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tilewright.model.NestName;
import tilewright.model.UserError;

/** Reads {@code summary.json}, schema {@code tilewright/summary/1}. */
final class SummaryFile {
    private static final Pattern SAMPLED = Pattern.compile("(^|\\s)--sample[ =]");

    private SummaryFile() {}

    static Summary read(Path file) {
        Fields fields = new Fields(file + ": error", ResultsReader.tree(file));
        Schema.SUMMARY.check(fields);
        return new Summary(
                nest(fields.text("nest"), file),
                fields.namedIntegers("sizes"),
                fields.text("device"),
                fields.optionalText("end"),
                fields.has("exhaustive") ? (Boolean) fields.flag("exhaustive") : null,
                drawn(fields),
                best(fields.optionalObject("best")),
                fields.objects("ties").stream().map(SummaryFile::key).toList(),
                ranking(fields.optionalObject("ranking")),
                baselines(fields.objects("baselines")),
                fields.flattened("environment"),
                certificate(fields.optionalObject("certificate")),
                ablation(fields.optionalObject("ablation")));
    }

    /** Whose programs were measured; null where the summary does not tell. */
    static @Nullable String target(Path file) {
        return new Fields(file + ": error", ResultsReader.tree(file)).optionalText("target");
    }

    /** Summaries that do not tell it have the command that was run, which does. */
    private static @Nullable Boolean drawn(Fields fields) {
        if (fields.has("drawn")) {
            return fields.flag("drawn");
        }
        String command = fields.flattened("environment").get("command");
        return command == null ? null : (Boolean) SAMPLED.matcher(command).find();
    }

    /** The first one is what results are compared with, unless it says that it is more; the others are peers. */
    private static List<Summary.Baseline> baselines(List<Fields> stored) {
        List<Summary.Baseline> baselines = new ArrayList<>();
        for (Fields b : stored) {
            boolean peer = b.has("peer") ? b.flag("peer") : !baselines.isEmpty();
            baselines.add(new Summary.Baseline(b.text("name"), b.time("seconds"), peer));
        }
        return baselines;
    }

    /** The name also is that of a file in the directory. */
    private static String nest(String name, Path file) {
        if (!NestName.harmless(name).equals(name)) {
            throw UserError.badInput(file + ": error: nest: expected the name of a nest, found '" + name
                    + "'; run tune --resume to write the summary again");
        }
        return name;
    }

    private static Summary.@Nullable Certificate certificate(@Nullable Fields certificate) {
        return certificate == null
                ? null
                : new Summary.Certificate(
                        certificate.flag("proved"),
                        certificate.integer("excluded"),
                        certificate.integer("open"),
                        certificate.optionalTime("leastSeconds"),
                        certificate.optionalText("because"));
    }

    private static @Nullable Ablation ablation(@Nullable Fields ablation) {
        return ablation == null
                ? null
                : new Ablation(
                        ablation.time("seconds"),
                        ablation.integer("rounds"),
                        ablation.objects("passes").stream()
                                .map(SummaryFile::share)
                                .toList());
    }

    private static Ablation.Share share(Fields pass) {
        return new Ablation.Share(
                pass.text("pass"),
                pass.flag("changes"),
                pass.optionalText("status"),
                pass.optionalText("message"),
                pass.optionalTime("seconds"),
                pass.has("tied") && pass.flag("tied"));
    }

    private static Summary.@Nullable Best best(@Nullable Fields best) {
        if (best == null) {
            return null;
        }
        return new Summary.Best(
                key(best),
                best.time("seconds"),
                best.optionalNumber("operationsPerSecond"),
                best.has("predictedRank") ? (Integer) best.integer("predictedRank") : null,
                best.optionalText("program"));
    }

    private static Measurement.Key key(Fields candidate) {
        return new Measurement.Key(candidate.integers("block"), candidate.integers("thread"), candidate.options());
    }

    private static Summary.@Nullable Ranking ranking(@Nullable Fields ranking) {
        if (ranking == null) {
            return null;
        }
        return new Summary.Ranking(
                (int) ranking.number("candidates"),
                ranking.optionalNumber("top1"),
                ranking.optionalNumber("top5"),
                ranking.optionalNumber("top10"),
                ranking.optionalNumber("spearman"));
    }
}
