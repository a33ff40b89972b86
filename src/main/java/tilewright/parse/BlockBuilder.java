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
import tilewright.parse.NestNotationParser.RepeatLineContext;
import tilewright.parse.NestNotationParser.UntilLineContext;
import tilewright.parse.SourceTree.Block;

/** Matches {@code do} with {@code enddo}, {@code if} with {@code endif} and {@code repeat} with {@code until}. */
final class BlockBuilder {
    /** What ends a block. */
    private enum Kind {
        DO("do", "enddo"),
        IF("if", "endif"),
        REPEAT("repeat", "until");

        private final String opener;
        private final String ending;

        Kind(String opener, String ending) {
            this.opener = opener;
            this.ending = ending;
        }
    }

    /** A block that waits for its end. For {@code else if}, a chain of guards ends with one {@code endif}. */
    private static final class Open {
        final Token start;
        final Kind kind;
        final @Nullable DoLineContext loop;
        final @Nullable RepeatLineContext repeat;
        final @Nullable ExprContext condition;
        final boolean continuesIf;
        final List<Block> body = new ArrayList<>();
        final List<Block> otherwise = new ArrayList<>();
        boolean inElse;

        @Nullable
        UntilLineContext until;

        private Open(
                Token start,
                Kind kind,
                @Nullable DoLineContext loop,
                @Nullable RepeatLineContext repeat,
                @Nullable ExprContext condition,
                boolean continuesIf) {
            this.start = start;
            this.kind = kind;
            this.loop = loop;
            this.repeat = repeat;
            this.condition = condition;
            this.continuesIf = continuesIf;
        }

        static Open loop(Token start, DoLineContext loop) {
            return new Open(start, Kind.DO, loop, null, null, false);
        }

        static Open repeat(Token start, RepeatLineContext repeat) {
            return new Open(start, Kind.REPEAT, null, repeat, null, false);
        }

        static Open guard(Token start, @Nullable ExprContext condition, boolean continuesIf) {
            return new Open(start, Kind.IF, null, null, condition, continuesIf);
        }

        Block close() {
            if (loop != null) {
                return new Block.Loop(loop, body);
            }
            return repeat != null
                    ? new Block.Repeat(repeat, until, body)
                    : new Block.Guard(start, condition, body, otherwise);
        }
    }

    private final Diagnostics diagnostics;
    private final Deque<Open> open = new ArrayDeque<>();
    private final SourceTree tree = new SourceTree(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());

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
            open.push(Open.loop(line.getStart(), line.doLine()));
        } else if (line.endDoLine() != null) {
            end(line.getStart(), Kind.DO, null);
        } else if (line.repeatLine() != null) {
            open.push(Open.repeat(line.getStart(), line.repeatLine()));
        } else if (line.untilLine() != null) {
            end(line.getStart(), Kind.REPEAT, line.untilLine());
        } else if (line.ifLine() != null) {
            addIf(line);
        } else if (line.elseIfLine() != null) {
            startElse(line.getStart());
            open.push(Open.guard(line.getStart(), line.elseIfLine().condition, true));
        } else if (line.elseLine() != null) {
            startElse(line.getStart());
        } else if (line.endIfLine() != null) {
            end(line.getStart(), Kind.IF, null);
        } else if (line.assignmentLine() != null) {
            append(new Block.Assignment(line.assignmentLine()));
        } else {
            addDeclaration(line);
        }
    }

    private void addIf(LineContext line) {
        AssignmentLineContext single = line.ifLine().assignmentLine();
        if (single == null) {
            open.push(Open.guard(line.getStart(), line.ifLine().condition, false));
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
        } else if (line.graphLine() != null) {
            declare(line.graphLine(), tree.graphs());
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
        if (top == null || top.kind != Kind.IF) {
            diagnostics.error(start, "'else' without an open if; remove it or add 'if (condition) then' before it");
            return;
        }
        if (top.inElse) {
            diagnostics.error(
                    start, "second 'else' of the if in line " + top.start.getLine() + "; end that if by 'endif' first");
        }
        top.inElse = true;
    }

    private void end(Token end, Kind kind, @Nullable UntilLineContext until) {
        if (open.stream().noneMatch(o -> o.kind == kind)) {
            diagnostics.error(
                    end,
                    "'" + kind.ending + "' without an open '" + kind.opener + "'; remove it or add the '" + kind.opener
                            + "' before it");
            return;
        }
        Open top = open.element();
        while (top.kind != kind) {
            close("this '" + top.start.getText() + "' is not ended before the '" + end.getText() + "' in line "
                    + end.getLine() + "; add '" + top.kind.ending + "'");
            top = open.element();
        }
        open.pop();
        top.until = until;
        append(top.close());
        if (top.continuesIf) {
            end(end, kind, null);
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
            close("this '" + top.start.getText() + "' is never ended; add '" + top.kind.ending
                    + "' after its last line");
        }
    }
}
