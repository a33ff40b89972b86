package tilewright.parse.c;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.parse.Diagnostics;

/**
 * The header of a {@code for} loop: {@code for (i = 0; i < n && i <= m; i += 2)}.
 *
 * @param name of the loop variable in the model
 * @param first its first value
 * @param last the last value that it may take: greatest for a positive step, least for a negative one
 */
record LoopHeader(IBinding variable, String name, Affine first, Affine last, long step) {
    /** All values of the variable satisfy this. */
    Condition range() {
        Affine value = Affine.variable(name);
        Condition.Relation after = step > 0 ? Condition.Relation.LE : Condition.Relation.GE;
        return new Condition.And(
                List.of(new Condition.Compare(first, after, value), new Condition.Compare(value, after, last)));
    }

    /** Reads a header; null after a reported fault. */
    static @Nullable LoopHeader of(
            IASTForStatement loop, TranslationUnit unit, Variables variables, Scope scope, Diagnostics diagnostics) {
        return new Reader(loop, unit, variables, scope, diagnostics).read();
    }

    private record Reader(
            IASTForStatement loop, TranslationUnit unit, Variables variables, Scope scope, Diagnostics diagnostics) {
        private static final String FORM = "; write for (i = first; i < bound; i++)";

        @Nullable
        LoopHeader read() {
            IBinding variable = ScopNames.loopVariable(loop);
            IASTExpression start = start();
            if (!(variable instanceof IVariable v) || start == null) {
                fault(loop, "the loop does not set one variable at its start" + FORM);
                return null;
            }
            IASTExpression condition = loop.getConditionExpression();
            IASTExpression iteration = loop.getIterationExpression();
            if (condition == null || iteration == null || !isFit(v)) {
                if (condition == null || iteration == null) {
                    fault(loop, "the loop has no " + (condition == null ? "condition" : "step") + FORM);
                }
                return null;
            }
            String name = variables.loopVariable(variable, scope);
            CAffine affine = new CAffine(unit, diagnostics, variables.in(scope), scope);
            Affine first = affine.build(start, CAffine.Place.BOUND);
            Long step = step(iteration, variable, affine);
            if (step == null) {
                return null;
            }
            Affine last = last(condition, variable, name, step);
            return last == null ? null : new LoopHeader(variable, name, first, last, step);
        }

        private void fault(IASTNode at, String message) {
            diagnostics.error(unit.position(at), message);
        }

        private boolean isFit(IVariable variable) {
            String name = variable.getName();
            String fault = null;
            if (!CTypes.isInteger(variable.getType())) {
                fault = "loop variable '" + name + "' is no integer; declare it as int";
            } else if (scope.values().containsKey(variable)) {
                fault = "'" + name + "' is already the variable of an outer loop; choose another variable";
            } else if (variables.isAssigned(variable)) {
                fault = "loop variable '" + name + "' is assigned to outside its header; its loop alone may change it";
            }
            if (fault != null) {
                fault(loop, fault);
            }
            return fault == null;
        }

        private @Nullable IASTExpression start() {
            return switch (loop.getInitializerStatement()) {
                case IASTExpressionStatement e
                when e.getExpression() instanceof IASTBinaryExpression b -> b.getOperand2();
                case IASTDeclarationStatement d
                when d.getDeclaration() instanceof IASTSimpleDeclaration s
                        && s.getDeclarators()[0].getInitializer() instanceof IASTEqualsInitializer i
                        && i.getInitializerClause() instanceof IASTExpression e -> e;
                case null, default -> null;
            };
        }

        private @Nullable Long step(IASTExpression iteration, IBinding variable, CAffine affine) {
            Affine change = switch (iteration) {
                case IASTUnaryExpression u
                when isVariable(u.getOperand(), variable) ->
                    switch (u.getOperator()) {
                        case IASTUnaryExpression.op_prefixIncr, IASTUnaryExpression.op_postFixIncr ->
                            Affine.constant(1);
                        case IASTUnaryExpression.op_prefixDecr, IASTUnaryExpression.op_postFixDecr ->
                            Affine.constant(-1);
                        default -> null;
                    };
                case IASTBinaryExpression b
                when isVariable(b.getOperand1(), variable) ->
                    switch (b.getOperator()) {
                        case IASTBinaryExpression.op_plusAssign -> affine.build(b.getOperand2(), CAffine.Place.STEP);
                        case IASTBinaryExpression.op_minusAssign ->
                            affine.build(b.getOperand2(), CAffine.Place.STEP).times(-1);
                        case IASTBinaryExpression.op_assign -> assigned(b.getOperand2(), variable);
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
                fault(
                        iteration,
                        "loop step '" + unit.text(iteration) + "' is not constant; write an integer such as i += 2");
                return null;
            }
            if (form.constant() == 0 && !affine.failed()) {
                fault(iteration, "the loop step is zero; write a positive or negative integer");
            }
            return form.constant() == 0 ? null : form.constant();
        }

        /** The change made by {@code i = i + c}; null where the variable does not occur once. */
        private @Nullable Affine assigned(IASTExpression value, IBinding variable) {
            String self = variables.loopVariable(variable, scope);
            Scope inside = scope.knowing(variable, Affine.variable(self));
            CAffine affine = new CAffine(unit, diagnostics, variables.in(inside), inside);
            LinearForm form = LinearForm.of(affine.build(value, CAffine.Place.STEP));
            return form.coefficient(self) == 1
                    ? form.without(Affine.variable(self)).toAffine()
                    : null;
        }

        private boolean isVariable(IASTExpression expression, IBinding variable) {
            return expression instanceof IASTIdExpression id
                    && variable.equals(id.getName().resolveBinding());
        }

        private @Nullable Affine last(IASTExpression condition, IBinding variable, String name, long step) {
            Scope inside = scope.knowing(variable, Affine.variable(name));
            CAffine affine = new CAffine(unit, diagnostics, variables.in(inside), inside);
            Condition parsed = affine.loopCondition(condition);
            if (affine.failed()) {
                return null;
            }
            Set<Affine> limits = new LinkedHashSet<>();
            for (Condition conjunct : parsed.conjuncts()) {
                Affine limit = conjunct instanceof Condition.Compare c ? limit(c, name, step) : null;
                if (limit == null) {
                    fault(
                            condition,
                            "the condition '" + unit.text(condition) + "' does not bound '" + name + "' from "
                                    + (step > 0
                                            ? "above, as a loop that counts up needs"
                                            : "below, as a loop that counts down needs")
                                    + "; use " + (step > 0 ? "< or <=" : "> or >=") + ", several joined by &&");
                    return null;
                }
                limits.addAll(parts(limit, step > 0));
            }
            List<Affine> all = new ArrayList<>(limits);
            if (all.size() == 1) {
                return all.getFirst();
            }
            return step > 0 ? new Affine.Min(all) : new Affine.Max(all);
        }

        private static List<Affine> parts(Affine limit, boolean minimum) {
            return switch (limit) {
                case Affine.Min m when minimum -> m.operands();
                case Affine.Max m when !minimum -> m.operands();
                default -> List.of(limit);
            };
        }

        /** The last value of the variable that one comparison allows; null where it bounds it not, or from the other side. */
        private static @Nullable Affine limit(Condition.Compare compare, String name, long step) {
            LinearForm difference = LinearForm.of(compare.left().minus(compare.right()));
            long factor = difference.coefficient(name);
            Affine rest = difference.without(Affine.variable(name)).toAffine();
            if (factor == 0 || rest.variables().contains(name)) {
                return null;
            }
            // Now factor * i + rest R 0; made factor * i + rest <= 0 or >= 0 by moving a strict bound by one.
            Condition.Relation relation = compare.relation();
            Affine shifted = switch (relation) {
                case LT -> rest.plus(1);
                case GT -> rest.plus(-1);
                default -> rest;
            };
            boolean atMost = relation == Condition.Relation.LT || relation == Condition.Relation.LE;
            boolean atLeast = relation == Condition.Relation.GT || relation == Condition.Relation.GE;
            boolean above = factor > 0 ? atMost : atLeast;
            boolean below = factor > 0 ? atLeast : atMost;
            Affine numerator =
                    LinearForm.of(factor > 0 ? shifted.times(-1) : shifted).toAffine();
            if (step > 0 && above) {
                return LinearForm.of(numerator.floorDiv(Math.abs(factor))).toAffine();
            }
            if (step < 0 && below) {
                Affine negated = LinearForm.of(numerator.times(-1)).toAffine();
                return LinearForm.of(negated.floorDiv(Math.abs(factor)).times(-1))
                        .toAffine();
            }
            return null;
        }
    }
}
