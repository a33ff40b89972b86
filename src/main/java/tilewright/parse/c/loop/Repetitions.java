package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Refusal;
import tilewright.model.Until;
import tilewright.parse.AccessNumbers;
import tilewright.parse.Diagnostics;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.SignProver;
import tilewright.parse.c.expression.CExpressions;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.flow.Escapes;
import tilewright.parse.c.flow.Escapes.Escape;
import tilewright.parse.c.unit.ChangeFlags;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;
import tilewright.parse.c.unit.UsedNames;

/**
 * Builds loops that data end as repetitions: {@code do .. while (changed)} by a {@linkplain ChangeFlags flag} is {@code repeat .. until
 * unchanged(x)}, any other {@code do .. while (c)} is {@code repeat .. until (.not. c)}. An integer that the last statement of the body steps by one
 * numbers the passes.
 */
final class Repetitions {
    private final ScopBuilder builder;
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private final Escapes escapes;
    private final ChangeFlags flags;
    private int open;

    Repetitions(ScopContext context) {
        this.builder = context.builder();
        this.unit = context.unit();
        this.variables = context.variables();
        this.diagnostics = context.diagnostics();
        this.known = context.known();
        this.escapes = context.escapes();
        this.flags = context.flags();
    }

    /** Whether a repetition is being built. */
    boolean isInside() {
        return open > 0;
    }

    /** What tells whether there is another pass. */
    private record Asked(@Nullable IVariable flag, @Nullable IASTExpression bound) {}

    /**
     * The repetition that a loop by a flag is; null where no flag ends it, or it may not run at all.
     *
     * @param changed integers that are followed and that the body changes
     */
    @Nullable
    List<Node> flagged(
            IASTStatement loop,
            IASTExpression condition,
            IASTStatement body,
            boolean atEnd,
            Set<IBinding> changed,
            Scope scope) {
        IVariable flag = null;
        IASTExpression bound = null;
        for (IASTExpression each : ChangeFlags.conjuncts(condition)) {
            IVariable asked = flags.asked(each);
            if (asked != null && !flags.arrays(asked, loop).isEmpty()) {
                flag = asked;
            } else {
                bound = each;
            }
        }
        if (flag == null) {
            return null;
        }
        List<Node> nodes = new Passes(loop, body, atEnd, changed, new Asked(flag, bound)).built(scope);
        return atEnd || flags.isUp(flag, loop)
                ? nodes
                : builder.fault(
                        loop,
                        "whether this 'while' runs at all is not known: set '" + flag.getName()
                                + "' to 1 directly before it, or write do .. while");
    }

    /** The repetition that {@code do .. while (condition)} is. */
    List<Node> untilNot(
            IASTStatement loop, IASTExpression condition, IASTStatement body, Set<IBinding> changed, Scope scope) {
        return new Passes(loop, body, true, changed, new Asked(null, condition)).built(scope);
    }

    /** One repetition. */
    private final class Passes {
        private final IASTStatement loop;
        private final List<IASTStatement> body;
        private final boolean atEnd;
        private final Set<IBinding> changed;
        private final Asked asked;
        private final Map<IBinding, Affine> before = known.copy();

        Passes(IASTStatement loop, IASTStatement body, boolean atEnd, Set<IBinding> changed, Asked asked) {
            this.loop = loop;
            this.body = body instanceof IASTCompoundStatement c ? List.of(c.getStatements()) : List.of(body);
            this.atEnd = atEnd;
            this.changed = changed;
            this.asked = asked;
        }

        List<Node> built(Scope scope) {
            changed.forEach(known::forget);
            IVariable stepped = stepped();
            Node.Counter counter = null;
            Scope inner = scope;
            List<IASTStatement> repeated = body;
            if (stepped != null && variables.isTracked(stepped)) {
                Affine first = variables.plain(known.get(before, stepped), loop);
                if (first == null) {
                    return List.of();
                }
                String name = variables.loopVariable(stepped, scope);
                known.put(stepped, Affine.variable(name));
                inner = scope.inLoop(
                        stepped, name, new Condition.Compare(Affine.variable(name), Condition.Relation.GE, first));
                repeated = body.subList(0, body.size() - 1);
                counter = new Node.Counter(name, first, null);
            } else if (stepped != null) {
                variables.want(stepped);
            }
            List<Node> nodes = nodes(repeated, inner);
            changed.forEach(known::forget);
            Until until = nodes.isEmpty() ? null : until(scope);
            if (until == null) {
                return List.of();
            }
            if (asked.flag == null || asked.bound == null) {
                return List.of(new Node.Repeat(counter, until, nodes, unit.position(loop)));
            }
            Affine last = stepped == null ? null : last(asked.bound, stepped, scope);
            if (last == null) {
                return builder.fault(
                        asked.bound,
                        "'" + unit.text(asked.bound) + "' is no bound of the passes: write it as passes < bound, and"
                                + " passes++ as the last statement of the loop");
            }
            if (counter == null) {
                // The integer is data in this try.
                return nodes;
            }
            return bounded(new Node.Counter(counter.variable(), counter.first(), last), until, nodes, scope);
        }

        private List<Node> bounded(Node.Counter counter, Until until, List<Node> nodes, Scope scope) {
            Node repeat = new Node.Repeat(counter, until, nodes, unit.position(loop));
            Condition runs = new Condition.Compare(
                    counter.first(), Condition.Relation.LE, counter.last() == null ? counter.first() : counter.last());
            return atEnd || SignProver.isImpossible(runs.negated(), scope)
                    ? List.of(repeat)
                    : List.of(new Node.Guard(runs, List.of(repeat), List.of(), unit.position(loop)));
        }

        private List<Node> nodes(List<IASTStatement> repeated, Scope inner) {
            List<Escape> outer = escapes.enter();
            open++;
            List<Node> nodes = repeated == body ? builder.nodes(whole(), inner) : builder.nodes(repeated, inner);
            open--;
            List<Escape> left = escapes.leave(outer);
            return left.isEmpty()
                    ? nodes
                    : builder.fault(
                            left.getFirst().at(),
                            Refusal.NOT_AFFINE,
                            "a jump out of passes that data end cannot be analysed; ask for it in the condition of the"
                                    + " loop");
        }

        /** The body as one statement, to whose end {@code continue} jumps. */
        private List<IASTStatement> whole() {
            return body.size() == 1 && body.getFirst().getParent() == loop
                    ? body
                    : List.of((IASTStatement) body.getFirst().getParent());
        }

        /** When there is no other pass; null after a reported fault. */
        private @Nullable Until until(Scope scope) {
            if (asked.flag != null) {
                List<String> arrays = new ArrayList<>();
                for (IVariable each : flags.arrays(asked.flag, loop)) {
                    CArray array = variables.array(each, loop);
                    if (array == null) {
                        return null;
                    }
                    arrays.add(array.name());
                }
                return new Until.Unchanged(arrays);
            }
            Scope here = scope.knowing(known.copy());
            Typed truth = asked.bound == null
                    ? null
                    : new CExpressions(
                                    unit,
                                    diagnostics,
                                    variables.in(here),
                                    here,
                                    CExpressions.Place.STATEMENT,
                                    ExpressionTypes.literalType(DataType.DOUBLE),
                                    Map.of())
                            .truth(asked.bound);
            return truth == null
                    ? null
                    : new Until.Holds(new AccessNumbers(0).number(Expression.apply(Operator.NOT, truth.expression())));
        }

        /** The integer that the last statement steps by one and that nothing else of the body changes; null where there is none. */
        private @Nullable IVariable stepped() {
            boolean counts = body.size() > 1
                    && body.getLast() instanceof IASTExpressionStatement e
                    && ForParts.plain(e.getExpression()) instanceof IASTUnaryExpression u
                    && ScopNames.isStep(u.getOperator())
                    && ScopNames.isUp(u.getOperator());
            if (!counts
                    || !(body.getLast() instanceof IASTExpressionStatement last)
                    || !(ForParts.target(last.getExpression()) instanceof IVariable variable)) {
                return null;
            }
            ScopNames others = ScopNames.of(body.subList(0, body.size() - 1));
            boolean alone = !others.assigned().contains(variable)
                    && !others.loopVariables().contains(variable);
            // A condition on data would see the number of the next pass.
            boolean inCondition = asked.flag == null
                    && asked.bound != null
                    && UsedNames.bindings(asked.bound).contains(variable);
            return alone && !inCondition ? variable : null;
        }

        /** The number of the last pass that a bound allows, where it is asked behind the step; null where it bounds no passes. */
        private @Nullable Affine last(IASTExpression bound, IVariable stepped, Scope scope) {
            if (!(ForParts.plain(bound) instanceof IASTBinaryExpression b)) {
                return null;
            }
            boolean onLeft = isName(b.getOperand1(), stepped);
            if (onLeft == isName(b.getOperand2(), stepped)) {
                return null;
            }
            Scope here = scope.knowing(known.copy());
            Affine limit = new CAffine(unit, diagnostics, variables.in(here), here)
                    .buildIfAffine(onLeft ? b.getOperand2() : b.getOperand1());
            int less = onLeft ? IASTBinaryExpression.op_lessThan : IASTBinaryExpression.op_greaterThan;
            int atMost = onLeft ? IASTBinaryExpression.op_lessEqual : IASTBinaryExpression.op_greaterEqual;
            if (limit == null || limit.variables().stream().anyMatch(Known::isSymbol)) {
                return null;
            }
            return b.getOperator() == less ? limit.plus(-1) : b.getOperator() == atMost ? limit : null;
        }

        private static boolean isName(IASTExpression expression, IVariable variable) {
            return ForParts.plain(expression) instanceof IASTIdExpression id
                    && variable.equals(id.getName().resolveBinding());
        }
    }
}
