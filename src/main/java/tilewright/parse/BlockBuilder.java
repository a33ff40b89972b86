package tilewright.parse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.parse.NestNotationParser.AssignmentLineContext;
import tilewright.parse.NestNotationParser.DoLineContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.LineContext;
import tilewright.parse.SourceTree.Block;

/** Matches {@code do} with {@code enddo} and {@code if} with {@code endif}. */
final class BlockBuilder {
    /** A block that waits for its end. For {@code else if}, a chain of guards ends with one {@code endif}. */
    private static final class Open {
        final Token start;
        final @Nullable DoLineContext loop;
        final @Nullable ExprContext condition;
        final boolean continuesIf;
        final List<Block> body = new ArrayList<>();
        final List<Block> otherwise = new ArrayList<>();
        boolean inElse;

        Open(Token start, @Nullable DoLineContext loop, @Nullable ExprContext condition, boolean continuesIf) {
            this.start = start;
            this.loop = loop;
            this.condition = condition;
            this.continuesIf = continuesIf;
        }

        boolean isLoop() {
            return loop != null;
        }

        Block close() {
            return loop != null ? new Block.Loop(loop, body) : new Block.Guard(start, condition, body, otherwise);
        }

        String endWord() {
            return isLoop() ? "enddo" : "endif";
        }
    }

    private final Diagnostics diagnostics;
    private final Deque<Open> open = new ArrayDeque<>();
    private final SourceTree tree = new SourceTree(
            new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    private BlockBuilder(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    static SourceTree build(List<LineContext> lines, Diagnostics diagnostics) {
        BlockBuilder builder = new BlockBuilder(diagnostics);
        lines.forEach(builder::add);
        builder.closeAll();
        return builder.tree;
    }

    private void add(LineContext line) {
        if (line.doLine() != null) {
            open.push(new Open(line.getStart(), line.doLine(), null, false));
        } else if (line.endDoLine() != null) {
            end(line.getStart(), true);
        } else if (line.ifLine() != null) {
            addIf(line);
        } else if (line.elseIfLine() != null) {
            startElse(line.getStart());
            open.push(new Open(line.getStart(), null, line.elseIfLine().condition, true));
        } else if (line.elseLine() != null) {
            startElse(line.getStart());
        } else if (line.endIfLine() != null) {
            end(line.getStart(), false);
        } else if (line.assignmentLine() != null) {
            append(new Block.Assignment(line.assignmentLine()));
        } else {
            addDeclaration(line);
        }
    }

    private void addIf(LineContext line) {
        AssignmentLineContext single = line.ifLine().assignmentLine();
        if (single == null) {
            open.push(new Open(line.getStart(), null, line.ifLine().condition, false));
        } else {
            append(new Block.Guard(
                    line.getStart(), line.ifLine().condition, List.of(new Block.Assignment(single)), List.of()));
        }
    }

    private void addDeclaration(LineContext line) {
        if (line.paramLine() != null) {
            declare(line.paramLine(), tree.params());
        } else if (line.declarationLine() != null) {
            declare(line.declarationLine(), tree.declarations());
        } else if (line.assumeLine() != null) {
            declare(line.assumeLine(), tree.assumptions());
        } else if (line.initLine() != null) {
            declare(line.initLine(), tree.initializers());
        }
    }

    private <T extends ParserRuleContext> void declare(T line, List<T> lines) {
        lines.add(line);
        if (!open.isEmpty()) {
            diagnostics.error(
                    line, "'" + line.getStart().getText() + "' inside a loop or if; move it before the first loop");
        }
    }

    private void append(Block block) {
        Open top = open.peek();
        if (top == null) {
            tree.body().add(block);
        } else {
            (top.inElse ? top.otherwise : top.body).add(block);
        }
    }

    private void startElse(Token start) {
        Open top = open.peek();
        if (top == null || top.isLoop()) {
            diagnostics.error(start, "'else' without an open if; remove it or add 'if (condition) then' before it");
            return;
        }
        if (top.inElse) {
            diagnostics.error(
                    start, "second 'else' of the if in line " + top.start.getLine() + "; end that if by 'endif' first");
        }
        top.inElse = true;
    }

    private void end(Token end, boolean loop) {
        if (open.stream().noneMatch(o -> o.isLoop() == loop)) {
            String word = loop ? "enddo" : "endif";
            String opener = loop ? "do" : "if";
            diagnostics.error(
                    end,
                    "'" + word + "' without an open '" + opener + "'; remove it or add the '" + opener + "' before it");
            return;
        }
        Open top = open.element();
        while (top.isLoop() != loop) {
            close("this '" + top.start.getText() + "' is not ended before the '" + end.getText() + "' in line "
                    + end.getLine() + "; add '" + top.endWord() + "'");
            top = open.element();
        }
        open.pop();
        append(top.close());
        if (top.continuesIf) {
            end(end, false);
        }
    }

    /** Closes the innermost block, which its text leaves open. */
    private void close(String message) {
        Open top = open.pop();
        if (!top.continuesIf) {
            diagnostics.error(top.start, message);
        }
        append(top.close());
    }

    private void closeAll() {
        while (!open.isEmpty()) {
            Open top = open.element();
            close("this '" + top.start.getText() + "' is never ended; add '" + top.endWord() + "' after its last line");
        }
    }
}
