package tilewright.algebra;

import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import tilewright.algebra.SchemeNotationParser.DefinitionContext;
import tilewright.algebra.SchemeNotationParser.ExprContext;
import tilewright.algebra.SchemeNotationParser.FactorContext;
import tilewright.algebra.SchemeNotationParser.ProgramContext;
import tilewright.algebra.SchemeNotationParser.SchemeContext;
import tilewright.kernel.text.TextErrors;

/** Texts of {@code SchemeNotation.g4} -> schemes. */
public final class SchemeBuilder extends SchemeNotationBaseVisitor<Scheme> {
    private SchemeBuilder() {}

    /**
     * A program from its text, the {@code toString} of an equal one.
     *
     * @param file how messages call the text
     * @throws tilewright.model.UserError at the first fault, as {@code file:line:column: error: ..}
     */
    public static SchemeProgram parse(String file, String text) {
        TextErrors errors = new TextErrors(file);
        SchemeNotationLexer lexer = new SchemeNotationLexer(CharStreams.fromString(text));
        SchemeNotationParser parser = new SchemeNotationParser(new CommonTokenStream(lexer));
        errors.listenTo(lexer, parser);
        return program(parser.program());
    }

    private static SchemeProgram program(ProgramContext tree) {
        SchemeBuilder builder = new SchemeBuilder();
        String quoted = tree.STRING().getText();
        return new SchemeProgram(
                quoted.substring(1, quoted.length() - 1),
                tree.DECLARATION().stream().map(d -> d.getText().substring(2)).toList(),
                tree.definition().stream().map(builder::definition).toList());
    }

    private SchemeProgram.Definition definition(DefinitionContext tree) {
        List<String> parameters = tree.parameters() == null
                ? List.of()
                : tree.parameters().word().stream().map(SchemeBuilder::written).toList();
        return new SchemeProgram.Definition(tree.name.getText(), parameters, visit(tree.scheme()));
    }

    @Override
    public Scheme visitScheme(SchemeContext tree) {
        List<FactorContext> factors = tree.factor();
        return factors.size() == 1
                ? visit(factors.getFirst())
                : Scheme.compose(factors.stream().map(this::visit).toList());
    }

    @Override
    public Scheme visitIdentity(SchemeNotationParser.IdentityContext tree) {
        return new Scheme.Identity();
    }

    @Override
    public Scheme visitBarrier(SchemeNotationParser.BarrierContext tree) {
        return new Scheme.Barrier(written(tree.name), written(tree.count));
    }

    @Override
    public Scheme visitAssignment(SchemeNotationParser.AssignmentContext tree) {
        return new Scheme.Assign(written(tree.target), written(tree.value));
    }

    @Override
    public Scheme visitIncrement(SchemeNotationParser.IncrementContext tree) {
        return new Scheme.Increment(written(tree.variable));
    }

    @Override
    public Scheme visitAlternative(SchemeNotationParser.AlternativeContext tree) {
        return new Scheme.Alternative(written(tree.condition), visit(tree.then), visit(tree.otherwise));
    }

    @Override
    public Scheme visitCycle(SchemeNotationParser.CycleContext tree) {
        return new Scheme.Cycle(written(tree.condition), visit(tree.scheme()));
    }

    @Override
    public Scheme visitRepetition(SchemeNotationParser.RepetitionContext tree) {
        return new Scheme.Repetition(visit(tree.scheme()), written(tree.condition));
    }

    @Override
    public Scheme visitDisjunction(SchemeNotationParser.DisjunctionContext tree) {
        return new Scheme.Disjunction(
                written(tree.variable), written(tree.first), written(tree.last), visit(tree.scheme()));
    }

    @Override
    public Scheme visitBoth(SchemeNotationParser.BothContext tree) {
        return new Scheme.Both(tree.scheme().stream().map(this::visit).toList());
    }

    @Override
    public Scheme visitGroup(SchemeNotationParser.GroupContext tree) {
        return visit(tree.scheme());
    }

    @Override
    public Scheme visitCall(SchemeNotationParser.CallContext tree) {
        return new Scheme.Call(
                tree.name.getText(),
                tree.arguments.stream().map((ExprContext a) -> written(a)).toList());
    }

    /** The characters of a part of the text, as its user wrote them. */
    private static String written(ParserRuleContext tree) {
        Token first = tree.getStart();
        return first.getInputStream()
                .getText(Interval.of(first.getStartIndex(), tree.getStop().getStopIndex()));
    }
}
