package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.codegen.irregular.InsideArrays;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.irregular.Substitution;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.ExpressionTypes;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.UserError;

/** Indices, conditions and values of a nest as a thread computes them; arrays are row-major without padding, indices 32-bit integers. */
final class Terms {
    private final LoopNest nest;
    private final AffineExpressions affine;
    private final Set<String> contended;
    private final InsideArrays inside;
    private final Set<String> written;
    private int line;

    /** Holds the greatest line of a subscript that left its array; 0 where none did. */
    static final Memory.Global OUTSIDE = new Memory.Global("tw_outside", ScalarType.I32, true);

    /** @param contended arrays that other threads change meanwhile */
    Terms(LoopNest nest, CNames names, Set<String> contended) {
        this.nest = nest;
        this.affine = new AffineExpressions(names);
        this.contended = Set.copyOf(contended);
        this.inside = new InsideArrays(nest);
        this.written = nest.statements().stream()
                .map(s -> s.statement().target().array())
                .collect(Collectors.toSet());
    }

    /** What is proved of subscripts here. */
    InsideArrays inside() {
        return inside;
    }

    /** The line of the source that the next indices come from. */
    void at(SourcePosition position) {
        line = position.line();
    }

    /** The variable of a loop or parameter. */
    Variable variable(String name) {
        return affine.variable(name);
    }

    /** An array of the nest. */
    Memory.Global array(String name) {
        return new Memory.Global(
                affine.names().of(name), ScalarType.of(nest.array(name).type()), written.contains(name));
    }

    /** An index; what it loads is read from its arrays. */
    Expression index(Affine form, List<Load> loads) {
        Map<Variable, Expression> loaded = new HashMap<>();
        for (Load load : loads) {
            loaded.put(
                    variable(load.toString()),
                    Expressions.convert(ScalarType.I32, new Expression.Read(element(load.array(), load.subscripts()))));
        }
        return Substitution.of(affine.of(form), loaded);
    }

    Expression condition(Condition condition) {
        return affine.of(condition);
    }

    Place.Global element(Access access) {
        return element(access.array(), access.subscripts());
    }

    private Place.Global element(String array, List<Subscript> subscripts) {
        ArrayDeclaration declaration = nest.array(array);
        Expression offset = integer(0);
        for (int d = 0; d < subscripts.size(); d++) {
            ArrayDeclaration.Bounds bounds = declaration.bounds().get(d);
            Subscript s = subscripts.get(d);
            Expression extent = affine.of(bounds.extent());
            Expression inner = subtract(index(s.form(), s.loads()), affine.of(bounds.lower()));
            inner = inside.isProved(s, bounds) ? inner : compared(inner, extent);
            offset = d == 0 ? inner : add(multiply(offset, extent), inner);
        }
        Place.Access way = contended.contains(array) ? Place.Access.RELAXED : Place.Access.PLAIN;
        return Expressions.element(array(array), offset, way);
    }

    /** An index that is compared with its range; outside, the line is told, and the first element is taken. */
    private Expression compared(Expression index, Expression extent) {
        Expression fits = Expressions.binary(
                Infix.AND_THEN, Expressions.lessEqual(integer(0), index), Expressions.less(index, extent));
        Expression told = Expressions.atomic(
                Expression.Update.MAX, Expressions.element(OUTSIDE, integer(0), Place.Access.RELAXED), integer(line));
        return new Expression.Conditional(fits, index, new Expression.Binary(Infix.MUL, told, integer(0)));
    }

    /** The value of a statement, converted to its array's type; some reads, by their text, are values that are known. */
    Expression value(Statement statement, Map<String, Expression> known) {
        DataType type = nest.array(statement.target().array()).type();
        at(statement.position());
        return new Values(statement, known).in(statement.value(), type);
    }

    /** Another value in a statement's place, some reads known, in the type in which its array's values are compared. */
    Expression value(Statement statement, tilewright.model.Expression value, Map<String, Expression> known) {
        DataType type = nest.array(statement.target().array()).type();
        at(statement.position());
        return new Values(statement, known).in(value, type.promoted());
    }

    /** A condition outside all loops. */
    Expression condition(tilewright.model.Expression condition, String where) {
        return new Values(ExpressionTypes.forTarget(nest, DataType.DOUBLE), Map.of(), where)
                .in(condition, DataType.LOGICAL);
    }

    /** Values of one statement. */
    private final class Values {
        private final ExpressionTypes types;
        private final Map<String, Expression> known;
        private final String where;

        Values(Statement statement, Map<String, Expression> known) {
            this(
                    ExpressionTypes.forStatement(nest, statement),
                    known,
                    statement.position().toString());
        }

        Values(ExpressionTypes types, Map<String, Expression> known, String where) {
            this.types = types;
            this.known = known;
            this.where = where;
        }

        /** The value in a type. */
        Expression in(tilewright.model.Expression expression, DataType type) {
            Expression value = value(expression);
            if (type == DataType.LOGICAL) {
                return types.of(expression) == DataType.LOGICAL
                        ? value
                        : Expressions.notEqual(value, number(types.of(expression), "0"));
            }
            return Expressions.convert(ScalarType.of(type), value);
        }

        private Expression value(tilewright.model.Expression expression) {
            return switch (expression) {
                case tilewright.model.Expression.RealLiteral l ->
                    number(types.of(l), Double.isInfinite(l.value()) ? "INFINITY" : l.cText());
                case tilewright.model.Expression.IntegerLiteral l ->
                    new Expression.IntegerLiteral(ScalarType.of(l.type()), l.value());
                case tilewright.model.Expression.LogicalLiteral l -> integer(l.value() ? 1 : 0);
                case tilewright.model.Expression.IndexValue v -> index(v.index(), List.of());
                case tilewright.model.Expression.Read r -> {
                    Expression found = known.get(r.access().toString());
                    yield found == null ? new Expression.Read(element(r.access())) : found;
                }
                case tilewright.model.Expression.Apply a -> apply(a);
            };
        }

        private static Expression number(DataType type, String text) {
            if (!type.isFloating()) {
                return new Expression.IntegerLiteral(ScalarType.of(type).promoted(), Long.parseLong(text));
            }
            boolean whole = text.chars().allMatch(Character::isDigit);
            return new Expression.RealLiteral(ScalarType.of(type), whole ? text + ".0" : text);
        }

        private Expression apply(tilewright.model.Expression.Apply apply) {
            DataType type = types.of(apply);
            List<tilewright.model.Expression> o = apply.operands();
            return switch (apply.operator()) {
                case Conversion _ -> in(o.getFirst(), type);
                case MathFunction f ->
                    new Expression.Mathematical(
                            f,
                            ScalarType.of(type),
                            o.stream().map(each -> in(each, type)).toList());
                case Operator operator -> apply(operator, apply, type);
            };
        }

        private Expression apply(Operator operator, tilewright.model.Expression.Apply apply, DataType type) {
            List<tilewright.model.Expression> o = apply.operands();
            DataType operands = types.operandType(apply);
            ScalarType of = ScalarType.of(type).promoted();
            Expression x = in(o.getFirst(), operands);
            return o.size() == 1 ? unary(operator, type, of, x) : binary(operator, apply, type, of, x);
        }

        private Expression unary(Operator operator, DataType type, ScalarType of, Expression x) {
            return switch (operator) {
                case NEG -> new Expression.Unary(Prefix.NEG, x);
                case NOT -> new Expression.Unary(Prefix.NOT, x);
                case BIT_NOT -> new Expression.Unary(Prefix.COMPLEMENT, x);
                case ABS -> type.isUnsigned() ? x : Expressions.call(Intrinsic.ABS, of, x);
                case ADD, SUB, MUL, DIV, REMAINDER, MIN, MAX, MERGE, AND, OR, EQ, NE, LT, LE, GT, GE ->
                    throw refused(operator);
                case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT, RANDOM -> throw refused(operator);
            };
        }

        /** @param x the first operand; the second one of a shift keeps its own type */
        private Expression binary(
                Operator operator,
                tilewright.model.Expression.Apply apply,
                DataType type,
                ScalarType of,
                Expression x) {
            List<tilewright.model.Expression> o = apply.operands();
            boolean shifts = operator == Operator.SHIFT_LEFT || operator == Operator.SHIFT_RIGHT;
            Expression y = shifts ? value(o.get(1)) : in(o.get(1), types.operandType(apply));
            Infix infix = switch (operator) {
                case ADD -> Infix.ADD;
                case SUB -> Infix.SUB;
                case MUL -> Infix.MUL;
                case BIT_AND -> Infix.AND;
                case BIT_OR -> Infix.OR;
                case BIT_XOR -> Infix.XOR;
                case SHIFT_LEFT -> Infix.SHL;
                case SHIFT_RIGHT -> Infix.SHR;
                case AND -> Infix.AND_THEN;
                case OR -> Infix.OR_ELSE;
                case EQ -> Infix.EQ;
                case NE -> Infix.NE;
                case LT -> Infix.LT;
                case LE -> Infix.LE;
                case GT -> Infix.GT;
                case GE -> Infix.GE;
                case DIV -> Infix.DIV;
                case REMAINDER -> Infix.REM;
                case MIN, MAX, MERGE -> null;
                case NEG, ABS, NOT, BIT_NOT, RANDOM -> throw refused(operator);
            };
            if (infix == null) {
                return operator == Operator.MERGE
                        ? new Expression.Conditional(in(o.get(2), DataType.LOGICAL), x, y)
                        : Expressions.call(operator == Operator.MIN ? Intrinsic.MIN : Intrinsic.MAX, of, x, y);
            }
            boolean divides = infix == Infix.DIV || infix == Infix.REM;
            return new Expression.Binary(infix, x, divides ? divisor(type, o.get(1), y) : y);
        }

        /** A device goes on after a division of integers by zero: only divisors that are plainly none are taken. */
        private Expression divisor(DataType type, tilewright.model.Expression divisor, Expression value) {
            Double literal = divisor.literal();
            if (type.isFloating() || literal != null && literal != 0) {
                return value;
            }
            throw UserError.badInput(where + ": error: an integer is divided by '" + divisor
                    + "' here; on a GPU nothing would tell of a zero. Leave --target cuda out");
        }

        private UserError refused(Operator operator) {
            return UserError.badInput(where + ": error: '" + operator.notation() + "' outside init");
        }
    }
}
