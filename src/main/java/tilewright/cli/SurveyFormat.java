package tilewright.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.cli.Survey.Entry;
import tilewright.cli.Survey.Outcome;
import tilewright.model.Counted;
import tilewright.model.Refusal;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A survey as text and as JSON. */
final class SurveyFormat {
    private static final String SCHEMA = "tilewright/survey/1";

    private SurveyFormat() {}

    /** Counts, then the messages of each outcome, the most frequent first, with their places. */
    static String text(List<Entry> entries) {
        Map<Outcome, Integer> counts = counts(entries);
        StringBuilder text = new StringBuilder(Counted.of(entries.size(), "scop") + ": "
                + counts.entrySet().stream()
                        .map(e -> e.getValue() + " " + words(e.getKey()))
                        .collect(Collectors.joining(", "))
                + "\n" + shares(entries));
        for (Outcome outcome : counts.keySet()) {
            if (outcome != Outcome.REFUSED) {
                text.append(section(words(outcome), groups(entries, e -> e.outcome() == outcome)));
                continue;
            }
            for (Refusal refusal : Refusal.values()) {
                text.append(section("refused: " + words(refusal), groups(entries, e -> e.refusal() == refusal)));
            }
        }
        return text.toString();
    }

    private static String section(String title, Map<String, List<Entry>> groups) {
        return groups.isEmpty()
                ? ""
                : groups.entrySet().stream()
                        .sorted((a, b) -> b.getValue().size() - a.getValue().size())
                        .map(g -> group(g.getKey(), g.getValue()))
                        .collect(Collectors.joining("", "\n" + title + "\n", ""));
    }

    /** How many of the scops that should be accepted are, and what else there is. */
    private static String shares(List<Entry> entries) {
        List<Entry> wanted = entries.stream().filter(Entry::isWanted).toList();
        String text = "affine: " + wanted.size() + ", of which "
                + share(wanted, Set.of(Outcome.ACCEPTED, Outcome.VERIFIED, Outcome.NOT_VERIFIED, Outcome.WRONG))
                + " are accepted";
        if (wanted.stream().anyMatch(e -> e.outcome() == Outcome.VERIFIED)) {
            text += ", " + share(wanted, Set.of(Outcome.VERIFIED)) + " verified";
            long smaller = wanted.stream()
                    .filter(e -> e.outcome() == Outcome.VERIFIED && !e.smaller().isEmpty())
                    .count();
            text += smaller == 0 ? "" : " (" + smaller + " of them with smaller macros)";
        }
        StringJoiner others = new StringJoiner(", ", "; besides them ", "").setEmptyValue("");
        for (Refusal refusal : Refusal.values()) {
            long count = entries.stream()
                    .filter(e -> !e.isWanted() && e.refusal() == refusal)
                    .count();
            if (count > 0) {
                others.add(count + " " + words(refusal));
            }
        }
        return text + others + "\n";
    }

    private static String share(List<Entry> wanted, Set<Outcome> outcomes) {
        long count = wanted.stream().filter(e -> outcomes.contains(e.outcome())).count();
        return String.format(Locale.ROOT, "%d (%.1f %%)", count, 100.0 * count / Math.max(1, wanted.size()));
    }

    private static String group(String message, List<Entry> entries) {
        String places = entries.stream().map(SurveyFormat::place).collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "%5d  %s%n       %s%n", entries.size(), message, places);
    }

    /** One scop in a line, as soon as it is done. */
    static String line(Entry entry) {
        String why = entry.message().lines().findFirst().orElse("");
        return String.format(
                Locale.ROOT,
                "%s%s: %s, %.1f s%s%s",
                entry.file(),
                entry.scop().isEmpty() ? "" : ", scop " + entry.scop(),
                words(entry.outcome()),
                entry.seconds(),
                entry.smaller().isEmpty() ? "" : ", with " + entry.smaller(),
                why.isEmpty() ? "" : ": " + why.replaceFirst("^" + Pattern.quote(entry.file()) + ":", ""));
    }

    /** The file's name and, where the message has one, the line. */
    private static String place(Entry entry) {
        Path name = Path.of(entry.file()).getFileName();
        String first = entry.message().lines().findFirst().orElse("");
        String line = first.matches(".*\\.[ch]:\\d+:\\d+: .*") ? first.replaceFirst(".*\\.[ch]:(\\d+):.*", ":$1") : "";
        return name + line;
    }

    private static Map<Outcome, Integer> counts(List<Entry> entries) {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        entries.forEach(e -> counts.merge(e.outcome(), 1, Integer::sum));
        return counts;
    }

    /** Entries with a message, by what it says when quoted texts are left out. */
    private static Map<String, List<Entry>> groups(List<Entry> entries, Predicate<Entry> part) {
        Map<String, List<Entry>> groups = new LinkedHashMap<>();
        entries.stream()
                .filter(part)
                .filter(e -> !e.message().isEmpty())
                .forEach(e -> groups.computeIfAbsent(general(e.message()), _ -> new ArrayList<>())
                        .add(e));
        return groups;
    }

    private static String general(String message) {
        String first = message.lines().findFirst().orElse("");
        return first.replaceFirst(".*?error: ", "").replaceAll("'[^']*'", "'..'");
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** {@code {"schema": "tilewright/survey/1", "scops": [{"file", "scop", "outcome", "refusal", "message", "smaller", "seconds"}]}}. */
    static String json(List<Entry> entries) {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode root = mapper.createObjectNode();
        root.put("schema", SCHEMA);
        ArrayNode array = root.putArray("scops");
        for (Entry entry : entries) {
            ObjectNode node = array.addObject();
            node.put("file", entry.file());
            node.put("scop", entry.scop());
            node.put("outcome", words(entry.outcome()));
            if (entry.refusal() instanceof Refusal refusal) {
                node.put("refusal", words(refusal));
            }
            node.put("message", entry.message());
            if (!entry.smaller().isEmpty()) {
                node.put("smaller", entry.smaller());
            }
            node.put("seconds", entry.seconds());
        }
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }
}
