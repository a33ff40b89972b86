package tilewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every class and test that docs/equations.md names for a formula of the theory exists. */
class EquationsTest {
    @Test
    void everyFormulaHasItsClassAndItsTest() throws IOException {
        Set<String> main = classes(Path.of("src", "main", "java"));
        Set<String> test = classes(Path.of("src", "test", "java"));
        String text = Files.readString(Path.of("docs", "equations.md"));
        List<String> rows = text.substring(text.indexOf("## Theory"), text.indexOf("# The performance model"))
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| formula"))
                .toList();
        assertTrue(rows.size() > 10, () -> "only " + rows.size() + " formulas");
        for (String row : rows) {
            String[] cells = row.split("\\|");
            assertTrue(main.containsAll(names(cells[2])) && !names(cells[2]).isEmpty(), "no such class: " + row);
            assertTrue(test.containsAll(names(cells[3])) && !names(cells[3]).isEmpty(), "no such test: " + row);
            assertEquals(4, cells.length, row);
        }
    }

    private static List<String> names(String cell) {
        return Pattern.compile("`(\\w+)`")
                .matcher(cell)
                .results()
                .map((MatchResult r) -> r.group(1))
                .toList();
    }

    private static Set<String> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(f -> String.valueOf(f.getFileName()))
                    .filter(f -> f.endsWith(".java"))
                    .map(f -> f.substring(0, f.length() - 5))
                    .collect(Collectors.toSet());
        }
    }
}
