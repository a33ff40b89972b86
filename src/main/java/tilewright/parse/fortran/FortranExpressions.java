package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.parse.IndexExpressions;
import tilewright.parse.SmallPowers;
import tilewright.parse.TypeRules;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.fortran.FortranStatementParser.ComparisonContext;
import tilewright.parse.fortran.FortranStatementParser.ConjunctionContext;
import tilewright.parse.fortran.FortranStatementParser.DisjunctionContext;
import tilewright.parse.fortran.FortranStatementParser.EquivalenceContext;
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

/**
 * Scalar expressions in one scope, in Fortran's types. Accesses are numbered when the whole statement is known ({@link
 * tilewright.parse.AccessNumbers}).
 */
final class FortranExpressions {
    /** Where an expression stands: {@code init} may call rnd() and reads no array, statements the other way round. */
    enum Place {
        STATEMENT,
        INIT,
        ASSUMPTION
    }

    private final Syntax syntax;
    private final Names names;
    private final FortranAffine affine;
    private final Place place;
    private final TypedOperations typed;
    private final Elements elements;

    /**
     * @param plainLiteral the type that the model gives to a real number
     * @param iteration the place in array sections; null where there may be none
     */
    FortranExpressions(
            Syntax syntax,
            Names names,
            Scope scope,
            Place place,
            DataType plainLiteral,
            @Nullable SectionIteration iteration) {
        this.syntax = syntax;
        this.names = names;
        this.affine = new FortranAffine(syntax, names, scope);
        this.place = place;
        this.typed = new TypedOperations(plainLiteral);
        this.elements = new Elements(syntax, names, affine, iteration);
    }

    private @Nullable Typed fault(ParserRuleContext at, String message) {
        syntax.error(at, message);
        return null;
    }

    /** The element or scalar that a statement assigns to; null after a reported fault. */
    Elements.@Nullable Target target(ReferenceContext reference) {
        return elements.target(reference);
    }

    /** The value as it is assigned to an element of some type; null after a reported fault. */
    @Nullable
    Typed assigned(ExprContext expression, DataType type) {
        Typed value = build(expression);
        return value == null ? null : exact(value, type);
    }

    /** A condition on data; null after a reported fault. */
    @Nullable
    Typed truth(ExprContext expression) {
        Typed value = build(expression);
        if (value != null && !value.isLogical()) {
            return fault(
                    expression,
                    "condition '" + syntax.text(expression) + "' is a number; write a comparison such as x /= 0");
        }
        return value;
    }

    /** The expression; null after a reported fault. */
    @Nullable
    Typed build(ExprContext expression) {
        return switch (expression) {
            case IntegerLiteralContext l -> integer(l);
            case RealLiteralContext l -> real(l);
            case LogicalLiteralContext l ->
                new Typed(
                        new Expression.LogicalLiteral(l.value.getType() == FortranStatementParser.TRUE),
                        DataType.LOGICAL);
            case ReferenceValueContext r -> reference(r.reference());
            case ParenthesisContext p -> build(p.inner);
            case SignContext s -> sign(s);
            case PowerContext p -> power(p);
            case ProductContext p ->
                binary(p, p.op.getType() == FortranStatementParser.STAR ? Operator.MUL : Operator.DIV, p.left, p.right);
            case SumContext s ->
                binary(s, s.op.getType() == FortranStatementParser.PLUS ? Operator.ADD : Operator.SUB, s.left, s.right);
            case ComparisonContext c -> binary(c, TypedOperations.operator(relation(c.op)), c.left, c.right);
            case NegationContext n -> unary(n, Operator.NOT, n.operand);
            case ConjunctionContext c -> binary(c, Operator.AND, c.left, c.right);
            case DisjunctionContext d -> binary(d, Operator.OR, d.left, d.right);
            case EquivalenceContext e ->
                binary(e, e.op.getType() == FortranStatementParser.EQV ? Operator.EQ : Operator.NE, e.left, e.right);
            default ->
                fault(
                        expression,
                        "'" + syntax.text(expression)
                                + "' is not supported; write arithmetic on array elements, scalars and numbers");
        };
    }

    /** The relation of a sign. */
    static Condition.Relation relation(Token sign) {
        return switch (sign.getType()) {
            case FortranStatementParser.EQ -> Condition.Relation.EQ;
            case FortranStatementParser.NE -> Condition.Relation.NE;
            case FortranStatementParser.LT -> Condition.Relation.LT;
            case FortranStatementParser.LE -> Condition.Relation.LE;
            case FortranStatementParser.GT -> Condition.Relation.GT;
            case FortranStatementParser.GE -> Condition.Relation.GE;
            default -> throw new IllegalStateException("no relation " + sign.getText());
        };
    }

    private @Nullable Typed integer(IntegerLiteralContext literal) {
        try {
            String[] parts = literal.getText().split("_", 2);
            Typed value = TypedOperations.integer(Long.parseLong(parts[0]));
            Long kind = parts.length > 1 ? names.kind(parts[1]) : Long.valueOf(FortranType.DEFAULT_KIND);
            DataType type = kind == null
                    ? null
                    : FortranType.of(FortranType.Category.INTEGER, kind).data();
            return type == null || type.bytes() <= value.type().bytes() ? value : typed.converted(value, type);
        } catch (NumberFormatException e) {
            return fault(literal, "integer " + literal.getText() + " exceeds 64 bits; write it as a real number");
        }
    }

    private @Nullable Typed real(RealLiteralContext literal) {
        String text = literal.getText().toLowerCase(Locale.ROOT);
        int suffix = text.indexOf('_');
        String digits = suffix < 0 ? text : text.substring(0, suffix);
        boolean wide = digits.contains("d");
        Long kind = suffix < 0
                ? Long.valueOf(wide ? FortranType.DOUBLE_KIND : FortranType.DEFAULT_KIND)
                : names.kind(text.substring(suffix + 1));
        DataType type = kind == null
                ? null
                : FortranType.of(FortranType.Category.REAL, kind).data();
        if (type == null || digits.contains("q")) {
            return fault(
                    literal,
                    "the kind of '" + literal.getText()
                            + "' is not known or not supported; write a number such as 0.5 or" + " 0.5d0"
                            + names.advice().replace("; declare it", ""));
        }
        String plain = digits.replace('d', 'e').replaceAll("e[+-]?0+$", "");
        return typed.real(plain.matches("\\d+") ? plain + ".0" : plain, type);
    }

    /** Numbers that single precision holds exactly need no conversion beside double precision. */
    Typed exact(Typed value, DataType beside) {
        if (beside != DataType.DOUBLE
                || value.type() != DataType.REAL
                || !(value.expression() instanceof Expression.Apply a)) {
            return value;
        }
        Expression operand = a.operands().getFirst();
        if (a.operator() instanceof Conversion
                && operand instanceof Expression.RealLiteral l
                && (double) (float) l.value() == l.value()) {
            return new Typed(l, DataType.DOUBLE);
        }
        if (a.operator() == Operator.NEG) {
            Typed inner = exact(new Typed(operand, DataType.REAL), beside);
            return inner.type() == DataType.DOUBLE ? typed.apply(Operator.NEG, List.of(inner)) : value;
        }
        return value;
    }

    /** The operation with its operands' types checked; null after a reported fault, of an operand too. */
    @Nullable
    Typed apply(ParserRuleContext at, ScalarOperation operator, List<@Nullable Typed> operands) {
        List<Typed> known = new ArrayList<>();
        for (Typed operand : operands) {
            if (operand == null) {
                return null;
            }
            known.add(operand);
        }
        if (known.stream().anyMatch(k -> k.type() == DataType.DOUBLE)) {
            known.replaceAll(k -> exact(k, DataType.DOUBLE));
        }
        String fault = TypeRules.fault(operator, known.stream().map(Typed::type).toList());
        fault = fault == null ? TypeRules.shiftFault(operator, known) : fault;
        return fault == null ? typed.apply(operator, known) : fault(at, fault);
    }

    private @Nullable Typed unary(ParserRuleContext at, Operator operator, ExprContext operand) {
        return apply(at, operator, Collections.singletonList(build(operand)));
    }

    private @Nullable Typed binary(ParserRuleContext at, Operator operator, ExprContext left, ExprContext right) {
        return apply(at, operator, Arrays.asList(build(left), build(right)));
    }

    private @Nullable Typed sign(SignContext sign) {
        return sign.op.getType() == FortranStatementParser.PLUS
                ? build(sign.operand)
                : unary(sign, Operator.NEG, sign.operand);
    }

    /** Small constant powers are products, others are {@code pow}. */
    private @Nullable Typed power(PowerContext power) {
        Typed base = build(power.left);
        Affine exponent = affine.buildIfAffine(power.right);
        if (base != null && exponent instanceof Affine.Constant c && SmallPowers.isProduct(c.value())) {
            Typed product = product(power, base, Math.abs(c.value()));
            return c.value() > 0 ? product : reciprocal(power, product);
        }
        Typed right = build(power.right);
        if (base == null || right == null) {
            return null;
        }
        if (base.type().isInteger() && right.type().isInteger()) {
            return fault(
                    power,
                    "'" + syntax.text(power) + "' is a power of integers; write the product, or a real base like 2.0");
        }
        DataType type =
                base.type() == DataType.DOUBLE || right.type() == DataType.DOUBLE ? DataType.DOUBLE : DataType.REAL;
        return apply(
                power,
                MathFunction.POW,
                List.of(converted(exact(base, type), type), converted(exact(right, type), type)));
    }

    private @Nullable Typed product(ParserRuleContext at, Typed base, long factors) {
        return SmallPowers.<@Nullable Typed>product(
                Collections.nCopies(Math.toIntExact(factors), base),
                (left, right) -> apply(at, Operator.MUL, Arrays.asList(left, right)));
    }

    private @Nullable Typed reciprocal(ParserRuleContext at, @Nullable Typed product) {
        if (product != null && !product.type().isFloating()) {
            return fault(at, "'" + syntax.text(at) + "' is a negative power of an integer; write a real base like 2.0");
        }
        return product == null ? null : apply(at, Operator.DIV, List.of(typed.real("1.0", product.type()), product));
    }

    private @Nullable Typed reference(ReferenceContext reference) {
        if (reference.component() != null) {
            return fault(
                    reference,
                    "'" + syntax.text(reference)
                            + "' is part of a structure; copy it to an array or scalar before the scop");
        }
        if (reference.open != null && !names.isArray(reference.name)) {
            return new FortranCalls(syntax, names, affine, typed, place, this).call(reference);
        }
        return switch (names.of(reference.name)) {
            case Meaning.Index i -> index(i.value());
            case Meaning.Constant c -> constant(c);
            case Meaning.Data _ -> read(reference);
            case Meaning.Faulty _ -> null;
        };
    }

    /** What is affine in loop variables and parameters, as a number. */
    static Typed index(Affine value) {
        return new Typed(IndexExpressions.of(value), DataType.INTEGER);
    }

    private @Nullable Typed constant(Meaning.Constant constant) {
        DataType type = constant.type().data();
        if (type == null) {
            return fault(
                    constant.value(), "a constant of type " + constant.type().text() + " cannot be computed with");
        }
        Typed value = build(constant.value());
        return value == null ? null : converted(exact(value, type), type);
    }

    private Typed converted(Typed value, DataType type) {
        return value.type() == type || type == DataType.LOGICAL ? value : typed.converted(value, type);
    }

    private @Nullable Typed read(ReferenceContext reference) {
        if (place == Place.INIT) {
            return fault(
                    reference,
                    "init cannot read '" + syntax.text(reference) + "'; use the indices, parameters, rnd() and merge");
        }
        Elements.Target target = elements.target(reference);
        return target == null ? null : read(reference, target);
    }

    /** The value of an element. */
    Typed read(ReferenceContext at, Elements.Target target) {
        Access access = new Access(0, target.array().name(), target.subscripts(), syntax.position(at));
        return new Typed(new Expression.Read(access), target.array().type());
    }
}
