package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.cli.pipeline.Stage;

/** What docs/stages.md and docs/grammar.md show is what the tool prints and reads; {@code -Dtilewright.golden=update} brings them up to date. */
class DocumentedTextsTest {
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final String OMITTED = "..";
    private static final boolean UPDATE = "update".equals(System.getProperty("tilewright.golden"));

    /** A command, and then what it prints; a line of two dots stands for lines left out. */
    @Test
    void everyTextOfTheWorkedExampleIsPrintedByTheCommandBeforeIt() throws IOException {
        Path document = Path.of("docs/stages.md");
        StringBuilder text = new StringBuilder(Files.readString(document));
        List<MatchResult> blocks = blocks(document);
        int texts = 0;
        for (int b = blocks.size() - 1; b > 0; b--) {
            MatchResult block = blocks.get(b);
            if (block.group(1).equals("text")) {
                texts++;
                String[] command =
                        blocks.get(b - 1).group(2).replace("\\\n", " ").strip().split("\\s+");
                assertEquals("./tilewright", command[0]);
                CommandLineRun run = CommandLineRun.of(Arrays.copyOfRange(command, 1, command.length));
                assertEquals(0, run.exitCode(), run.err());
                String printed = shown(run.out().lines().toList(), block.group(2));
                if (UPDATE) {
                    text.replace(block.start(2), block.end(2), printed);
                } else {
                    assertEquals(printed, block.group(2));
                }
            }
        }
        assertTrue(texts >= Stage.values().length, "only " + texts + " texts");
        if (UPDATE) {
            Files.writeString(document, text);
        }
    }

    /** What is printed from the first to the last line of every piece that is shown. */
    private static String shown(List<String> printed, String shown) {
        List<String> lines = new ArrayList<>();
        int next = 0;
        for (String piece : shown.split("(?m)^" + Pattern.quote(OMITTED) + "\n")) {
            List<String> wanted = piece.lines().toList();
            boolean first = lines.isEmpty();
            int start = first ? 0 : indexOf(printed, wanted.getFirst(), next);
            int end = shown.endsWith(piece) ? printed.size() : indexOf(printed, wanted.getLast(), start) + 1;
            if (!first) {
                lines.add(OMITTED);
            }
            lines.addAll(printed.subList(start, end));
            next = end;
        }
        return String.join("\n", lines) + "\n";
    }

    private static int indexOf(List<String> printed, String line, int from) {
        int at = printed.subList(from, printed.size()).indexOf(line);
        assertTrue(at >= 0, () -> "not printed: " + line + "\nin:\n" + String.join("\n", printed));
        return from + at;
    }

    @ParameterizedTest
    @CsvSource({
        "0, main/antlr4/tilewright/kernel/text/KernelNotation",
        "1, main/antlr4/tilewright/tiling/text/PlanNotation",
        "2, test/antlr4/tilewright/algebra/SchemeNotation"
    })
    void everyRuleOfAGrammarIsDocumented(int position, String grammar) throws IOException {
        Path document = Path.of("docs/grammar.md");
        MatchResult block = blocks(document).stream()
                .filter(b -> b.group(1).equals("ebnf"))
                .toList()
                .get(position);
        String rules = rules(Files.readString(Path.of("src", grammar + ".g4")));
        if (UPDATE) {
            String text = Files.readString(document);
            Files.writeString(document, text.substring(0, block.start(2)) + rules + text.substring(block.end(2)));
        } else {
            assertEquals(rules, block.group(2));
        }
    }

    /** The rules of a grammar without what only its parser's code needs: names of parts and alternatives. */
    private static String rules(String grammar) {
        return grammar.substring(grammar.indexOf(';') + 1)
                .strip()
                .lines()
                .map(l -> l.replaceAll(" +# [a-zA-Z]+$", ""))
                .map(l -> l.replaceAll("\\b[a-zA-Z_]+\\+?=(?=[a-zA-Z('])", ""))
                .map(l -> l.replace("<assoc=right> ", "").replace(" -> skip", ""))
                .filter(l -> !l.startsWith("UNKNOWN"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static List<MatchResult> blocks(Path document) throws IOException {
        return new ArrayList<>(
                FENCED.matcher(Files.readString(document)).results().toList());
    }
}
