package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.parse.AccessNumbers;
import tilewright.parse.GuardedStatements;
import tilewright.parse.TypeRules;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.fortran.Elements.Target;
import tilewright.parse.fortran.FortranStatementParser.AssignmentLineContext;
import tilewright.parse.fortran.FortranStatementParser.ConcurrentContext;
import tilewright.parse.fortran.FortranStatementParser.ConjunctionContext;
import tilewright.parse.fortran.FortranStatementParser.DoLineContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;
import tilewright.parse.fortran.FortranStatementParser.ParenthesisContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceContext;
import tilewright.parse.fortran.SectionIteration.Section;
import tilewright.parse.fortran.SectionLoops.Order;

/** Builds the tree of one scop. */
final class ScopBuilder {
    private final Syntax syntax;
    private final Variables variables;
    private final GuardedStatements guarded;
    /** Loop variables of sections, by dimension. */
    private final List<String> sectionVariables = new ArrayList<>();

    ScopBuilder(Syntax syntax, Variables variables) {
        this.syntax = syntax;
        this.variables = variables;
        this.guarded = new GuardedStatements(new GuardedStatements.Arrays() {
            @Override
            public DataType type(String array) {
                return variables.type(array);
            }

            @Override
            public String logical(SourcePosition position) {
                return variables.logical(position);
            }
        });
    }

    /** The nodes of a whole scop, statements numbered; incomplete where faults were reported. */
    List<Node> nodes(List<Block> blocks) {
        return GuardedStatements.numbered(nodes(blocks, Scope.EMPTY));
    }

    private List<Node> nodes(List<Block> blocks, Scope scope) {
        List<Node> nodes = new ArrayList<>();
        for (Block block : blocks) {
            nodes.addAll(
                    switch (block) {
                        case Block.Loop l -> loop(l, scope);
                        case Block.Concurrent c -> concurrent(c, c.header().headers, scope);
                        case Block.Guard g -> guard(g, scope);
                        case Block.Assignment a -> assignment(a.line(), scope);
                    });
        }
        return nodes;
    }

    private List<Node> fault(ParserRuleContext at, String message) {
        syntax.error(at, message);
        return List.of();
    }

    private FortranAffine affine(Scope scope) {
        return new FortranAffine(syntax, variables.in(scope), scope);
    }

    private FortranExpressions expressions(Scope scope, DataType target, @Nullable SectionIteration iteration) {
        return new FortranExpressions(
                syntax,
                variables.in(scope),
                scope,
                FortranExpressions.Place.STATEMENT,
                ExpressionTypes.literalType(target),
                iteration);
    }

    private List<Node> loop(Block.Loop loop, Scope scope) {
        DoLineContext header = loop.header();
        return loop(
                header,
                header.variable,
                header.first,
                header.last,
                header.step,
                scope,
                inner -> nodes(loop.body(), inner));
    }

    private interface Body {
        List<Node> in(Scope scope);
    }

    private List<Node> loop(
            ParserRuleContext at,
            Token variable,
            ExprContext first,
            ExprContext last,
            @Nullable ExprContext step,
            Scope scope,
            Body body) {
        String name = variables.loopVariable(variable, scope);
        FortranAffine affine = affine(scope);
        Affine lower = affine.build(first, FortranAffine.Place.BOUND);
        Affine upper = affine.build(last, FortranAffine.Place.BOUND);
        Long by = step == null ? Long.valueOf(1) : step(affine, step);
        if (name == null || by == null) {
            return List.of();
        }
        if (by == 0) {
            return fault(step == null ? at : step, "the loop step is zero; write a positive or negative integer");
        }
        Scope inner = scope.inLoop(ScopNames.key(variable), name, Scope.range(name, lower, upper, by));
        return List.of(new Node.Loop(name, lower, upper, by, body.in(inner), syntax.position(at)));
    }

    /** The step of a loop; null where a fault was reported. */
    private @Nullable Long step(FortranAffine affine, ExprContext step) {
        Affine value = affine.build(step, FortranAffine.Place.STEP);
        if (affine.failed() || value instanceof Affine.Constant) {
            return affine.failed() ? null : (Long) LinearForm.of(value).constant();
        }
        List<String> parameters = variables.wantForStep(value.variables(), syntax.position(step));
        String advice = parameters.isEmpty()
                ? "write an integer or a named constant"
                : "the loop is affine for one value of it at a time: give --set "
                        + String.join("=VALUE,", parameters) + "=VALUE, or '!$tilewright assume("
                        + parameters.getFirst() + " == VALUE)' in the program unit";
        syntax.error(step, "loop step '" + syntax.text(step) + "' is not constant; " + advice);
        return null;
    }

    /** One loop for each variable; iterations that may run in any order may run in this one. */
    private List<Node> concurrent(Block.Concurrent loop, List<ConcurrentContext> headers, Scope scope) {
        if (headers.isEmpty()) {
            ExprContext mask = loop.header().mask;
            return mask == null
                    ? nodes(loop.body(), scope)
                    : guard(new Block.Guard(mask, loop.body(), List.of()), scope);
        }
        ConcurrentContext header = headers.getFirst();
        List<ConcurrentContext> rest = headers.subList(1, headers.size());
        return loop(
                header,
                header.variable,
                header.first,
                header.last,
                header.step,
                scope,
                inner -> concurrent(loop, rest, inner));
    }

    /**
     * A condition on loop variables and parameters is a guard. One on data stays with the statements under it ({@link
     * GuardedStatements}).
     */
    private List<Node> guard(Block.Guard guard, Scope scope) {
        FortranAffine affine = affine(scope);
        List<ExprContext> conditions = conjuncts(guard.condition());
        List<ExprContext> onData =
                conditions.stream().filter(c -> !affine.isPure(c)).toList();
        List<Condition> known = new ArrayList<>();
        conditions.stream().filter(c -> !onData.contains(c)).forEach(c -> known.add(affine.condition(c)));
        if (known.isEmpty()) {
            return onData(guard, onData, scope);
        }
        Condition condition = Condition.and(known);
        Scope inner = scope.where(condition);
        return List.of(new Node.Guard(
                condition,
                onData.isEmpty() ? nodes(guard.then(), inner) : onData(guard, onData, inner),
                nodes(guard.otherwise(), scope.where(condition.negated())),
                syntax.position(guard.condition())));
    }

    private static List<ExprContext> conjuncts(ExprContext condition) {
        return switch (condition) {
            case ParenthesisContext p -> conjuncts(p.inner);
            case ConjunctionContext c -> {
                List<ExprContext> all = new ArrayList<>(conjuncts(c.left));
                all.addAll(conjuncts(c.right));
                yield all;
            }
            default -> List.of(condition);
        };
    }

    private List<Node> onData(Block.Guard guard, List<ExprContext> conditions, Scope scope) {
        for (ExprContext condition : conditions) {
            if (expressions(scope, DataType.DOUBLE, null).truth(condition) == null) {
                return List.of();
            }
        }
        return guarded.of(
                type -> condition(conditions, scope, type),
                nodes(guard.then(), scope),
                nodes(guard.otherwise(), scope),
                Set.of(),
                syntax.position(guard.condition()));
    }

    /** Conditions on data of which all hold. */
    private Expression condition(List<ExprContext> conditions, Scope scope, DataType target) {
        FortranExpressions expressions = expressions(scope, target, null);
        return conditions.stream()
                .map(c -> {
                    Typed condition = expressions.truth(c);
                    return condition == null ? new Expression.LogicalLiteral(true) : condition.expression();
                })
                .reduce((left, right) -> Expression.apply(Operator.AND, left, right))
                .orElse(new Expression.LogicalLiteral(true));
    }

    private List<Node> assignment(AssignmentLineContext line, Scope scope) {
        if (Elements.isSection(line.target, variables.in(scope))) {
            return section(line, scope);
        }
        Target target = expressions(scope, DataType.DOUBLE, null).target(line.target);
        if (target == null) {
            return List.of();
        }
        Statement statement = statement(line, target, scope, null);
        return statement == null ? List.of() : List.of(statement);
    }

    /** The statement that assigns the line's value; null after a reported fault. */
    private @Nullable Statement statement(
            AssignmentLineContext line, Target target, Scope scope, @Nullable SectionIteration iteration) {
        DataType type = target.array().type();
        FortranExpressions expressions = expressions(scope, type, iteration);
        Typed value = expressions.assigned(line.value, type);
        if (value == null) {
            return null;
        }
        String fault = TypeRules.assignmentFault(target.array().name(), type, value.type());
        if (fault != null) {
            fault(line, fault);
            return null;
        }
        return statement(line.target, target, value);
    }

    private Statement statement(ReferenceContext at, Target target, Typed value) {
        Access write = new Access(1, target.array().name(), target.subscripts(), syntax.position(at));
        return new Statement("", write, new AccessNumbers(1).number(value.expression()), syntax.position(at));
    }

    /** {@code a(2:n) = b(1:n-1) + c}: loops over the elements, by a copy where elements are read after they are written. */
    private List<Node> section(AssignmentLineContext line, Scope scope) {
        SectionIteration iteration = iteration(line.target, scope);
        if (iteration == null) {
            return List.of();
        }
        SectionLoops loops = new SectionLoops(iteration, scope);
        Scope inner = loops.scope();
        Target target = expressions(inner, DataType.DOUBLE, iteration).target(line.target);
        if (target == null) {
            return List.of();
        }
        Typed value = expressions(inner, target.array().type(), iteration)
                .assigned(line.value, target.array().type());
        if (value == null) {
            return List.of();
        }
        for (Order order : Order.values()) {
            if (!overlaps(loops, target, value, order)) {
                Statement statement = statement(line, target, inner, iteration);
                return statement == null ? List.of() : List.of(loops.around(statement, order, statement.position()));
            }
        }
        return copied(line, target, loops, inner);
    }

    private @Nullable SectionIteration iteration(ReferenceContext target, Scope scope) {
        if (!(variables.in(scope).of(target.name) instanceof Meaning.Data data)) {
            return null;
        }
        FortranArray array = data.array();
        Elements elements = new Elements(syntax, variables.in(scope), affine(scope), null);
        List<Section> sections = new ArrayList<>();
        boolean whole = target.open == null;
        int given = whole ? array.rank() : Math.min(array.rank(), target.arguments.size());
        for (int d = 0; d < given; d++) {
            var argument = whole ? null : target.arguments.get(d);
            if (argument == null || argument.value == null) {
                Section section = elements.section(target, argument, array, d);
                if (section == null) {
                    return null;
                }
                sections.add(section);
            }
        }
        while (sectionVariables.size() < sections.size()) {
            sectionVariables.add(variables.unused("i" + (sectionVariables.size() + 1)));
        }
        return new SectionIteration(sections, List.copyOf(sectionVariables.subList(0, sections.size())));
    }

    private boolean overlaps(SectionLoops loops, Target target, Typed value, Order order) {
        Access write = new Access(
                1, target.array().name(), target.subscripts(), target.array().position());
        return value.expression().reads().stream()
                .anyMatch(r -> r.array().equals(write.array()) && loops.overlap(write, r, order));
    }

    private List<Node> copied(AssignmentLineContext line, Target target, SectionLoops loops, Scope inner) {
        SectionIteration iteration = loops.iteration();
        FortranArray copy = variables.temporary(target.array(), iteration.rank());
        List<Subscript> subscripts = new ArrayList<>();
        iteration.variables().forEach(v -> subscripts.addFirst(new Subscript.AffineSubscript(Affine.variable(v))));
        Target between = new Target(copy, subscripts);
        Statement first = statement(line, between, inner, iteration);
        FortranExpressions expressions = expressions(inner, target.array().type(), iteration);
        Statement second = statement(line.target, target, expressions.read(line.target, between));
        return first == null
                ? List.of()
                : List.of(
                        loops.around(first, Order.FORWARD, first.position()),
                        loops.around(second, Order.FORWARD, second.position()));
    }
}
