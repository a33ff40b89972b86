package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.IndexFacts;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Until;
import tilewright.parse.ExpressionBuilder.Place;
import tilewright.parse.ExpressionBuilder.Typed;
import tilewright.parse.NestNotationParser.AssignmentLineContext;
import tilewright.parse.NestNotationParser.DoLineContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.RepeatLineContext;
import tilewright.parse.SourceTree.Block;
import tilewright.parse.Symbols.ArraySymbol;

/** Builds the model of a whole file. */
final class NestBuilder {
    private final String name;
    private final SourceTree tree;
    private final Diagnostics diagnostics;
    private final Symbols symbols;
    private final AffineBuilder affines;
    private final DataGuards dataGuards;
    private int statements;

    private NestBuilder(String name, SourceTree tree, Diagnostics diagnostics) {
        this.name = name;
        this.tree = tree;
        this.diagnostics = diagnostics;
        this.symbols = NameCollector.collect(tree, diagnostics);
        this.affines = new AffineBuilder(symbols, new Names(symbols, diagnostics), diagnostics);
        this.dataGuards = new DataGuards(symbols, diagnostics);
    }

    /** The nest; meaningless where faults were reported. */
    static LoopNest build(String name, SourceTree tree, Diagnostics diagnostics) {
        // Without its declarations every use of a name would be one more, misleading, fault.
        if (tree.declarations().stream().anyMatch(SyntaxErrors::isFaulty)) {
            diagnostics.throwIfAny();
        }
        return new NestBuilder(name, tree, diagnostics).build();
    }

    private LoopNest build() {
        List<Node> body = GuardedStatements.numbered(nodes(tree.body(), Set.of()));
        if (statements == 0 && diagnostics.isEmpty()) {
            diagnostics.error(
                    diagnostics.start(), "there is no statement here; write loops with assignments such as a(i) = 0");
        }
        List<ArrayDeclaration> arrays = new ArrayDeclarations(symbols, affines, diagnostics).build(body);
        DataFacts facts = new DataFacts(symbols, diagnostics);
        return new LoopNest(
                name,
                symbols.parameters(),
                arrays,
                facts.assumptions(tree.assumptions()),
                facts.initializers(tree.initializers()),
                body,
                facts.associative(tree.assumptions()),
                new IndexFacts(facts.properties(tree.assumptions()), facts.graph(tree.graphs())));
    }

    private List<Node> nodes(List<Block> blocks, Set<String> scope) {
        List<Node> nodes = new ArrayList<>();
        for (Block block : blocks) {
            Node node = switch (block) {
                case Block.Loop loop -> loop(loop, scope);
                case Block.Repeat repeat -> repeat(repeat, scope);
                case Block.Guard guard
                when dataGuards.isOnData(guard) -> {
                    nodes.addAll(dataGuards.nodes(
                            guard, nodes(guard.then(), scope), nodes(guard.otherwise(), scope), scope));
                    yield null;
                }
                case Block.Guard guard -> guard(guard, scope);
                case Block.Assignment assignment -> statement(assignment.line(), scope);
            };
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    private @Nullable Node loop(Block.Loop loop, Set<String> scope) {
        DoLineContext header = loop.header();
        if (header.variable == null) {
            return null;
        }
        String variable = header.variable.getText();
        checkVariable(header.variable, scope);
        boolean faulty = SyntaxErrors.isFaulty(header);
        Affine lower = faulty ? Affine.constant(1) : affines.build(header.lower, AffineBuilder.Place.BOUND, scope);
        Affine upper = faulty ? Affine.constant(1) : affines.build(header.upper, AffineBuilder.Place.BOUND, scope);
        long step = faulty ? 1 : step(header, scope);
        List<Load> loads = affines.takeLoads();
        List<Node> body = nodes(loop.body(), Scopes.with(scope, variable));
        return new Node.Loop(variable, lower, upper, step, body, diagnostics.position(header), loads);
    }

    private Node repeat(Block.Repeat repeat, Set<String> scope) {
        RepeatLineContext header = repeat.header();
        boolean faulty = SyntaxErrors.isFaulty(header);
        Node.Counter counter = null;
        Set<String> inner = scope;
        if (!faulty && header.variable != null) {
            checkVariable(header.variable, scope);
            Affine first = affines.build(header.first, AffineBuilder.Place.EXTENT, scope);
            Affine last = header.last == null ? null : affines.build(header.last, AffineBuilder.Place.EXTENT, scope);
            counter = new Node.Counter(header.variable.getText(), first, last);
            inner = Scopes.with(scope, counter.variable());
        }
        List<Node> body = nodes(repeat.body(), inner);
        Until until = new RepeatBuilder(symbols, diagnostics).until(repeat.until(), inner, body);
        return new Node.Repeat(counter, until, body, diagnostics.position(header));
    }

    private void checkVariable(Token variable, Set<String> scope) {
        String text = variable.getText();
        if (scope.contains(text)) {
            diagnostics.error(
                    variable, "'" + text + "' is already the variable of an outer loop; choose another variable");
        } else if (symbols.isParameter(text)) {
            diagnostics.error(variable, "'" + text + "' is a parameter; choose another loop variable");
        } else if (symbols.array(text) != null) {
            diagnostics.error(variable, "'" + text + "' is an array or scalar; choose another loop variable");
        }
    }

    private long step(DoLineContext header, Set<String> scope) {
        if (header.step == null) {
            return 1;
        }
        LinearForm step = LinearForm.of(affines.build(header.step, AffineBuilder.Place.STEP, scope));
        if (!step.isConstant()) {
            diagnostics.error(
                    header.step,
                    "loop step '" + Scopes.text(header.step) + "' is not constant; write an integer such as 2 or -1");
            return 1;
        }
        if (step.constant() == 0) {
            if (!affines.failed()) {
                diagnostics.error(header.step, "the loop step is zero; write a positive or negative integer");
            }
            return 1;
        }
        return step.constant();
    }

    private Node guard(Block.Guard guard, Set<String> scope) {
        return new Node.Guard(
                guard.condition() == null || SyntaxErrors.isFaulty(guard.condition())
                        ? Condition.TRUE
                        : affines.condition(guard.condition(), scope),
                nodes(guard.then(), scope),
                nodes(guard.otherwise(), scope),
                diagnostics.position(guard.start()));
    }

    private @Nullable Node statement(AssignmentLineContext line, Set<String> scope) {
        statements++;
        if (SyntaxErrors.isFaulty(line) || !isAssignable(line.reference(), scope)) {
            return null;
        }
        SourcePosition position = diagnostics.position(line);
        ArraySymbol array = symbols.array(line.reference().name.getText());
        DataType type = array == null ? DataType.REAL : array.type();
        ExpressionBuilder builder = new ExpressionBuilder(symbols, diagnostics, Place.STATEMENT, scope, type);
        Access target = builder.access(line.reference());
        Operator update = update(line.op);
        Typed old = update == null || target == null ? null : readTarget(builder.access(line.reference()), type);
        Typed value = builder.build(line.expr());
        if (update != null && old != null) {
            value = builder.apply(line, update, List.of(old, value));
        }
        if (target == null || value.type() == null) {
            return null;
        }
        value = builder.valueFor(value, type);
        String fault = TypeRules.assignmentFault(target.array(), type, value.type());
        if (fault != null) {
            diagnostics.error(line, fault);
        }
        return new Statement("S" + statements, target, new AccessNumbers(1).number(value.expression()), position);
    }

    private static @Nullable Typed readTarget(@Nullable Access access, DataType type) {
        return access == null ? null : new Typed(new Expression.Read(access), type);
    }

    private static @Nullable Operator update(Token assignment) {
        return switch (assignment.getType()) {
            case NestNotationParser.ADD_ASSIGN -> Operator.ADD;
            case NestNotationParser.SUB_ASSIGN -> Operator.SUB;
            case NestNotationParser.MUL_ASSIGN -> Operator.MUL;
            default -> null;
        };
    }

    private boolean isAssignable(ReferenceContext target, Set<String> scope) {
        String text = target.name.getText();
        String fault = null;
        if (target.open != null && Intrinsic.of(text) != null) {
            fault = "'" + text + "' is an intrinsic function; choose another array name";
        } else if (scope.contains(text)) {
            fault = "loop variable '" + text + "' is assigned to; its loop alone may change it, use a scalar";
        } else if (symbols.isParameter(text)) {
            fault = "parameter '" + text + "' is assigned to; parameters are constant, use a scalar with another name";
        } else if (symbols.isLoopVariable(text)) {
            fault = "'" + text + "' is assigned to but is a loop variable elsewhere; use another name";
        }
        if (fault != null) {
            diagnostics.error(target.name, fault);
        }
        return fault == null;
    }
}
