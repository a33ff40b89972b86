package tilewright.tune.verify;

import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.tune.stored.MeasurementFormat;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Verification results as text and as JSON, schema {@value #SCHEMA}. */
public final class VerificationFormat {
    static final String SCHEMA = "tilewright/verification/1";

    private VerificationFormat() {}

    /** One or two lines. */
    public static String text(VerificationResult result) {
        String what = result.candidate() + " at " + result.sizes() + ", target "
                + result.target().jsonName()
                + switch (result.how()) {
                    case VerificationResult.How.OnDevice _ -> "";
                    case VerificationResult.How.Emulated e ->
                        ", emulated at "
                                + e.sizes().stream().map(Object::toString).collect(Collectors.joining(", "));
                };
        String first = result.ok()
                ? String.format(
                        Locale.ROOT,
                        "ok: %s: %s with the sequential nest, largest relative error %.2g%n",
                        what,
                        result.cases() == 1 ? "1 run agrees" : result.cases() + " runs agree",
                        result.maxRelativeError())
                : result.status().jsonName() + ": " + what + "\n  " + result.message() + "\n";
        return first
                + result.notes().stream().map(note -> "  note: " + note + "\n").collect(Collectors.joining());
    }

    /** The counts of the program beside what the plan says, and whether they agree. */
    public static String text(CountedTraffic traffic) {
        StringBuilder text = new StringBuilder();
        for (CountedTraffic.Row row : traffic.rows()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-12s of %-8s predicted %,15d  counted %,15d%s%n",
                    row.kind().words(),
                    row.array(),
                    row.predicted(),
                    row.counted(),
                    row.predicted() == row.counted() ? "" : "  differs"));
        }
        return (traffic.exact() ? "ok" : "wrong") + ": loads and stores of arrays at " + traffic.sizes()
                + (traffic.exact() ? ": as predicted\n" : ": not as predicted\n") + text;
    }

    /**
     * The object that the contract describes.
     *
     * @param traffic counted loads and stores, or null
     */
    public static String json(VerificationResult result, @Nullable CountedTraffic traffic) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("schema", SCHEMA);
        root.put("ok", result.ok());
        root.put("target", result.target().jsonName());
        root.put(
                "how",
                switch (result.how()) {
                    case VerificationResult.How.OnDevice _ -> "device";
                    case VerificationResult.How.Emulated _ -> "emulated";
                });
        ObjectNode sizes = root.putObject("sizes");
        result.sizes().forEach(sizes::put);
        if (result.how() instanceof VerificationResult.How.Emulated e) {
            ArrayNode emulated = root.putArray("emulatedSizes");
            e.sizes().forEach(s -> s.forEach(emulated.addObject()::put));
        }
        MeasurementFormat.writeCandidate(root, result.candidate());
        root.put("status", result.status().jsonName());
        if (result.maxRelativeError() >= 0) {
            root.put("maxRelativeError", result.maxRelativeError());
        } else {
            root.putNull("maxRelativeError");
        }
        root.put("mismatches", result.mismatches());
        root.put("cases", result.cases());
        if (result.message() != null) {
            root.put("message", result.message());
        }
        if (!result.notes().isEmpty()) {
            ArrayNode notes = root.putArray("notes");
            result.notes().forEach(notes::add);
        }
        if (traffic != null) {
            root.put("ok", result.ok() && traffic.exact());
            ArrayNode rows = root.putArray("traffic");
            for (CountedTraffic.Row row : traffic.rows()) {
                rows.addObject()
                        .put("array", row.array())
                        .put("kind", row.kind().words())
                        .put("predicted", row.predicted())
                        .put("counted", row.counted());
            }
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
