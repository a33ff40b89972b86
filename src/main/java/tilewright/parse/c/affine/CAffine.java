package tilewright.parse.c.affine;

import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.NotAffine;
import tilewright.parse.c.unit.LoopTest;
import tilewright.parse.c.unit.TranslationUnit;

/** Affine expressions and conditions of C code in one scope; what is not affine is reported with the reason. */
public final class CAffine {
    /** Where an affine expression stands. */
    public enum Place {
        SUBSCRIPT("subscript"),
        BOUND("loop bound"),
        STEP("loop step"),
        EXTENT("array extent"),
        LOOP_CONDITION("loop condition");

        private final String title;

        Place(String title) {
            this.title = title;
        }
    }

    private static final Affine ZERO = Affine.constant(0);

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Names names;
    private final Scope scope;
    private boolean failed;
    private @Nullable Place place;
    private AffineReading.Steps steps = AffineReading.Steps.REFUSED;

    public CAffine(TranslationUnit unit, Diagnostics diagnostics, Names names, Scope scope) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.names = names;
        this.scope = scope;
    }

    /** The affine expression in canonical form; 0 where a fault was reported. */
    public Affine build(IASTExpression expression, Place place) {
        failed = false;
        this.place = place;
        try {
            return reading().canonical(expression);
        } catch (NotAffine e) {
            report(expression, place, e.reason());
        } catch (ArithmeticException e) {
            report(expression, place, "it has a constant beyond 64 bits; use smaller numbers");
        }
        return ZERO;
    }

    /** What must hold for a loop to go on; true where a fault was reported. Steps in a test at the end of an iteration are done already. */
    public Condition loopCondition(LoopTest test) {
        steps = test.atEnd() ? AffineReading.Steps.DONE : AffineReading.Steps.AHEAD;
        Condition condition = condition(test.condition(), Place.LOOP_CONDITION);
        steps = AffineReading.Steps.REFUSED;
        return test.holds() || failed ? condition : condition.negated();
    }

    private Condition condition(IASTExpression expression, Place place) {
        failed = false;
        this.place = place;
        try {
            return reading().logical(expression);
        } catch (NotAffine e) {
            report(expression, place, e.reason());
        } catch (ArithmeticException e) {
            report(expression, place, "it has a constant beyond 64 bits; use smaller numbers");
        }
        return Condition.TRUE;
    }

    private void report(IASTExpression expression, Place place, String reason) {
        failed = true;
        if (!reason.isEmpty()) {
            diagnostics.error(
                    unit.position(expression),
                    Refusal.NOT_AFFINE,
                    place.title + " '" + unit.text(expression) + "' is not affine: " + reason);
        }
    }

    /** Whether the last expression or condition had a fault. */
    public boolean failed() {
        return failed;
    }

    /** The condition where it is affine; null, without a report, where it is not. */
    @Nullable
    public Condition conditionIfAffine(IASTExpression expression) {
        return new Purity(names).isPure(expression) ? conditionOrNull(expression) : null;
    }

    private @Nullable Condition conditionOrNull(IASTExpression expression) {
        try {
            return reading().logical(expression);
        } catch (NotAffine | ArithmeticException e) {
            return null;
        }
    }

    /** The expression where it is affine and reads no data; null, without a report, where it is not. */
    @Nullable
    public Affine buildIfAffine(IASTExpression expression) {
        if (!new Purity(names).isPure(expression)) {
            return null;
        }
        try {
            return reading().canonical(expression);
        } catch (NotAffine | ArithmeticException e) {
            return null;
        }
    }

    /** What is known where the expressions stand. */
    Scope scope() {
        return scope;
    }

    /** The value of an assignment to a tracked integer; null, without a report, where it is not affine. */
    @Nullable
    public Affine assigned(IASTExpression expression) {
        try {
            return reading().canonical(expression);
        } catch (NotAffine | ArithmeticException e) {
            return null;
        }
    }

    private AffineReading reading() {
        return new AffineReading(unit, diagnostics, names, scope, place, steps);
    }
}
