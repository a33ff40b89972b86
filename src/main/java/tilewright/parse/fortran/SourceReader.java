package tilewright.parse.fortran;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;
import tilewright.parse.Diagnostics;
import tilewright.parse.NestParser;

/** The statements of a file in fixed or free form, with those of the files that it includes. */
final class SourceReader {
    private static final Pattern FIXED = Pattern.compile("\\.(f|for|ftn|f77)$", Pattern.CASE_INSENSITIVE);
    private static final Pattern INCLUDE =
            Pattern.compile("include\\s*(?:'([^']+)'|\"([^\"]+)\")", Pattern.CASE_INSENSITIVE);
    /** Columns of a fixed-form statement: those after it are ignored, as compilers do. */
    private static final int LAST_COLUMN = 72;

    private static final int FIRST_COLUMN = 7;
    private static final int MOST_INCLUDED = 32;

    private final FortranOptions options;
    private final Diagnostics diagnostics;
    private final boolean fixed;
    private final List<String> missing = new ArrayList<>();

    /** A reader of files of that form. */
    SourceReader(String file, FortranOptions options, Diagnostics diagnostics) {
        this.options = options;
        this.diagnostics = diagnostics;
        this.fixed = FIXED.matcher(file).find();
    }

    /** The statements in order. */
    List<SourceLine> read(String file, String text) {
        return included(file, text, 0);
    }

    /** What to do about files that were not found; empty where all were. */
    String advice() {
        return missing.isEmpty()
                ? ""
                : "; it may come from " + String.join(", ", missing)
                        + ", not found: give the directory by -I DIRECTORY";
    }

    private List<SourceLine> included(String file, String text, int depth) {
        List<SourceLine> lines = new ArrayList<>();
        for (SourceLine line : fixed ? fixed(file, text) : free(file, text)) {
            Matcher include = INCLUDE.matcher(line.text());
            if (line.directive() || !include.matches()) {
                lines.add(line);
                continue;
            }
            String name = include.group(1) == null ? include.group(2) : include.group(1);
            Path found = depth < MOST_INCLUDED ? find(file, name) : null;
            if (found == null) {
                missing.add("'" + name + "' (" + line.position() + ")");
            } else {
                lines.addAll(included(found.toString(), NestParser.read(found), depth + 1));
            }
        }
        return lines;
    }

    private @Nullable Path find(String from, String name) {
        if (name.indexOf('\0') >= 0) {
            return null;
        }
        Path beside = Path.of(from).resolveSibling(name);
        return Stream.concat(Stream.of(beside), options.includes().stream().map(d -> d.resolve(name)))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
    }

    private boolean isPreprocessor(String file, String line, int number) {
        if (!line.startsWith("#")) {
            return false;
        }
        diagnostics.error(
                new SourcePosition(file, number, 1),
                "preprocessor lines are not read; give the preprocessed file, e.g. of 'gfortran -cpp -E -P'");
        return true;
    }

    private List<SourceLine> free(String file, String text) {
        StatementCollector collector = new StatementCollector(file);
        boolean continued = false;
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            String stripped = line.strip();
            if (StatementCollector.isDirective(line) && stripped.startsWith("!")) {
                collector.directive(line, number);
                continued = false;
                continue;
            }
            if (isPreprocessor(file, line, number) || stripped.isEmpty() || stripped.startsWith("!")) {
                continue;
            }
            int from = 0;
            if (continued) {
                int indent = line.length() - line.stripLeading().length();
                boolean joined = line.charAt(indent) == '&';
                from = joined ? indent + 1 : collector.inString() ? 0 : indent;
                if (!joined && !collector.inString()) {
                    collector.blank();
                }
            }
            continued = collector.take(line, from, number, true);
            if (!continued) {
                collector.end();
            }
        }
        return collector.statements();
    }

    private List<SourceLine> fixed(String file, String text) {
        StatementCollector collector = new StatementCollector(file);
        int number = 0;
        for (String written : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (StatementCollector.isDirective(written)) {
                collector.directive(written, number);
                continue;
            }
            boolean comment = !written.isEmpty() && "cC*!dD".indexOf(written.charAt(0)) >= 0;
            if (comment || written.isBlank() || isPreprocessor(file, written, number)) {
                continue;
            }
            int tab = written.indexOf('\t');
            if (tab >= 0 && tab < FIRST_COLUMN - 1 && written.substring(0, tab).matches("[0-9 ]*")) {
                tabbed(collector, written, tab, number);
                continue;
            }
            String line = written.length() > LAST_COLUMN ? written.substring(0, LAST_COLUMN) : written;
            boolean continuation = line.length() >= FIRST_COLUMN - 1
                    && " 0".indexOf(line.charAt(FIRST_COLUMN - 2)) < 0
                    && line.substring(0, FIRST_COLUMN - 2).isBlank();
            if (!continuation && line.stripLeading().startsWith("!")) {
                continue;
            }
            if (!continuation) {
                collector.end();
                String columns = line.substring(0, Math.min(line.length(), FIRST_COLUMN - 2));
                if (!columns.isBlank() && !columns.strip().matches("\\d+")) {
                    diagnostics.error(
                            new SourcePosition(
                                    file,
                                    number,
                                    line.length() - line.stripLeading().length() + 1),
                            "in fixed form columns 1 to 5 hold a label; begin statements in column 7, or give a file"
                                    + " of free form an ending such as .f90");
                    continue;
                }
                label(collector, columns);
            }
            collector.take(line, Math.min(line.length(), FIRST_COLUMN - 1), number, false);
        }
        return collector.statements();
    }

    /** A tab goes to the statement; a digit but 0 after it continues the statement before. */
    private static void tabbed(StatementCollector collector, String line, int tab, int number) {
        boolean continuation = tab + 1 < line.length() && "123456789".indexOf(line.charAt(tab + 1)) >= 0;
        if (!continuation) {
            collector.end();
            label(collector, line.substring(0, tab));
        }
        collector.take(line, tab + (continuation ? 2 : 1), number, false);
    }

    private static void label(StatementCollector collector, String columns) {
        collector.label(columns.isBlank() ? null : columns.strip());
    }
}
