package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.parse.NotAffine;
import tilewright.parse.TruncatedDivision;
import tilewright.parse.fortran.FortranStatementParser.ArgumentContext;
import tilewright.parse.fortran.FortranStatementParser.ComparisonContext;
import tilewright.parse.fortran.FortranStatementParser.ConjunctionContext;
import tilewright.parse.fortran.FortranStatementParser.DisjunctionContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;
import tilewright.parse.fortran.FortranStatementParser.IntegerLiteralContext;
import tilewright.parse.fortran.FortranStatementParser.LogicalLiteralContext;
import tilewright.parse.fortran.FortranStatementParser.NegationContext;
import tilewright.parse.fortran.FortranStatementParser.ParenthesisContext;
import tilewright.parse.fortran.FortranStatementParser.PowerContext;
import tilewright.parse.fortran.FortranStatementParser.ProductContext;
import tilewright.parse.fortran.FortranStatementParser.RealLiteralContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceValueContext;
import tilewright.parse.fortran.FortranStatementParser.SignContext;
import tilewright.parse.fortran.FortranStatementParser.SumContext;

/** Affine expressions and conditions in one scope; what is not affine is reported with the reason. */
final class FortranAffine {
    /** Where an affine expression stands. */
    enum Place {
        SUBSCRIPT("subscript", false),
        BOUND("loop bound", true),
        STEP("loop step", false),
        STRIDE("stride", false),
        EXTENT("array bound", true),
        CONSTANT("constant", true),
        KIND("kind", true),
        CONDITION("condition", true),
        VALUE("value", true);

        private final String title;
        private final boolean minMax;

        Place(String title, boolean minMax) {
            this.title = title;
            this.minMax = minMax;
        }
    }

    private static final Affine ZERO = Affine.constant(0);
    private static final int MOST_EXPONENT = 62;
    /** Decimal digits and exponent that single precision holds. */
    private static final int SINGLE_DIGITS = 6;

    private static final int SINGLE_RANGE = 37;

    private final Syntax syntax;
    private final Names names;
    private final Scope scope;
    private Place place = Place.SUBSCRIPT;
    private boolean failed;

    FortranAffine(Syntax syntax, Names names, Scope scope) {
        this.syntax = syntax;
        this.names = names;
        this.scope = scope;
    }

    /** The affine expression in canonical form; 0 where a fault was reported. */
    Affine build(ExprContext expression, Place where) {
        place = where;
        failed = false;
        try {
            return canonical(expression);
        } catch (NotAffine e) {
            report(expression, e.reason());
        } catch (ArithmeticException e) {
            report(expression, "it has a constant beyond 64 bits; use smaller numbers");
        }
        return ZERO;
    }

    /** The value of a constant; null where a fault was reported. */
    @Nullable
    Long constant(ExprContext expression, Place where) {
        LinearForm form = LinearForm.of(build(expression, where));
        if (!failed && !form.isConstant()) {
            failed = true;
            syntax.error(
                    expression,
                    where.title + " '" + syntax.text(expression) + "' is not constant; write an integer or a named"
                            + " constant");
        }
        return failed ? null : (Long) form.constant();
    }

    /** The condition; true where a fault was reported. */
    Condition condition(ExprContext expression) {
        place = Place.CONDITION;
        failed = false;
        try {
            return logical(expression);
        } catch (NotAffine e) {
            report(expression, e.reason());
        } catch (ArithmeticException e) {
            report(expression, "it has a constant beyond 64 bits; use smaller numbers");
        }
        return Condition.TRUE;
    }

    private void report(ExprContext expression, String reason) {
        failed = true;
        if (!reason.isEmpty()) {
            syntax.error(expression, place.title + " '" + syntax.text(expression) + "' is not affine: " + reason);
        }
    }

    /** Whether the last expression or condition had a fault. */
    boolean failed() {
        return failed;
    }

    /** Whether an expression is made of loop variables, parameters and constants alone. */
    boolean isPure(ExprContext expression) {
        return switch (expression) {
            case ReferenceValueContext r -> isPure(r.reference());
            case RealLiteralContext _ -> false;
            default -> expression.getRuleContexts(ExprContext.class).stream().allMatch(this::isPure);
        };
    }

    private boolean isPure(ReferenceContext reference) {
        if (reference.component() != null) {
            return false;
        }
        if (reference.open == null) {
            return names.isIndex(reference.name);
        }
        return !names.isArray(reference.name)
                && IndexFunction.of(reference.name.getText()) != null
                && reference.arguments.stream().allMatch(a -> a.value != null && isPure(a.value));
    }

    /** The call where it is affine and reads no data; null, without a report, where it is not. */
    @Nullable
    Affine buildIfAffine(ReferenceContext reference) {
        return isPure(reference)
                ? ifAffine(() -> LinearForm.of(reference(reference)).toAffine())
                : null;
    }

    /** The expression where it is affine and reads no data; null, without a report, where it is not. */
    @Nullable
    Affine buildIfAffine(ExprContext expression) {
        return isPure(expression) ? ifAffine(() -> canonical(expression)) : null;
    }

    private @Nullable Affine ifAffine(Supplier<Affine> builder) {
        place = Place.VALUE;
        try {
            return builder.get();
        } catch (NotAffine | ArithmeticException e) {
            return null;
        }
    }

    private Affine canonical(ExprContext expression) {
        return LinearForm.of(affine(expression)).toAffine();
    }

    private Affine affine(ExprContext expression) {
        return switch (expression) {
            case IntegerLiteralContext l -> Affine.constant(integer(l.getText()));
            case ReferenceValueContext r -> reference(r.reference());
            case ParenthesisContext p -> affine(p.inner);
            case SignContext s ->
                s.op.getType() == FortranStatementParser.MINUS
                        ? affine(s.operand).times(-1)
                        : affine(s.operand);
            case SumContext s ->
                s.op.getType() == FortranStatementParser.MINUS
                        ? affine(s.left).minus(affine(s.right))
                        : affine(s.left).plus(affine(s.right));
            case ProductContext p -> product(p);
            case PowerContext p -> power(p);
            case RealLiteralContext l ->
                throw new NotAffine("it contains the real number " + l.getText() + "; use integers");
            default -> throw new NotAffine("'" + syntax.text(expression) + "' is no integer");
        };
    }

    private static long integer(String text) {
        try {
            return Long.parseLong(text.replaceAll("_.*", ""));
        } catch (NumberFormatException e) {
            throw new ArithmeticException("integer literal");
        }
    }

    private Affine product(ProductContext product) {
        LinearForm left = LinearForm.of(affine(product.left));
        LinearForm right = LinearForm.of(affine(product.right));
        if (product.op.getType() == FortranStatementParser.SLASH) {
            return division().quotient(left.toAffine(), divisor(product.right, right));
        }
        if (left.isConstant()) {
            return right.toAffine().times(left.constant());
        }
        if (right.isConstant()) {
            return left.toAffine().times(right.constant());
        }
        throw new NotAffine("it multiplies '" + syntax.text(product.left) + "' by '" + syntax.text(product.right)
                + "'; one factor must be an integer constant");
    }

    private TruncatedDivision division() {
        return TruncatedDivision.within(scope.loops(), scope.constraints());
    }

    private long divisor(ExprContext text, LinearForm divisor) {
        if (!divisor.isConstant() || divisor.constant() <= 0) {
            throw new NotAffine(
                    "it divides by '" + syntax.text(text) + "'; the divisor must be a positive integer constant");
        }
        return divisor.constant();
    }

    /** Powers of constants, as in {@code 2**10}. */
    private Affine power(PowerContext power) {
        LinearForm base = LinearForm.of(affine(power.left));
        LinearForm exponent = LinearForm.of(affine(power.right));
        if (!base.isConstant() || !exponent.isConstant()) {
            throw new NotAffine("it uses '**' on what is not constant; write the value or a new variable");
        }
        if (exponent.constant() < 0 || exponent.constant() > MOST_EXPONENT) {
            throw new NotAffine("its exponent is not between 0 and " + MOST_EXPONENT + "; write the value");
        }
        long value = 1;
        for (long i = 0; i < exponent.constant(); i++) {
            value = Math.multiplyExact(value, base.constant());
        }
        return Affine.constant(value);
    }

    private Affine reference(ReferenceContext reference) {
        if (reference.component() != null) {
            throw new NotAffine("'" + syntax.text(reference) + "' is part of a structure; use plain variables");
        }
        IndexFunction function = IndexFunction.of(reference.name.getText());
        if (reference.open == null || names.isArray(reference.name) || function == null) {
            return variable(reference);
        }
        return call(reference, function);
    }

    private Affine variable(ReferenceContext reference) {
        String text = reference.name.getText();
        if (names.isArray(reference.name)) {
            throw new NotAffine(
                    reference.open == null
                            ? "'" + text + "' is an array; use loop variables and parameters"
                            : "it reads array element '" + syntax.text(reference)
                                    + "'; indirect access cannot be analysed, use loop variables and parameters");
        }
        if (reference.open != null) {
            throw new NotAffine("it calls '" + text + "'; only + - * / " + IndexFunction.known()
                    + " of loop variables and parameters are allowed"
                    + names.advice().replace("; declare it", ""));
        }
        return switch (names.of(reference.name)) {
            case Meaning.Index i -> i.value();
            case Meaning.Data _ ->
                throw new NotAffine("the value of '" + text
                        + "' is data; only loop variables and integers that the scop does not change can stand here");
            case Meaning.Constant _ -> throw new NotAffine("'" + text + "' is no integer; use integers");
            case Meaning.Faulty _ -> throw new NotAffine("");
        };
    }

    private Affine call(ReferenceContext call, IndexFunction function) {
        String name = call.name.getText();
        List<ExprContext> arguments = new ArrayList<>();
        for (ArgumentContext argument : call.arguments) {
            if (argument.value == null || (argument.keyword != null && !function.isKind())) {
                throw new NotAffine(
                        "the arguments of '" + name + "' are not plain; write them without ':' and keywords");
            }
            arguments.add(argument.value);
        }
        if (!function.accepts(arguments.size())) {
            throw new NotAffine("'" + name + "' takes " + function.expected() + ", got " + arguments.size());
        }
        return switch (function) {
            case MIN, MAX -> extremum(name, arguments, function == IndexFunction.MIN);
            case ABS -> {
                Affine value = canonical(arguments.getFirst());
                yield extremum(
                        name, List.of(value, LinearForm.of(value.times(-1)).toAffine()));
            }
            case MOD ->
                division()
                        .remainder(
                                canonical(arguments.get(0)),
                                divisor(arguments.get(1), LinearForm.of(affine(arguments.get(1)))));
            case MODULO ->
                modulo(canonical(arguments.get(0)), divisor(arguments.get(1), LinearForm.of(affine(arguments.get(1)))));
            case MERGE ->
                new Affine.Select(logical(arguments.get(2)), canonical(arguments.get(0)), canonical(arguments.get(1)));
            case INT -> affine(arguments.getFirst());
            case KIND -> Affine.constant(kindOf(arguments.getFirst()));
            case SELECTED_REAL_KIND -> Affine.constant(realKind(arguments));
            case SELECTED_INT_KIND -> Affine.constant(integerKind(LinearForm.of(affine(arguments.getFirst()))));
        };
    }

    private static Affine modulo(Affine dividend, long divisor) {
        return dividend instanceof Affine.Constant c
                ? Affine.constant(Math.floorMod(c.value(), divisor))
                : new Affine.Mod(dividend, divisor);
    }

    private Affine extremum(String name, List<ExprContext> arguments, boolean minimum) {
        List<Affine> operands = arguments.stream().map(this::canonical).toList();
        requireExtremum(name);
        return minimum ? Affine.least(operands) : Affine.greatest(operands);
    }

    private Affine extremum(String name, List<Affine> operands) {
        requireExtremum(name);
        return Affine.greatest(operands);
    }

    private void requireExtremum(String name) {
        if (!place.minMax) {
            throw new NotAffine("it calls " + name + "; min, max and abs are allowed in bounds and conditions only");
        }
    }

    private long kindOf(ExprContext literal) {
        String text = syntax.text(literal).toLowerCase(java.util.Locale.ROOT);
        if (literal instanceof RealLiteralContext || literal instanceof IntegerLiteralContext) {
            int suffix = text.indexOf('_');
            Long named = suffix < 0 ? null : names.kind(text.substring(suffix + 1));
            return named != null ? named : text.contains("d") ? FortranType.DOUBLE_KIND : FortranType.DEFAULT_KIND;
        }
        throw new NotAffine("the kind of '" + text + "' is not known; write the kind of a number such as kind(1.0d0)");
    }

    private long realKind(List<ExprContext> arguments) {
        long digits = LinearForm.of(affine(arguments.get(0))).constant();
        long range =
                arguments.size() > 1 ? LinearForm.of(affine(arguments.get(1))).constant() : 0;
        return digits <= SINGLE_DIGITS && range <= SINGLE_RANGE ? FortranType.DEFAULT_KIND : FortranType.DOUBLE_KIND;
    }

    /** Bytes of the least integer that holds so many decimal digits. */
    private static long integerKind(LinearForm digits) {
        for (int bytes = 1; bytes < Long.BYTES; bytes *= 2) {
            if (Math.pow(10, digits.constant()) < Math.pow(2, Byte.SIZE * bytes - 1)) {
                return bytes;
            }
        }
        return Long.BYTES;
    }

    private Condition logical(ExprContext expression) {
        return switch (expression) {
            case ParenthesisContext p -> logical(p.inner);
            case NegationContext n -> logical(n.operand).negated();
            case ConjunctionContext c -> Condition.and(List.of(logical(c.left), logical(c.right)));
            case DisjunctionContext d -> Condition.or(List.of(logical(d.left), logical(d.right)));
            case LogicalLiteralContext l ->
                l.value.getType() == FortranStatementParser.TRUE ? Condition.TRUE : Condition.FALSE;
            case ComparisonContext c ->
                new Condition.Compare(canonical(c.left), FortranExpressions.relation(c.op), canonical(c.right));
            default -> throw new NotAffine("it is not a comparison; compare integers by == /= < <= > >=");
        };
    }
}
