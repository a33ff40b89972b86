package tilewright.parse;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.model.SourcePosition;
import tilewright.model.Subscript;
import tilewright.parse.NestNotationParser.ComparisonContext;
import tilewright.parse.NestNotationParser.ConjunctionContext;
import tilewright.parse.NestNotationParser.DisjunctionContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.IntegerLiteralContext;
import tilewright.parse.NestNotationParser.LogicalLiteralContext;
import tilewright.parse.NestNotationParser.NegationContext;
import tilewright.parse.NestNotationParser.ParenthesisContext;
import tilewright.parse.NestNotationParser.PowerContext;
import tilewright.parse.NestNotationParser.ProductContext;
import tilewright.parse.NestNotationParser.RealLiteralContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.NestNotationParser.SignContext;
import tilewright.parse.NestNotationParser.SumContext;
import tilewright.parse.Symbols.ArraySymbol;

/** Builds the scalar expressions of one line, checks their types and numbers their accesses. */
final class ExpressionBuilder {
    /** Where an expression stands: {@code init} may call rnd() and reads no array, others the other way round. */
    enum Place {
        STATEMENT,
        INIT,
        ASSUMPTION
    }

    /** An expression with its type; the type is null after a reported fault, so that it causes no second one. */
    record Typed(Expression expression, @Nullable DataType type) {}

    private static final Typed FAULTY = new Typed(new Expression.IntegerLiteral(0), null);

    private final Symbols symbols;
    private final Names names;
    private final AffineBuilder affines;
    private final Diagnostics diagnostics;
    private final Place place;
    private final Set<String> scope;
    private final DataType target;
    private final DataType literalType;
    private int accesses;

    /**
     * A builder for one line.
     *
     * @param scope visible loop variables, or the line's own indices
     * @param target the type of what the line assigns to
     */
    ExpressionBuilder(Symbols symbols, Diagnostics diagnostics, Place place, Set<String> scope, DataType target) {
        this.symbols = symbols;
        this.names = new Names(symbols, diagnostics);
        this.affines = new AffineBuilder(symbols, names, diagnostics);
        this.diagnostics = diagnostics;
        this.place = place;
        this.scope = scope;
        this.target = target;
        this.literalType = ExpressionTypes.literalType(target);
    }

    /** The next access in the paper's numbering; null where a fault was reported. */
    @Nullable
    Access access(ReferenceContext reference) {
        ArraySymbol array = names.array(reference);
        if (array != null && !array.isDeclared() && isCalled(reference)) {
            diagnostics.error(
                    reference.name,
                    "'" + reference.name.getText() + "' is no declared array, and no function known here; known are "
                            + Intrinsic.known());
            return null;
        }
        List<Subscript> subscripts = new ArrayList<>();
        for (ExprContext argument : reference.arguments) {
            subscripts.add(affines.subscript(argument, scope));
        }
        accesses++;
        return array == null ? null : new Access(accesses, array.name(), subscripts, diagnostics.position(reference));
    }

    /** Whether a name that no line before gave subscripts has data as an argument. */
    private boolean isCalled(ReferenceContext reference) {
        SourcePosition here = diagnostics.position(reference.name);
        SourcePosition first =
                Objects.requireNonNull(symbols.array(reference.name.getText())).position();
        return here.equals(first)
                && reference.arguments.stream()
                        .anyMatch(a -> a instanceof ReferenceValueContext value
                                && value.reference().open != null
                                && Intrinsic.of(value.reference().name.getText()) == null
                                && !affines.isIndexArray(value.reference()));
    }

    /** The expression, its accesses numbered after those built before. */
    Typed build(ExprContext expression) {
        return switch (expression) {
            case IntegerLiteralContext l -> integer(l);
            case RealLiteralContext l -> finite(l);
            case LogicalLiteralContext l ->
                new Typed(
                        new Expression.LogicalLiteral(l.value.getType() == NestNotationParser.TRUE), DataType.LOGICAL);
            case ReferenceValueContext r -> reference(r.reference());
            case ParenthesisContext p -> build(p.inner);
            case SignContext s -> sign(s);
            case PowerContext p -> power(p);
            case ProductContext p ->
                apply(
                        p,
                        p.op.getType() == NestNotationParser.STAR ? Operator.MUL : Operator.DIV,
                        List.of(build(p.left), build(p.right)));
            case SumContext s ->
                apply(
                        s,
                        s.op.getType() == NestNotationParser.PLUS ? Operator.ADD : Operator.SUB,
                        List.of(build(s.left), build(s.right)));
            case ComparisonContext c -> apply(c, relation(c.op), List.of(build(c.left), build(c.right)));
            case NegationContext n -> apply(n, Operator.NOT, List.of(build(n.operand)));
            case ConjunctionContext c -> apply(c, Operator.AND, List.of(build(c.left), build(c.right)));
            case DisjunctionContext d -> apply(d, Operator.OR, List.of(build(d.left), build(d.right)));
            default -> throw new IllegalStateException("no expression " + expression.getText());
        };
    }

    /** {@code infinity} as the number that it is beside values of that type. */
    Typed valueFor(Typed value, DataType type) {
        boolean infinity = value.expression instanceof Expression.RealLiteral l && Double.isInfinite(l.value());
        if (!infinity || !type.isInteger()) {
            return value;
        }
        DataType width = type == DataType.INTEGER && target.isInteger() ? target : type;
        return new Typed(new Expression.IntegerLiteral((long) width.infinity()), DataType.INTEGER);
    }

    /** Operands that are computed with each other: infinity takes the type of the other one. */
    private List<Typed> matched(List<Typed> operands) {
        if (operands.size() < 2 || operands.get(0).type == null || operands.get(1).type == null) {
            return operands;
        }
        List<Typed> matched = new ArrayList<>(operands);
        matched.set(0, valueFor(operands.get(0), operands.get(1).type));
        matched.set(1, valueFor(operands.get(1), operands.get(0).type));
        return matched;
    }

    /** The operation with its operands' types checked. */
    Typed apply(ParserRuleContext context, ScalarOperation operator, List<Typed> written) {
        List<Typed> operands = matched(written);
        List<DataType> types = new ArrayList<>();
        for (Typed operand : operands) {
            if (operand.type == null) {
                return FAULTY;
            }
            types.add(operand.type);
        }
        String fault = TypeRules.fault(operator, types);
        if (fault == null) {
            fault = TypeRules.shiftFault(
                    operator,
                    operands.stream()
                            .map(o -> new TypedOperations.Typed(o.expression, Objects.requireNonNull(o.type)))
                            .toList());
        }
        if (fault != null) {
            diagnostics.error(context, fault);
            return FAULTY;
        }
        return new Typed(
                new Expression.Apply(
                        operator, operands.stream().map(Typed::expression).toList()),
                ExpressionTypes.result(operator, types, literalType));
    }

    private Typed integer(IntegerLiteralContext literal) {
        try {
            Expression.IntegerLiteral value = new Expression.IntegerLiteral(Long.parseLong(literal.getText()));
            return new Typed(value, value.type());
        } catch (NumberFormatException e) {
            diagnostics.error(literal, "integer " + literal.getText() + " exceeds 64 bits; write it as a real number");
            return FAULTY;
        }
    }

    private Typed finite(RealLiteralContext literal) {
        Typed real = real(literal.getText());
        if (real.expression instanceof Expression.RealLiteral r && Double.isInfinite(r.value())) {
            diagnostics.error(
                    literal,
                    literal.getText()
                            + " is beyond the numbers of double precision; write infinity where that is meant");
            return FAULTY;
        }
        return real;
    }

    private static Typed real(String text) {
        double value = Double.parseDouble(text.replace('d', 'e').replace('D', 'e'));
        Expression.RealLiteral literal = new Expression.RealLiteral(value, text);
        return new Typed(literal, literal.isDouble() ? DataType.DOUBLE : DataType.REAL);
    }

    private Typed sign(SignContext sign) {
        Typed operand = build(sign.operand);
        return sign.op.getType() == NestNotationParser.PLUS ? operand : apply(sign, Operator.NEG, List.of(operand));
    }

    private static boolean isInteger(@Nullable DataType type) {
        return type != null && type.isInteger();
    }

    private Typed power(PowerContext power) {
        Typed base = build(power.left);
        BigInteger exponent = constant(power.right);
        if (exponent == null || exponent.bitLength() > 31 || !SmallPowers.isProduct(exponent.intValue())) {
            return power(power, base, build(power.right));
        }
        if (exponent.signum() < 0 && isInteger(base.type)) {
            diagnostics.error(power, "a negative power of an integer is not supported; write a real base like 2.0");
            return FAULTY;
        }
        if (base.type == null) {
            return FAULTY;
        }
        List<Typed> factors = new ArrayList<>(List.of(base));
        while (factors.size() < Math.abs(exponent.intValue())) {
            factors.add(build(power.left));
        }
        Typed product = SmallPowers.product(factors, (left, right) -> apply(power, Operator.MUL, List.of(left, right)));
        Typed one = new Typed(new Expression.RealLiteral(1, "1.0"), DataType.REAL);
        return exponent.signum() > 0 ? product : apply(power, Operator.DIV, List.of(one, product));
    }

    /** The whole number that an expression is; null where it is none. */
    private static @Nullable BigInteger constant(ExprContext expression) {
        return switch (expression) {
            case IntegerLiteralContext l -> new BigInteger(l.getText());
            case ParenthesisContext p -> constant(p.inner);
            case SignContext s -> {
                BigInteger operand = constant(s.operand);
                yield operand == null || s.op.getType() == NestNotationParser.PLUS ? operand : operand.negate();
            }
            default -> null;
        };
    }

    private Typed power(ParserRuleContext context, Typed base, Typed exponent) {
        if (isInteger(base.type) && isInteger(exponent.type)) {
            diagnostics.error(
                    context, "a power of two integers is not supported; write the product, or a real base like 2.0");
            return FAULTY;
        }
        return apply(context, MathFunction.POW, List.of(base, exponent));
    }

    private Typed reference(ReferenceContext reference) {
        Intrinsic function = reference.open == null ? null : Intrinsic.of(reference.name.getText());
        if (function != null) {
            return names.checkArguments(reference, function) ? call(reference, function) : FAULTY;
        }
        if (reference.open == null && isIndex(reference.name)) {
            return new Typed(new Expression.IndexValue(Affine.variable(reference.name.getText())), DataType.INTEGER);
        }
        if (reference.open == null && isInfinity(reference.name)) {
            return new Typed(Expression.RealLiteral.infinity(), literalType);
        }
        if (reference.open == null && names.resolve(reference.name, scope) == Names.Kind.FAULTY) {
            return FAULTY;
        }
        if (place == Place.INIT) {
            diagnostics.error(
                    reference,
                    "init cannot read array '" + reference.name.getText()
                            + "'; use the indices, parameters, rnd() and merge");
            return FAULTY;
        }
        Access access = access(reference);
        ArraySymbol array = symbols.array(reference.name.getText());
        return access == null || array == null ? FAULTY : new Typed(new Expression.Read(access), array.type());
    }

    private boolean isInfinity(Token name) {
        return name.getText().equalsIgnoreCase(Expression.INFINITY) && symbols.array(name.getText()) == null;
    }

    private boolean isIndex(Token name) {
        return scope.contains(name.getText()) || symbols.isParameter(name.getText());
    }

    private Typed call(ReferenceContext call, Intrinsic function) {
        if (function == Intrinsic.RND && place != Place.INIT) {
            diagnostics.error(call, "rnd() is allowed in init only; initialise an array with it and read that");
            return FAULTY;
        }
        List<Typed> arguments = call.arguments.stream().map(this::build).toList();
        if (arguments.stream().anyMatch(a -> a.type == null)) {
            return FAULTY;
        }
        if (function == Intrinsic.MIN || function == Intrinsic.MAX) {
            return pairs(call, function, arguments);
        }
        if (function == Intrinsic.POW) {
            return power(call, arguments.get(0), arguments.get(1));
        }
        if (function == Intrinsic.MOD) {
            return remainder(call, arguments);
        }
        if (function == Intrinsic.MERGE) {
            return choice(call, arguments);
        }
        return function == Intrinsic.ISHFT ? shift(call, arguments) : apply(call, function.operation(), arguments);
    }

    private Typed choice(ReferenceContext call, List<Typed> arguments) {
        Typed checked = apply(call, Operator.MERGE, arguments);
        return checked.expression instanceof Expression.Apply(ScalarOperation _, List<Expression> o)
                ? new Typed(Choice.of(o.get(2), o.get(0), o.get(1)), checked.type)
                : checked;
    }

    /** A part of an affine expression where both arguments are, else an operation on numbers. */
    private Typed remainder(ReferenceContext call, List<Typed> arguments) {
        boolean integers = arguments.stream().allMatch(a -> isInteger(a.type));
        if (integers && arguments.stream().allMatch(a -> a.expression.reads().isEmpty())) {
            return new Typed(new Expression.IndexValue(affines.remainder(call, scope)), DataType.INTEGER);
        }
        return apply(call, integers ? Operator.REMAINDER : MathFunction.FMOD, arguments);
    }

    /** {@code ishft(x, n)}; a shift to the right is one of an unsigned number. */
    private Typed shift(ReferenceContext call, List<Typed> arguments) {
        Typed value = arguments.getFirst();
        Double count = arguments.getLast().expression.literal();
        if (count == null || value.type == null || !value.type.isInteger()) {
            diagnostics.error(
                    call,
                    "ishft takes an integer and a whole number such as 3 or -3; use shiftl(x, n) or shifta(x, n)");
            return FAULTY;
        }
        if (count >= 0) {
            return apply(call, Operator.SHIFT_LEFT, arguments);
        }
        DataType type = value.type.promoted();
        DataType bits = type.bytes() == Long.BYTES ? DataType.UNSIGNED_LONG : DataType.UNSIGNED;
        Typed distance = new Typed(new Expression.IntegerLiteral(-count.longValue()), DataType.INTEGER);
        Typed moved =
                apply(call, Operator.SHIFT_RIGHT, List.of(apply(call, new Conversion(bits), List.of(value)), distance));
        return type == bits ? moved : apply(call, new Conversion(type), List.of(moved));
    }

    /** {@code min(a, b, c)} becomes {@code min(min(a, b), c)}. */
    private Typed pairs(ReferenceContext call, Intrinsic function, List<Typed> arguments) {
        Typed result = arguments.getFirst();
        for (Typed argument : arguments.subList(1, arguments.size())) {
            result = apply(call, function.operation(), List.of(result, argument));
        }
        return result;
    }

    private static Operator relation(Token operator) {
        return switch (operator.getType()) {
            case NestNotationParser.EQ -> Operator.EQ;
            case NestNotationParser.NE -> Operator.NE;
            case NestNotationParser.LT -> Operator.LT;
            case NestNotationParser.LE -> Operator.LE;
            case NestNotationParser.GT -> Operator.GT;
            case NestNotationParser.GE -> Operator.GE;
            default -> throw new IllegalStateException("no relation " + operator.getText());
        };
    }
}
