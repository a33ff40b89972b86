package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.LoopLimit;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.SignProver;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.LoopTest;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * A counted loop: {@code for (i = 0; i < n && i <= m; i += 2)}.
 *
 * @param name of the loop variable in the model
 * @param first its first value
 * @param last the last value that it may take: greatest for a positive step, least for a negative one
 * @param guard what the loop's condition says beside this: without it nothing runs
 * @param value of C's variable: the loop variable, or what an unsigned number of 8 or 16 bits keeps of it
 */
record LoopHeader(String name, Affine first, Affine last, long step, Condition guard, Affine value) {
    /** Whether C's variable begins at 0 again after its greatest value. */
    boolean wraps() {
        return !value.equals(Affine.variable(name));
    }

    /** All values of the variable satisfy this. */
    Condition range() {
        Affine value = Affine.variable(name);
        Condition.Relation after = step > 0 ? Condition.Relation.LE : Condition.Relation.GE;
        return new Condition.And(
                List.of(new Condition.Compare(first, after, value), new Condition.Compare(value, after, last)));
    }

    /** Where there is an iteration, the guard aside. */
    Condition isEntered() {
        return new Condition.Compare(first, step > 0 ? Condition.Relation.LE : Condition.Relation.GE, last);
    }

    /** The loop that tests at the end of an iteration whether there is a next one. */
    LoopHeader testedAtEnd() {
        Affine next = LinearForm.of(last.plus(step)).toAffine();
        List<Affine> both = List.of(first, next);
        Affine farther = step > 0 ? Affine.greatest(both) : Affine.least(both);
        return new LoopHeader(name, first, farther, step, guard, value);
    }

    /** Up to the first iteration in which a condition holds, that one included; null where it is none that the loop variable alone decides. */
    @Nullable
    Condition untilFirst(Condition exit) {
        Affine before = new LoopLimit(name, first, step).tried(exit.negated());
        Condition.Relation until = step > 0 ? Condition.Relation.LE : Condition.Relation.GE;
        return before == null
                ? null
                : new Condition.Compare(
                        Affine.variable(name),
                        until,
                        LinearForm.of(before.plus(step)).toAffine());
    }

    /** The number of iterations before that of the loop variable's value. */
    Affine iterationsBefore() {
        return Counter.iterationsBefore(name, first, step, 1);
    }

    /** The number of iterations. */
    Affine iterations(boolean runs) {
        Affine number = LinearForm.of(iterationsToLast().plus(1)).toAffine();
        return runs || number instanceof Affine.Constant
                ? number instanceof Affine.Constant c ? Affine.constant(Math.max(0, c.value())) : number
                : Affine.greatest(List.of(Affine.constant(0), number));
    }

    /** The value of the variable in the last iteration. */
    Affine lastValue() {
        return Math.abs(step) == 1
                ? last
                : LinearForm.of(first.plus(iterationsToLast().times(step))).toAffine();
    }

    private Affine iterationsToLast() {
        Affine distance =
                LinearForm.of(last.minus(first).times(Long.signum(step))).toAffine();
        return distance.floorDiv(Math.abs(step));
    }

    /** The value of the variable behind the loop. */
    Affine exit(boolean runs) {
        Affine next = LinearForm.of(lastValue().plus(step)).toAffine();
        Affine exit = value.substitute(Map.of(name, next));
        if (runs || next.equals(first)) {
            return exit;
        }
        return new Affine.Select(isEntered(), exit, first);
    }

    /**
     * What a loop counts by.
     *
     * @param name of the variable in the model
     */
    record Counter(IVariable variable, String name, Affine first, long step) {
        /** The number of iterations before that of the variable's value, times a factor. */
        Affine iterationsBefore(long factor) {
            return iterationsBefore(name, first, step, factor);
        }

        private static Affine iterationsBefore(String name, Affine first, long step, long factor) {
            LinearForm distance = LinearForm.of(Affine.variable(name).minus(first));
            if (factor % step == 0) {
                return LinearForm.of(distance.toAffine().times(factor / step)).toAffine();
            }
            return LinearForm.of(distance.toAffine().times(Long.signum(step)))
                    .toAffine()
                    .floorDiv(Math.abs(step))
                    .times(factor);
        }
    }

    /**
     * The counter of a {@code for}.
     *
     * @param stepped the scope of the step, in which what the loop changes is not known
     * @return null after a reported fault
     */
    static @Nullable Counter counter(
            IASTForStatement loop,
            ForParts parts,
            TranslationUnit unit,
            Variables variables,
            Scope scope,
            Scope stepped,
            Diagnostics diagnostics) {
        if (!(parts.variable() instanceof IVariable variable)) {
            return null;
        }
        String name = variables.loopVariable(variable, scope);
        return new Reader(loop, variable, name, unit, variables, scope, diagnostics).counter(parts, stepped);
    }

    /**
     * A loop that runs as long as a test lets it.
     *
     * @param loop where faults are reported
     * @param inside what is known where the condition stands, the variable by its name among it
     * @return null after a reported fault
     */
    static @Nullable LoopHeader limited(
            IASTNode loop,
            Counter counter,
            LoopTest test,
            TranslationUnit unit,
            Variables variables,
            Scope inside,
            Diagnostics diagnostics) {
        return new Reader(loop, counter.variable, counter.name, unit, variables, inside, diagnostics)
                .limited(counter.first, counter.step, test, inside, Affine.variable(counter.name));
    }

    private record Reader(
            IASTNode loop,
            IVariable variable,
            String name,
            TranslationUnit unit,
            Variables variables,
            Scope scope,
            Diagnostics diagnostics) {
        private static final String FORM = "; write for (i = first; i < bound; i++)";

        @Nullable
        Counter counter(ForParts parts, Scope stepped) {
            if (!isFit()) {
                return null;
            }
            CAffine affine = new CAffine(unit, diagnostics, variables.in(scope), scope);
            Affine first = parts.start() == null
                    ? variables.value(variable, scope, loop)
                    : affine.build(parts.start(), CAffine.Place.BOUND);
            CAffine steps = new CAffine(unit, diagnostics, variables.in(stepped), stepped);
            Long step = first == null ? null : step(ForParts.plain(parts.step()), steps);
            return first == null || step == null ? null : new Counter(variable, name, first, step);
        }

        /** @param value of the variable, in its name */
        private @Nullable LoopHeader limited(Affine first, long step, LoopTest test, Scope inside, Affine value) {
            Condition.Relation onwards = step > 0 ? Condition.Relation.GE : Condition.Relation.LE;
            Scope reached = inside.assuming(new Condition.Compare(Affine.variable(name), onwards, first));
            CAffine affine = new CAffine(unit, diagnostics, variables.in(reached), reached);
            Condition parsed = affine.loopCondition(test);
            if (affine.failed()) {
                return null;
            }
            LoopLimit loopLimit = new LoopLimit(name, first, step);
            List<Affine> limits = new ArrayList<>();
            boolean bounded = true;
            List<Condition> guards = new ArrayList<>();
            for (Condition conjunct : parsed.conjuncts()) {
                if (!conjunct.variables().contains(name)) {
                    guards.add(conjunct);
                    continue;
                }
                Affine limit = loopLimit.of(conjunct);
                bounded &= limit != null;
                if (limit != null) {
                    limits.add(limit);
                }
            }
            bounded &= !limits.isEmpty();
            Affine last = !bounded ? first : loopLimit.nearest(limits);
            boolean wraps = !value.equals(Affine.variable(name));
            boolean passed = !wraps && isPassed(first, last, step);
            if (!wraps && (passed || !bounded) && first instanceof Affine.Constant && beginsAgain()) {
                Affine kept =
                        new Affine.Mod(value, CTypes.range(variable.getType()).greatest() + 1);
                return limited(first, step, test, inside.knowing(variable, kept), kept);
            }
            if (!bounded && !wraps) {
                return unbounded(first, step, test.condition(), parsed);
            }
            if (passed || !bounded) {
                fault(
                        test.condition(),
                        Refusal.NOT_SUPPORTED,
                        "'" + variable.getName() + "' is '" + variable.getType()
                                + "', which may not have the value that ends this loop; declare it as int");
                return null;
            }
            return new LoopHeader(name, first, last, step, Condition.and(guards), value);
        }

        /** Whether the variable is an unsigned number of 8 or 16 bits, which begins at 0 again. */
        private boolean beginsAgain() {
            CTypes.Range range = CTypes.range(variable.getType());
            return range.least() == 0 && range.greatest() > 1 && range.greatest() <= Character.MAX_VALUE;
        }

        /** Whether the variable has 8 or 16 bits, which a size may exceed without anybody being astonished. */
        private boolean isNarrow() {
            return CTypes.range(variable.getType()).greatest() <= Character.MAX_VALUE;
        }

        /** Whether the value that ends the loop may be one that the variable's type does not have. */
        private boolean isPassed(Affine first, Affine last, long step) {
            if (!(last instanceof Affine.Constant(long bound))) {
                return isNarrow() && variables.parameters().stream().anyMatch(last.variables()::contains);
            }
            long exit = bound + step;
            if (first instanceof Affine.Constant(long from)) {
                long runs = Math.max(0, Math.floorDiv(bound - from, step) + 1);
                exit = from + runs * step;
            }
            return !CTypes.range(variable.getType()).holds(exit);
        }

        /** A loop that its condition ends before it begins, or none: nothing else says when it ends. */
        private @Nullable LoopHeader unbounded(Affine first, long step, IASTExpression condition, Condition parsed) {
            if (!new LoopLimit(name, first, step).isLinear(parsed)
                    && SignProver.isImpossible(parsed.substitute(Map.of(name, first)), scope)) {
                return new LoopHeader(
                        name,
                        first,
                        LinearForm.of(first.plus(-step)).toAffine(),
                        step,
                        Condition.TRUE,
                        Affine.variable(name));
            }
            if (parsed.variables().isEmpty() && parsed.test(_ -> 0)) {
                fault(
                        condition,
                        Refusal.INVALID,
                        "the condition '" + unit.text(condition) + "' always holds: this loop never ends");
                return null;
            }
            fault(
                    condition,
                    "the condition '" + unit.text(condition) + "' does not bound '" + variable.getName() + "' from "
                            + (step > 0
                                    ? "above, as a loop that counts up needs"
                                    : "below, as a loop that counts down needs")
                            + "; use " + (step > 0 ? "< or <=" : "> or >=") + ", several joined by &&");
            return null;
        }

        private void fault(IASTNode at, String message) {
            fault(at, Refusal.NOT_SUPPORTED, message);
        }

        private void fault(IASTNode at, Refusal refusal, String message) {
            diagnostics.error(unit.position(at), refusal, message);
        }

        private boolean isFit() {
            String name = variable.getName();
            String fault = null;
            if (!CTypes.isInteger(variable.getType())) {
                fault = "loop variable '" + name + "' is no declared integer; declare it as int";
            } else if (scope.active().contains(variable)) {
                fault = "'" + name + "' is already the variable of an outer loop; choose another variable";
            } else if (variables.isChangedInside(variable, loop)) {
                fault = "loop variable '" + name + "' is assigned to outside its header; its loop alone may change it";
            }
            if (fault != null) {
                fault(loop, fault);
            }
            return fault == null;
        }

        private @Nullable Long step(IASTExpression iteration, CAffine affine) {
            Affine change = switch (iteration) {
                case IASTUnaryExpression u
                when isVariable(u.getOperand()) ->
                    switch (u.getOperator()) {
                        case IASTUnaryExpression.op_prefixIncr, IASTUnaryExpression.op_postFixIncr ->
                            Affine.constant(1);
                        case IASTUnaryExpression.op_prefixDecr, IASTUnaryExpression.op_postFixDecr ->
                            Affine.constant(-1);
                        default -> null;
                    };
                case IASTBinaryExpression b
                when isVariable(b.getOperand1()) ->
                    switch (b.getOperator()) {
                        case IASTBinaryExpression.op_plusAssign -> affine.build(b.getOperand2(), CAffine.Place.STEP);
                        case IASTBinaryExpression.op_minusAssign ->
                            affine.build(b.getOperand2(), CAffine.Place.STEP).times(-1);
                        case IASTBinaryExpression.op_assign -> assigned(b.getOperand2());
                        default -> null;
                    };
                default -> null;
            };
            if (change == null) {
                fault(
                        iteration,
                        "the loop step '" + unit.text(iteration) + "' is none of i++, i--, i += c, i -= c and"
                                + " i = i + c");
                return null;
            }
            LinearForm form = LinearForm.of(change);
            if (!form.isConstant()) {
                Set<String> names = form.toAffine().variables();
                List<String> parameters = variables.wantForStep(names, unit.position(iteration));
                String advice = parameters.isEmpty()
                        ? "write an integer such as i += 2"
                        : "the loop is affine for one value of it at a time: give --set "
                                + String.join("=VALUE,", parameters) + "=VALUE, or '#pragma tilewright assume("
                                + parameters.getFirst() + " == VALUE)' in the function";
                fault(
                        iteration,
                        Refusal.NOT_AFFINE,
                        "loop step '" + unit.text(iteration) + "' is not constant; " + advice);
                return null;
            }
            if (form.constant() == 0 && !affine.failed()) {
                fault(iteration, Refusal.INVALID, "the loop step is zero; write a positive or negative integer");
            }
            return form.constant() == 0 ? null : form.constant();
        }

        /** The change made by {@code i = i + c}; null where the variable does not occur once. */
        private @Nullable Affine assigned(IASTExpression value) {
            Scope inside = scope.knowing(variable, Affine.variable(name));
            CAffine affine = new CAffine(unit, diagnostics, variables.in(inside), inside);
            LinearForm form = LinearForm.of(affine.build(value, CAffine.Place.STEP));
            return form.coefficient(name) == 1
                    ? form.without(Affine.variable(name)).toAffine()
                    : null;
        }

        private boolean isVariable(IASTExpression expression) {
            return ForParts.plain(expression) instanceof IASTIdExpression id
                    && variable.equals(id.getName().resolveBinding());
        }
    }
}
