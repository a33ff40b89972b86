package tilewright.tiling.text;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.text.Lines;
import tilewright.kernel.text.TextErrors;
import tilewright.kernel.text.Words;
import tilewright.model.UserError;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.OwnedColumns;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.space.Candidate;

/**
 * Plans as text, which holds all of a plan but the nest as written and, where temporaries have memory of their own, the source positions of the
 * expanded nest. The grammar is in docs/grammar.md.
 */
public final class PlanText {
    private final Lines lines = new Lines();

    private PlanText() {}

    public static String print(Plan plan) {
        PlanText text = new PlanText();
        text.plan(plan);
        return text.lines.toString();
    }

    /** Whether a word may stand for a variable without backquotes. */
    static boolean isName(String word) {
        return isWhole(word, PlanNotationParser::name);
    }

    /** Whether a text is what a rule of the grammar says, and nothing behind it. */
    static boolean isWhole(String text, Consumer<PlanNotationParser> rule) {
        try {
            PlanNotationParser parser = parser(new TextErrors(text), text);
            rule.accept(parser);
            return parser.getCurrentToken().getType() == Token.EOF;
        } catch (UserError e) {
            return false;
        }
    }

    /** A parser of the grammar, which ends at the first fault of the text. */
    static PlanNotationParser parser(TextErrors errors, String text) {
        PlanNotationLexer lexer = new PlanNotationLexer(CharStreams.fromString(text));
        PlanNotationParser parser = new PlanNotationParser(new CommonTokenStream(lexer));
        errors.listenTo(lexer, parser);
        return parser;
    }

    private void plan(Plan plan) {
        lines.line("plan " + Words.quoted(plan.written().name()));
        lines.line("rule " + Words.quoted(plan.rule()));
        lines.line("block " + AffineText.numbers(plan.candidate().block()));
        lines.line("thread " + AffineText.numbers(plan.candidate().thread()));
        lines.line(options(plan.candidate().options()));
        lines.line("");
        new FamilyText(lines).print(plan.family(), plan.rule());
        lines.line("");
        CoalescedLoops loops = plan.coalesced();
        if (loops != null) {
            lines.line("axes " + loops.groups().stream().map(AffineText::names).collect(Collectors.joining(", ")));
            lines.line("");
        }
        if (!plan.nest().equals(loops == null ? plan.written() : loops.nest())) {
            lines.block("nest", () -> lines.lines(OwnNest.lines(plan)));
            lines.line("");
        }
        lines.block("host", () -> steps(plan.host()));
    }

    private static String options(Candidate.Options options) {
        return "options k-tile " + options.kTile() + " stages " + options.stages()
                + (options.panel() == 0 ? "" : options.advancesByPlanes() ? " by planes" : " panel " + options.panel())
                + (options.window() == 0 ? "" : " window " + options.window())
                + (options.resident() ? " resident" : "");
    }

    private void steps(List<HostStep> steps) {
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.HostLoop l ->
                    lines.block(
                            "for " + (l.apart() ? "apart " : "") + AffineText.name(l.variable())
                                    + PieceText.range(l.first(), l.last())
                                    + columns(l.columns())
                                    + (l.windows() == null ? "" : " windows " + AffineText.of(l.windows())),
                            () -> {
                                if (l.boxes() != null) {
                                    new TimeTileText(lines).print(l.boxes());
                                }
                                steps(l.body());
                            });
                case HostStep.Launch l ->
                    lines.block(launch(l), () -> l.blocks().forEach(this::blocks));
                case HostStep.AsWritten w ->
                    lines.line(
                            "as-written " + AffineText.numbers(w.parallel()) + " sums " + AffineText.names(w.sums()));
            }
        }
    }

    private static String columns(@Nullable OwnedColumns columns) {
        return columns == null
                ? ""
                : " columns " + columns.size() + " threads " + columns.threads() + " "
                        + columns.updates().stream().map(PlanText::update).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String update(OwnedColumns.Update update) {
        return AffineText.name(update.statement()) + " at " + AffineText.name(update.column())
                + (update.along() == null ? "" : " along " + AffineText.name(update.along()))
                + (update.joins() == null
                        ? ""
                        : " partial " + Words.quoted(update.joins().notation()));
    }

    private void blocks(Blocks blocks) {
        switch (blocks) {
            case Piece p -> new PieceText(lines).print(p);
            case TimeTile t -> new TimeTileText(lines).print(t);
        }
    }

    private static String launch(HostStep.Launch l) {
        return "launch " + AffineText.name(l.name())
                + (l.follows() ? " follows" : "")
                + (l.lane().ahead() ? " ahead" : "")
                + (l.lane().meets() ? " meets" : "")
                + " " + Words.quoted(l.description());
    }
}
