package tilewright.device;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Findings as text and as JSON. */
public final class FindingFormat {
    private FindingFormat() {}

    /** One line per finding, and below it what to do. */
    public static String text(List<Finding> findings) {
        int width = findings.stream().mapToInt(f -> f.subject().length()).max().orElse(0);
        return findings.stream().map(f -> line(f, width)).collect(Collectors.joining());
    }

    private static String line(Finding finding, int width) {
        String subject =
                finding.subject() + " ".repeat(width - finding.subject().length());
        String first = mark(finding.status()) + "  " + subject + "  " + finding.detail() + "\n";
        return finding.remedy() == null
                ? first
                : first + " ".repeat(mark(finding.status()).length() + 2 + width + 2) + "-> " + finding.remedy() + "\n";
    }

    /** All marks have the same width. */
    private static String mark(Finding.Status status) {
        return switch (status) {
            case OK -> "ok     ";
            case OPTIONAL -> "absent ";
            case MISSING -> "MISSING";
        };
    }

    /** {@code {"schema": "tilewright/doctor/1", "findings": [{"subject", "status", "detail", "remedy"}]}}. */
    public static String json(List<Finding> findings) {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode root = mapper.createObjectNode();
        root.put("schema", "tilewright/doctor/1");
        ArrayNode array = root.putArray("findings");
        for (Finding finding : findings) {
            ObjectNode node = array.addObject();
            node.put("subject", finding.subject());
            node.put("status", finding.status().name().toLowerCase(Locale.ROOT));
            node.put("detail", finding.detail());
            if (finding.remedy() != null) {
                node.put("remedy", finding.remedy());
            }
        }
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
