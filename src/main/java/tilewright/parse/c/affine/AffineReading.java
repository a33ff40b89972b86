package tilewright.parse.c.affine;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.parse.Diagnostics;
import tilewright.parse.NotAffine;
import tilewright.parse.TruncatedDivision;
import tilewright.parse.c.unit.CLiterals;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;

/** Reads one expression or condition of C code; what is not affine is a {@link NotAffine} with the reason. */
final class AffineReading {
    private static final Affine ZERO = Affine.constant(0);
    /** Shifts by more would leave 64 bits. */
    private static final long MOST_SHIFT = 62;

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Names names;
    private final Scope scope;
    private final CAffine.@Nullable Place place;
    private final Steps steps;

    /** What {@code ++} and {@code --} of integers are. */
    enum Steps {
        REFUSED,
        /** Not done yet in the values that are known. */
        AHEAD,
        /** Done already. */
        DONE
    }

    /** @param place where the expression stands; null where that does not matter */
    AffineReading(
            TranslationUnit unit,
            Diagnostics diagnostics,
            Names names,
            Scope scope,
            CAffine.@Nullable Place place,
            Steps steps) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.names = names;
        this.scope = scope;
        this.place = place;
        this.steps = steps;
    }

    /** Whether indices may be read from arrays here. */
    private boolean mayLoad() {
        return place == CAffine.Place.SUBSCRIPT
                || place == CAffine.Place.BOUND
                || place == CAffine.Place.LOOP_CONDITION;
    }

    /** In canonical form. */
    Affine canonical(IASTExpression expression) {
        return LinearForm.of(affine(expression)).toAffine();
    }

    private Affine affine(IASTExpression expression) {
        return switch (expression) {
            case IASTLiteralExpression l -> literal(l);
            case IASTIdExpression id -> name(id);
            case IASTUnaryExpression u -> unary(u);
            case IASTBinaryExpression b -> binary(b);
            case IASTConditionalExpression c -> conditional(c);
            case IASTCastExpression c when CTypes.isInteger(c.getExpressionType()) -> converted(c);
            case IASTCastExpression c ->
                throw new NotAffine("it converts to '" + unit.text(c.getTypeId()) + "'; use integers");
            case IASTFieldReference f when names.member(f) instanceof Affine value -> value;
            case IASTArraySubscriptExpression a when mayLoad() -> load(a);
            case IASTArraySubscriptExpression a ->
                throw new NotAffine("it reads array element '" + unit.text(a) + "'; "
                        + "indirect access cannot be analysed, use loop variables and parameters");
            case IASTFunctionCallExpression f
            when AffineFunction.call(f) instanceof AffineFunction.Call c -> function(c);
            case IASTFunctionCallExpression f ->
                throw new NotAffine("it calls '" + unit.text(f.getFunctionNameExpression())
                        + "'; only + - * / % and ?: of loop variables and parameters are allowed");
            default -> throw noSum(expression);
        };
    }

    private Affine converted(IASTCastExpression cast) {
        Affine value = affine(cast.getOperand());
        if (!CTypes.range(cast.getExpressionType()).keeps(value)) {
            throw new NotAffine("it converts to '" + unit.text(cast.getTypeId()) + "', in which '"
                    + unit.text(cast.getOperand()) + "' may have another value; use int");
        }
        return value;
    }

    /** An index that is read from an array of integers; its own subscripts may be read too. */
    private Affine load(IASTArraySubscriptExpression element) {
        if (!CTypes.isInteger(element.getExpressionType())) {
            throw new NotAffine(
                    place == CAffine.Place.LOOP_CONDITION
                            ? "how often this loop runs depends on '" + unit.text(element)
                                    + "', which is no integer: a bound must be one, and a search cannot be analysed"
                            : "'" + unit.text(element) + "' is no integer; an index array must hold integers");
        }
        CAffine inner = new CAffine(unit, diagnostics, names, scope);
        CElements.Target target = new CElements(unit, diagnostics, names, inner).target(element);
        if (target == null) {
            throw new NotAffine("");
        }
        Load load = new Load(target.array().name(), target.subscripts());
        names.loaded(load);
        return load.variable();
    }

    private Affine literal(IASTLiteralExpression literal) {
        Long value = CLiterals.integer(literal);
        if (value == null) {
            throw new NotAffine("it contains " + literal + "; use integers");
        }
        return Affine.constant(value);
    }

    private Affine name(IASTIdExpression id) {
        return switch (names.of(id)) {
            case Meaning.Index i -> i.value();
            case Meaning.Data d
            when d.array().dimensions() > 0 ->
                throw new NotAffine("'" + unit.text(id) + "' is an array; use loop variables and parameters");
            case Meaning.Data _ -> {
                names.want(id);
                throw new NotAffine("the value of '" + unit.text(id) + "' is data; "
                        + "only loop variables and integers that the scop does not change can stand here");
            }
            case Meaning.Pointer _ ->
                throw new NotAffine("'" + unit.text(id) + "' is a pointer; use loop variables and parameters");
            case Meaning.Abbreviated(IASTExpression value) -> {
                Affine meant = affine(value);
                if (!CTypes.range(id.getExpressionType()).keeps(meant)) {
                    throw new NotAffine(
                            "'" + unit.text(value) + "' may have another value in '" + unit.text(id) + "'; use int");
                }
                yield meant;
            }
            case Meaning.Faulty _, Meaning.Infinity _ -> throw new NotAffine("");
        };
    }

    private Affine unary(IASTUnaryExpression unary) {
        return switch (unary.getOperator()) {
            case IASTUnaryExpression.op_bracketedPrimary, IASTUnaryExpression.op_plus -> affine(unary.getOperand());
            case IASTUnaryExpression.op_minus -> affine(unary.getOperand()).times(-1);
            case IASTUnaryExpression.op_not -> truth(unary);
            case IASTUnaryExpression.op_prefixIncr,
                    IASTUnaryExpression.op_prefixDecr,
                    IASTUnaryExpression.op_postFixIncr,
                    IASTUnaryExpression.op_postFixDecr -> stepped(unary);
            default -> throw noSum(unary);
        };
    }

    private NotAffine noSum(IASTExpression expression) {
        return new NotAffine("'" + unit.text(expression) + "' is no sum of loop variables and parameters");
    }

    /** {@code ++i} is the value behind the step, {@code i++} the one before it. */
    private Affine stepped(IASTUnaryExpression step) {
        if (names.isDoneApart(step)) {
            return affine(step.getOperand());
        }
        if (steps == Steps.REFUSED) {
            throw noSum(step);
        }
        int operator = step.getOperator();
        boolean behind = operator == IASTUnaryExpression.op_prefixIncr || operator == IASTUnaryExpression.op_prefixDecr;
        int change = ScopNames.isUp(operator) ? 1 : -1;
        Affine now = affine(step.getOperand());
        return behind == (steps == Steps.DONE) ? now : now.plus(behind ? change : -change);
    }

    private Affine binary(IASTBinaryExpression binary) {
        return switch (binary.getOperator()) {
            case IASTBinaryExpression.op_plus -> affine(binary.getOperand1()).plus(affine(binary.getOperand2()));
            case IASTBinaryExpression.op_minus -> affine(binary.getOperand1()).minus(affine(binary.getOperand2()));
            case IASTBinaryExpression.op_multiply -> product(binary);
            case IASTBinaryExpression.op_divide -> division(binary, true);
            case IASTBinaryExpression.op_modulo -> division(binary, false);
            case IASTBinaryExpression.op_shiftLeft ->
                affine(binary.getOperand1()).times(power(binary));
            case IASTBinaryExpression.op_shiftRight ->
                canonical(binary.getOperand1()).floorDiv(power(binary));
            case IASTBinaryExpression.op_logicalAnd, IASTBinaryExpression.op_logicalOr -> truth(binary);
            default -> {
                if (Relations.of(binary) != null) {
                    yield truth(binary);
                }
                throw noSum(binary);
            }
        };
    }

    /** A condition as a number: 1 or 0. */
    private Affine truth(IASTExpression expression) {
        Condition condition = logical(expression);
        return condition.variables().isEmpty()
                ? Affine.constant(condition.test(_ -> 0) ? 1 : 0)
                : new Affine.Select(condition, Affine.constant(1), ZERO);
    }

    private Affine function(AffineFunction.Call call) {
        Affine left = canonical(call.left());
        Affine right = canonical(call.right());
        return switch (call.function()) {
            case MINIMUM -> Affine.least(List.of(left, right));
            case MAXIMUM -> Affine.greatest(List.of(left, right));
            case FLOOR -> left.floorDiv(positive(call.right(), right));
            case CEILING -> {
                long divisor = positive(call.right(), right);
                yield LinearForm.of(left.plus(divisor - 1)).toAffine().floorDiv(divisor);
            }
            case MODULO -> {
                long divisor = positive(call.right(), right);
                yield left instanceof Affine.Constant c
                        ? Affine.constant(Math.floorMod(c.value(), divisor))
                        : new Affine.Mod(left, divisor);
            }
        };
    }

    private long positive(IASTExpression expression, Affine divisor) {
        if (divisor instanceof Affine.Constant c && c.value() > 0) {
            return c.value();
        }
        throw new NotAffine(
                "it divides by '" + unit.text(expression) + "'; the divisor must be a positive integer constant");
    }

    private Affine product(IASTBinaryExpression product) {
        LinearForm left = LinearForm.of(affine(product.getOperand1()));
        LinearForm right = LinearForm.of(affine(product.getOperand2()));
        if (left.isConstant()) {
            return right.toAffine().times(left.constant());
        }
        if (right.isConstant()) {
            return left.toAffine().times(right.constant());
        }
        throw new NotAffine("it multiplies '" + unit.text(product.getOperand1()) + "' by '"
                + unit.text(product.getOperand2()) + "'; one factor must be an integer constant");
    }

    /** C's quotient or remainder. */
    private Affine division(IASTBinaryExpression division, boolean quotient) {
        Affine dividend = canonical(division.getOperand1());
        LinearForm divisor = LinearForm.of(affine(division.getOperand2()));
        if (!divisor.isConstant()) {
            Affine result = ParametricDivision.of(dividend, divisor.toAffine(), quotient, scope);
            if (result == null) {
                throw new NotAffine("it divides by '" + unit.text(division.getOperand2())
                        + "'; the divisor must be an integer constant, or a parameter of which the dividend is proved"
                        + " to be a small multiple at most");
            }
            return result;
        }
        long value = divisor.constant();
        if (value == 0) {
            throw new NotAffine("it divides by zero");
        }
        TruncatedDivision truncated = new TruncatedDivision(d -> SignProver.isNonNegative(d, scope));
        return quotient
                ? truncated.quotient(dividend, Math.absExact(value)).times(Long.signum(value))
                : truncated.remainder(dividend, Math.absExact(value));
    }

    private long power(IASTBinaryExpression shift) {
        LinearForm bits = LinearForm.of(affine(shift.getOperand2()));
        if (!bits.isConstant() || bits.constant() < 0 || bits.constant() > MOST_SHIFT) {
            throw new NotAffine("it shifts by '" + unit.text(shift.getOperand2()) + "'; shift by a constant");
        }
        DataType type = CTypes.of(shift.getOperand1().getExpressionType());
        // Of literals ConstantOverflows says more.
        boolean constant = LinearForm.of(affine(shift.getOperand1())).isConstant();
        if (!constant
                && type != null
                && type.isInteger()
                && bits.constant() >= type.promoted().bytes() * Byte.SIZE) {
            throw new NotAffine("it shifts '" + unit.text(shift.getOperand1()) + "', a number of "
                    + type.promoted().bytes() * Byte.SIZE + " bits, by " + bits.constant()
                    + ", which C leaves open; shift by less");
        }
        return 1L << bits.constant();
    }

    /** {@code a < b ? a : b} is a minimum. */
    private Affine conditional(IASTConditionalExpression conditional) {
        Condition condition = logical(conditional.getLogicalConditionExpression());
        Affine then = canonical(Choices.then(conditional));
        Affine otherwise = canonical(conditional.getNegativeResultExpression());
        if (condition instanceof Condition.Compare c) {
            boolean inOrder = c.left().equals(then) && c.right().equals(otherwise);
            boolean exchanged = c.left().equals(otherwise) && c.right().equals(then);
            if (inOrder || exchanged) {
                List<Affine> both = List.of(then, otherwise);
                switch (inOrder ? c.relation() : c.relation().mirrored()) {
                    case LT, LE -> {
                        return Affine.least(both);
                    }
                    case GT, GE -> {
                        return Affine.greatest(both);
                    }
                    default -> {}
                }
            }
        }
        return new Affine.Select(condition, then, otherwise);
    }

    Condition logical(IASTExpression expression) {
        return switch (expression) {
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> logical(u.getOperand());
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_not ->
                logical(u.getOperand()).negated();
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_logicalAnd ->
                Condition.and(List.of(logical(b.getOperand1()), logical(b.getOperand2())));
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_logicalOr ->
                Condition.or(List.of(logical(b.getOperand1()), logical(b.getOperand2())));
            case IASTBinaryExpression b
            when Relations.of(b) instanceof Condition.Relation r ->
                new Condition.Compare(canonical(b.getOperand1()), r, canonical(b.getOperand2()));
            default -> new Condition.Compare(canonical(expression), Condition.Relation.NE, ZERO);
        };
    }
}
