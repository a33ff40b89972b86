package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A scalar expression: the right-hand side of a statement, an initial value or an assumption. */
public sealed interface Expression {
    /** One without operands that reads no array. */
    sealed interface Leaf extends Expression {}

    /** The word for a value beyond all others of its type ({@link DataType#infinity}). */
    String INFINITY = "infinity";

    /**
     * A floating-point literal. Without a {@code d} exponent it has the type of the statement's target
     * ({@link ExpressionTypes}).
     *
     * @param text as written, e.g. {@code 0.2}, {@code 1.}, {@code 1d0}
     */
    record RealLiteral(double value, String text) implements Leaf {
        /** Whether the exponent letter is {@code d}: double precision wherever it stands. */
        public boolean isDouble() {
            return !Double.isInfinite(value) && (text.indexOf('d') >= 0 || text.indexOf('D') >= 0);
        }

        /** {@code infinity} of a floating-point type. */
        public static RealLiteral infinity() {
            return new RealLiteral(Double.POSITIVE_INFINITY, INFINITY);
        }

        /** The literal as C writes it in double precision: {@code 1d0} becomes {@code 1e0}, infinity a number beyond all. */
        public String cText() {
            return Double.isInfinite(value) ? "1e999" : text.replace('d', 'e').replace('D', 'e');
        }

        @Override
        public String toString() {
            return text;
        }
    }

    record IntegerLiteral(long value) implements Leaf {
        /** An integer of 32 bits if they hold it, else of 64. */
        public DataType type() {
            return value == (int) value ? DataType.INTEGER : DataType.LONG;
        }

        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    record LogicalLiteral(boolean value) implements Leaf {
        @Override
        public String toString() {
            return value ? ".true." : ".false.";
        }
    }

    /** The value of an array element or scalar. */
    record Read(Access access) implements Expression {
        @Override
        public String toString() {
            return access.toString();
        }
    }

    /** A loop variable or parameter (or an affine combination) used as a number. */
    record IndexValue(Affine index) implements Leaf {
        @Override
        public String toString() {
            return index.toString();
        }
    }

    /** An operation applied to {@code operator.arity()} operands. */
    record Apply(ScalarOperation operator, List<Expression> operands) implements Expression {
        public Apply {
            operands = List.copyOf(operands);
            if (operands.size() != operator.arity()) {
                throw new IllegalArgumentException(
                        operator + " takes " + operator.arity() + " operands, got " + operands.size());
            }
        }

        @Override
        public String toString() {
            if (operator.isInfix()) {
                return operand(0) + " " + operator.notation() + " " + operand(1);
            }
            if (operator == Operator.NEG || operator == Operator.NOT) {
                String space = operator == Operator.NOT ? " " : "";
                return operator.notation() + space + operand(0);
            }
            return operator.notation()
                    + "("
                    + String.join(", ", operands.stream().map(Object::toString).toList())
                    + ")";
        }

        private String operand(int position) {
            Expression operand = operands.get(position);
            boolean brackets = switch (operand) {
                case Apply a -> a.operator.isInfix() || a.operator == Operator.NEG || a.operator == Operator.NOT;
                case IndexValue v ->
                    v.index instanceof Affine.Sum
                            || v.index instanceof Affine.Scaled
                            || v.index instanceof Affine.FloorDiv
                            || v.index instanceof Affine.Constant;
                case IntegerLiteral l -> l.value < 0;
                case RealLiteral l -> l.value < 0;
                case LogicalLiteral _, Read _ -> false;
            };
            return brackets ? "(" + operand + ")" : operand.toString();
        }
    }

    static Expression apply(ScalarOperation operator, Expression... operands) {
        return new Apply(operator, List.of(operands));
    }

    /** The value of a literal, with its sign; null for anything else. */
    default @Nullable Double literal() {
        return switch (this) {
            case RealLiteral r -> r.value();
            case IntegerLiteral i -> (double) i.value();
            case Apply(ScalarOperation operator, List<Expression> operands)
            when operator == Operator.NEG -> {
                Double value = operands.getFirst().literal();
                yield value == null ? null : Double.valueOf(-value);
            }
            case Leaf _, Read _, Apply _ -> null;
        };
    }

    /** The same operation on changed operands; itself where it has none. */
    default Expression withOperands(UnaryOperator<Expression> change) {
        return this instanceof Apply a
                ? new Apply(a.operator(), a.operands().stream().map(change).toList())
                : this;
    }

    /** The array accesses, from left to right. */
    default List<Access> reads() {
        List<Access> reads = new ArrayList<>();
        visit(e -> {
            if (e instanceof Read r) {
                reads.add(r.access());
            }
        });
        return reads;
    }

    /** Calls the visitor for this expression and every part, parents first, left to right. */
    default void visit(Consumer<Expression> visitor) {
        visitor.accept(this);
        if (this instanceof Apply a) {
            a.operands().forEach(o -> o.visit(visitor));
        }
    }
}
