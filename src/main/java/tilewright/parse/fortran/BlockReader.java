package tilewright.parse.fortran;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.parse.Diagnostics;
import tilewright.parse.fortran.FortranStatementParser.ConditionContext;
import tilewright.parse.fortran.FortranStatementParser.DoConcurrentLineContext;
import tilewright.parse.fortran.FortranStatementParser.DoLineContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;

/** Makes a tree of the statements of a scop: matches {@code do} and {@code if} with their ends, and labels with their loops. */
final class BlockReader {
    private static final String ASSIGNMENT = "a(i,j) = expression";
    private static final String DO = "do variable = first, last [, step]";
    private static final Pattern GO_TO = Pattern.compile("go\\s*to\\s+(\\d+)");
    private static final Pattern CYCLE = Pattern.compile("cycle(?:\\s+(\\w+))?");

    /** What is said of statements that a scop cannot hold, by their first word. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("call", "calls cannot be analysed; write the statements of the procedure here"),
            Map.entry(
                    "exit",
                    "a loop that is left early cannot be analysed; run it to its end and keep results under an 'if'"),
            Map.entry("go", "jumps cannot be analysed; write 'if .. then .. end if'"),
            Map.entry("goto", "jumps cannot be analysed; write 'if .. then .. end if'"),
            Map.entry("return", "a scop has one end; move it after 'endscop'"),
            Map.entry("stop", "a scop has one end; move it after 'endscop'"),
            Map.entry("where", "masks are not read; write a loop with an 'if'"),
            Map.entry("forall", "'forall' is not read; write 'do concurrent' or 'do'"),
            Map.entry("select", "'select case' is not read; write 'if .. else if .. end if'"),
            Map.entry("allocate", "memory is allocated outside; move it before 'scop'"),
            Map.entry("deallocate", "memory is freed outside; move it after 'endscop'"),
            Map.entry("write", "input and output cannot be analysed; move it out of the scop"),
            Map.entry("read", "input and output cannot be analysed; move it out of the scop"),
            Map.entry("print", "input and output cannot be analysed; move it out of the scop"),
            Map.entry("associate", "'associate' is not read; write the names out"),
            Map.entry("block", "'block' is not read; declare its variables before the scop"));

    /** A block that waits for its end. */
    private static final class Open {
        final boolean loop;
        final @Nullable String label;
        final @Nullable String construct;

        Open(boolean loop, @Nullable String label, @Nullable String construct) {
            this.loop = loop;
            this.label = label;
            this.construct = construct;
        }
    }

    private final List<SourceLine> lines;
    private final Syntax syntax;
    private final Diagnostics diagnostics;
    private final Deque<Open> open = new ArrayDeque<>();
    private int next;

    private BlockReader(List<SourceLine> lines, Syntax syntax, Diagnostics diagnostics) {
        this.lines = lines;
        this.syntax = syntax;
        this.diagnostics = diagnostics;
    }

    /** The tree; incomplete where faults were reported. */
    static List<Block> read(Scop scop, Syntax syntax, Diagnostics diagnostics) {
        BlockReader reader = new BlockReader(scop.lines(), syntax, diagnostics);
        return reader.blocks();
    }

    private SourceLine line() {
        return lines.get(next);
    }

    /** Statements up to the end of the innermost open block, which is not taken unless it is the label of a loop. */
    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        while (next < lines.size()) {
            LineKind kind = LineKind.of(line());
            if (endsBlock(kind)) {
                break;
            }
            SourceLine line = lines.get(next++);
            if (skipsRest(line, kind)) {
                ExprContext condition = condition(line, LineKind.afterCondition(line), "if (condition) cycle");
                next += kind == LineKind.IF_THEN ? 2 : 0;
                List<Block> rest = blocks();
                if (condition != null) {
                    blocks.add(new Block.Guard(condition, List.of(), rest));
                }
                return blocks;
            }
            add(line, kind, blocks);
            if (isLabelOfInnermost(lines.get(next - 1))) {
                break;
            }
        }
        return blocks;
    }

    private boolean isLabelOfInnermost(SourceLine line) {
        Open innermost = open.peek();
        return innermost != null && innermost.label != null && innermost.label.equals(line.label());
    }

    /** Whether a line ends the innermost block; ends of blocks that are not open are reported and passed over. */
    private boolean endsBlock(LineKind kind) {
        return switch (kind) {
            case END_DO -> line().label() != null && isLabelOfInnermost(line()) ? false : closes(true, "end do", "do");
            case END_IF, ELSE, ELSE_IF -> closes(false, kind == LineKind.END_IF ? "end if" : "else", "if");
            default -> false;
        };
    }

    private boolean closes(boolean loop, String end, String opener) {
        boolean fits = open.stream().anyMatch(o -> o.loop == loop && (!loop || o.label == null));
        if (!fits) {
            diagnostics.error(
                    line().position(),
                    "'" + end + "' without an open '" + opener + "' in this scop; remove it or add the '" + opener
                            + "'");
        }
        return fits;
    }

    private void add(SourceLine line, LineKind kind, List<Block> blocks) {
        switch (kind) {
            case ASSIGNMENT -> assignment(line, blocks);
            case DO -> loop(line, blocks);
            case DO_CONCURRENT -> concurrent(line, blocks);
            case IF_THEN -> guard(line, blocks);
            case IF -> conditional(line, blocks);
            case CONTINUE, END_DO, END_IF, ELSE, ELSE_IF -> {}
            case CYCLE ->
                error(
                        line,
                        "'cycle' is read as 'if (condition) cycle' in the body of its own loop only; write an 'if'"
                                + " around the statements that it skips");
            case OTHER_DO -> error(line, "the loop has no variable that counts; write " + DO);
            case POINTER_ASSIGNMENT -> error(line, "pointers cannot be analysed; use arrays that do not overlap");
            case TYPE, SHAPE, PARAMETER, IMPLICIT, USE, INTERFACE, TYPE_DEFINITION ->
                error(line, "a scop holds no declarations; move it before 'scop'");
            case EXIT, OTHER, END_INTERFACE, END_TYPE, END_UNIT, UNIT, CONTAINS -> refuse(line);
        }
    }

    private void error(SourceLine line, String message) {
        diagnostics.error(line.position(), message);
    }

    private void refuse(SourceLine line) {
        String word = line.lower().split("\\W", 2)[0];
        String advice = REFUSED.getOrDefault(word, "a scop holds do, if and assignments");
        error(line, "'" + (word.isEmpty() ? line.text() : word) + "' cannot be analysed: " + advice);
    }

    private void assignment(SourceLine line, List<Block> blocks) {
        var tree = syntax.parse(line, FortranStatementParser::assignmentLine, ASSIGNMENT);
        if (tree != null) {
            blocks.add(new Block.Assignment(tree));
        }
    }

    private void loop(SourceLine line, List<Block> blocks) {
        DoLineContext header = syntax.parse(line, FortranStatementParser::doLine, DO);
        List<Block> body = body(line, header == null ? null : header.label, header == null ? null : header.construct);
        if (header != null) {
            blocks.add(new Block.Loop(header, body));
        }
    }

    private void concurrent(SourceLine line, List<Block> blocks) {
        DoConcurrentLineContext header = syntax.parse(
                line, FortranStatementParser::doConcurrentLine, "do concurrent (variable = first:last, ..)");
        List<Block> body = body(line, header == null ? null : header.label, header == null ? null : header.construct);
        if (header != null) {
            blocks.add(new Block.Concurrent(header, body));
        }
    }

    private List<Block> body(SourceLine start, @Nullable Token label, @Nullable Token construct) {
        Open loop = new Open(
                true,
                label == null ? null : label.getText().replaceFirst("^0+(?=.)", ""),
                construct == null ? null : construct.getText().toLowerCase(Locale.ROOT));
        open.push(loop);
        List<Block> body = blocks();
        open.pop();
        boolean ended = loop.label == null
                ? next < lines.size() && LineKind.of(line()) == LineKind.END_DO
                : next > 0 && loop.label.equals(lines.get(next - 1).label());
        if (ended && loop.label == null) {
            next++;
        } else if (!ended) {
            notEnded(start, loop.label == null ? "end do" : loop.label + " continue");
        }
        return body;
    }

    private void notEnded(SourceLine start, String ending) {
        String word = start.lower().split("\\W", 2)[0];
        String before = next < lines.size() ? " before the '" + line().text() + "' in line " + line().number() : "";
        error(start, "this '" + word + "' is not ended" + before + "; add '" + ending + "'");
    }

    private void guard(SourceLine line, List<Block> blocks) {
        Block.Guard guard = branch(line, LineKind.afterCondition(line));
        if (guard != null) {
            blocks.add(guard);
        }
    }

    /** One condition with its statements, and what follows by {@code else}. */
    private Block.@Nullable Guard branch(SourceLine start, int end) {
        ExprContext condition = condition(start, end, "if (condition) then");
        open.push(new Open(false, null, null));
        List<Block> then = blocks();
        List<Block> otherwise = List.of();
        LineKind kind = next < lines.size() ? LineKind.of(line()) : LineKind.OTHER;
        if (kind == LineKind.ELSE_IF) {
            open.pop();
            SourceLine line = lines.get(next++);
            Block.Guard rest = branch(line, LineKind.afterCondition(line));
            return condition == null
                    ? null
                    : new Block.Guard(condition, then, rest == null ? List.of() : List.of(rest));
        }
        if (kind == LineKind.ELSE) {
            next++;
            otherwise = blocks();
            kind = next < lines.size() ? LineKind.of(line()) : LineKind.OTHER;
        }
        open.pop();
        if (kind == LineKind.END_IF) {
            next++;
        } else if (kind == LineKind.ELSE || kind == LineKind.ELSE_IF) {
            error(line(), "second 'else' of the if in line " + start.number() + "; end that if by 'end if' first");
            next++;
        } else {
            notEnded(start, "end if");
        }
        return condition == null ? null : new Block.Guard(condition, then, otherwise);
    }

    private @Nullable ExprContext condition(SourceLine line, int end, String form) {
        ConditionContext tree = syntax.parse(line.part(0, end), FortranStatementParser::condition, form);
        return tree == null ? null : tree.value;
    }

    /** {@code if (condition) statement}. */
    private void conditional(SourceLine line, List<Block> blocks) {
        int end = LineKind.afterCondition(line);
        ExprContext condition = condition(line, end, "if (condition) " + ASSIGNMENT);
        SourceLine action = line.from(end);
        List<Block> then = new ArrayList<>();
        LineKind kind = LineKind.of(action);
        if (kind == LineKind.DO || kind == LineKind.DO_CONCURRENT || kind == LineKind.IF || kind == LineKind.IF_THEN) {
            error(action, "a one-line 'if' holds one assignment; write 'if (condition) then' .. 'end if'");
            return;
        }
        add(action, kind, then);
        if (condition != null) {
            blocks.add(new Block.Guard(condition, then, List.of()));
        }
    }

    /** Whether a line skips the rest of the body of the innermost loop, in which it stands, under a condition. */
    private boolean skipsRest(SourceLine line, LineKind kind) {
        Open innermost = open.peek();
        if (innermost == null || !innermost.loop) {
            return false;
        }
        return switch (kind) {
            case IF -> skips(line.from(LineKind.afterCondition(line)), innermost);
            case IF_THEN ->
                next + 1 < lines.size()
                        && skips(lines.get(next), innermost)
                        && LineKind.of(lines.get(next + 1)) == LineKind.END_IF;
            default -> false;
        };
    }

    private boolean skips(SourceLine action, Open loop) {
        Matcher cycle = CYCLE.matcher(action.lower());
        if (cycle.matches()) {
            return cycle.group(1) == null || cycle.group(1).equals(loop.construct);
        }
        Matcher jump = GO_TO.matcher(action.lower());
        return jump.matches() && Objects.equals(jump.group(1), loop.label) && isEmpty(jump.group(1));
    }

    /** Whether the statement of a label does nothing. */
    private boolean isEmpty(String label) {
        return lines.stream()
                .filter(l -> label.equals(l.label()))
                .map(LineKind::of)
                .allMatch(k -> k == LineKind.CONTINUE || k == LineKind.END_DO);
    }
}
