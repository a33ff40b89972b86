package tilewright.tune;

import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Verification results as text and as JSON, schema {@value #SCHEMA}. */
public final class VerificationFormat {
    static final String SCHEMA = "tilewright/verification/1";

    private VerificationFormat() {}

    /** One or two lines. */
    public static String text(VerificationResult result) {
        String what = result.candidate() + " at " + result.sizes() + ", target "
                + result.target().jsonName();
        return result.ok()
                ? String.format(
                        Locale.ROOT,
                        "ok: %s: %d runs agree with the sequential nest, largest relative error %.2g%n",
                        what,
                        result.cases(),
                        result.maxRelativeError())
                : result.status().jsonName() + ": " + what + "\n  " + result.message() + "\n";
    }

    /** The object that the contract describes. */
    public static String json(VerificationResult result) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        root.put("schema", SCHEMA);
        root.put("ok", result.ok());
        root.put("target", result.target().jsonName());
        ObjectNode sizes = root.putObject("sizes");
        result.sizes().forEach(sizes::put);
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
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
