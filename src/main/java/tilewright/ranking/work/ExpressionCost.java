package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import tilewright.model.Access;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.ranking.description.InstructionRates;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.ProductUpdates;
import tilewright.tiling.property.SumTerms;

/**
 * What evaluating a statement's right-hand side costs. The largest parts that are made of staged values and depend on
 * one parallel loop at most are computed once, when they are staged: in a(i,j) - a(i,k)/a(k,k)*a(k,j) the quotient is
 * one staged value. A part of the rest that does not depend on some loop of a register tile is computed once per
 * thread along that loop, not once per point.
 *
 * @param operations every operation
 * @param operands the values that come from shared memory
 * @param chain seconds from the statement's own old value to its new one: what successive iterations wait for
 * @param depth seconds from the operands that arrive last to the result
 * @param depthBehind the same where quotients by values that a thread keeps are products with reciprocals, which it has computed before
 * @param pairs whether two neighbours along the last parallel loop are computed at once, as halves of a word; what does not
 *     depend on that loop is then kept twice
 * @param product whether it adds a product to the own old value, as {@link ProductUpdates} has it
 */
public record ExpressionCost(
        List<Use> operations,
        List<Operand> operands,
        double chain,
        double depth,
        double depthBehind,
        boolean pairs,
        boolean product) {
    /**
     * One operation of the expression.
     *
     * @param loops mask of the loops on which its value depends
     * @param staged whether it runs once per staged value instead of once per point
     */
    public record Use(InstructionRates.Rate rate, int loops, boolean staged) {}

    /**
     * A value in shared memory.
     *
     * @param text the expression, equal for equal values
     * @param loops mask of the loops on which it depends
     * @param staged copied chunk by chunk; otherwise exchanged in every iteration
     * @param plain a value as it stands in memory, which may be copied without passing through registers
     * @param alongRow whether its last parallel loop is contiguous in global memory (else the copy is transposed)
     * @param lookedUp whether each of its elements is looked up in tables of places
     */
    public record Operand(
            String text, int loops, int bytes, boolean staged, boolean plain, boolean alongRow, boolean lookedUp) {}

    /** What the expression needs to know of the piece that it runs in. */
    public interface Place {
        int loops(Access access);

        int contiguous(Access access);

        Strategy strategy(Access access);

        /** Mask of the parallel loops. */
        int parallel();

        /** Mask of the loops on which an expression without operands depends. */
        int loopsOfLeaf(Expression leaf);

        boolean isDouble(Access access);

        /** Whether the places of single elements are looked up. */
        boolean isLookedUp(Access access);

        /** Whether a thread knows the value before its iterations begin, and keeps it. */
        boolean isKept(Access access);
    }

    /** What products of matrices need to know of it. */
    private record InBlock(Place place) implements ProductUpdates.Place {
        @Override
        public Strategy strategy(Access access) {
            return place.strategy(access);
        }

        @Override
        public boolean isDouble(Access access) {
            return place.isDouble(access);
        }

        @Override
        public boolean variesAlongLast(Expression leaf) {
            return (place.loopsOfLeaf(leaf) & last()) != 0;
        }

        @Override
        public boolean variesAlongNext(Expression leaf) {
            return (place.loopsOfLeaf(leaf) & Integer.highestOneBit(place.parallel() & ~last())) != 0;
        }

        private int last() {
            return Integer.highestOneBit(place.parallel());
        }
    }

    /** @param associative operators whose order may change */
    public static ExpressionCost of(
            Statement statement,
            Set<Operator> associative,
            DataType type,
            InstructionRates rates,
            boolean pairs,
            Place place) {
        Builder builder = new Builder(statement.target(), type, rates, pairs, place);
        List<Expression> updates = SumTerms.updates(statement, associative);
        boolean product = ProductUpdates.areIn(statement, associative, new InBlock(place));
        Part whole = (product ? updates : List.of(statement.value()))
                .stream().map(builder::visit).toList().getLast();
        return new ExpressionCost(
                List.copyOf(builder.uses),
                List.copyOf(builder.operands.values()),
                Math.max(0, whole.chain),
                whole.depth,
                whole.depthBehind,
                pairs,
                product);
    }

    /** Operations of a quotient by its divisor's reciprocal: a product, what it leaves, and the correction (P. Markstein, IBM J. Res. Dev. 34, 1990). */
    private static final int QUOTIENT = 3;

    /** @param chain negative where the part does not contain the own old value */
    private record Part(int loops, double chain, double depth, double depthBehind) {}

    private static final class Builder {
        private final Access target;
        private final DataType type;
        private final InstructionRates rates;
        private final boolean pairs;
        private final Place place;
        private final List<Use> uses = new ArrayList<>();
        private final Map<String, Operand> operands = new HashMap<>();
        private final Map<String, Part> common = new HashMap<>();
        private boolean staging;

        Builder(Access target, DataType type, InstructionRates rates, boolean pairs, Place place) {
            this.target = target;
            this.type = type;
            this.rates = rates;
            this.pairs = pairs;
            this.place = place;
        }

        /** Equal parts are computed once, as compilers do. */
        Part visit(Expression expression) {
            String key = expression.toString();
            Part known = common.get(key);
            if (known == null) {
                known = isStaged(expression) && !staging ? stage(expression) : inner(expression);
                common.put(key, known);
            }
            return known;
        }

        private Part inner(Expression expression) {
            return switch (expression) {
                case Expression.Read r -> read(r.access());
                case Expression.Apply a -> apply(a);
                case Expression.Leaf leaf -> new Part(place.loopsOfLeaf(leaf), -1, 0, 0);
            };
        }

        private boolean isStaged(Expression expression) {
            List<Access> reads = expression.reads();
            int axes = loops(expression) & place.parallel();
            boolean narrow = expression instanceof Expression.Read || Integer.bitCount(axes) <= 1;
            return narrow && !reads.isEmpty() && reads.stream().allMatch(r -> place.strategy(r) == Strategy.STAGED);
        }

        private int loops(Expression expression) {
            return switch (expression) {
                case Expression.Read r -> place.loops(r.access());
                case Expression.Leaf leaf -> place.loopsOfLeaf(leaf);
                case Expression.Apply a ->
                    a.operands().stream().mapToInt(this::loops).reduce(0, (x, y) -> x | y);
            };
        }

        private Part stage(Expression expression) {
            staging = true;
            inner(expression);
            staging = false;
            int loops = loops(expression);
            int axis = Integer.highestOneBit(loops & place.parallel());
            boolean alongRow =
                    axis == 0 || expression.reads().stream().anyMatch(r -> (place.contiguous(r) & axis) != 0);
            operands.put(
                    expression.toString(),
                    new Operand(
                            expression.toString(),
                            loops,
                            bytes(loops),
                            true,
                            expression instanceof Expression.Read && bytes(loops) == type.bytes(),
                            alongRow,
                            expression.reads().stream().anyMatch(place::isLookedUp)));
            return new Part(loops, -1, 0, 0);
        }

        /** Bytes of a value in shared memory. */
        private int bytes(int loops) {
            boolean twice = pairs && (loops & Integer.highestOneBit(place.parallel())) == 0;
            return twice ? 2 * type.bytes() : type.bytes();
        }

        private Part read(Access access) {
            int loops = place.loops(access);
            if (place.strategy(access) == Strategy.EXCHANGED) {
                operands.put(
                        access.toString(),
                        new Operand(access.toString(), loops, bytes(loops), false, true, true, false));
            }
            boolean own =
                    access.array().equals(target.array()) && access.indices().equals(target.indices());
            return new Part(loops, own ? 0 : -1, 0, 0);
        }

        private Part apply(Expression.Apply apply) {
            if (apply.operator() == Operator.ADD || apply.operator() == Operator.SUB) {
                for (int side = 0; side < 2; side++) {
                    Expression operand = apply.operands().get(side);
                    if (isProduct(operand) && (staging || !isStaged(operand))) {
                        return fused(apply, side, "fma");
                    }
                }
            }
            if (apply.operator().isExtreme()) {
                for (int side = 0; side < 2; side++) {
                    Expression operand = apply.operands().get(side);
                    if (isSum(operand) && hasSumAndExtreme() && (staging || !isStaged(operand))) {
                        return fused(apply, side, "addmin");
                    }
                }
            }
            OptionalDouble literal =
                    apply.operator() == Operator.DIV ? literal(apply.operands().getLast()) : OptionalDouble.empty();
            if (type == DataType.DOUBLE && literal.isPresent()) {
                return byLiteral(visit(apply.operands().getFirst()), literal.getAsDouble());
            }
            Part part = combine(
                    InstructionRates.key(apply.operator()),
                    apply.operands().stream().map(this::visit).toList());
            boolean behind = apply.operator() == Operator.DIV
                    && apply.operands().getLast() instanceof Expression.Read(Access divisor)
                    && place.isKept(divisor);
            return behind ? behind(part, visit(apply.operands().getFirst())) : part;
        }

        private static OptionalDouble literal(Expression expression) {
            return switch (expression) {
                case Expression.RealLiteral l -> OptionalDouble.of(l.value());
                case Expression.IntegerLiteral l -> OptionalDouble.of(l.value());
                case Expression.LogicalLiteral _, Expression.IndexValue _, Expression.Read _, Expression.Apply _ ->
                    OptionalDouble.empty();
            };
        }

        /** In double precision a quotient by a number is a product, by a power of two, or made of the reciprocal that stands in the program (the pass {@code reciprocals}). */
        private Part byLiteral(Part dividend, double divisor) {
            boolean power = Math.abs(divisor) == Math.scalb(1.0, Math.getExponent(divisor));
            Part part = dividend;
            for (int i = 0; i < (power ? 1 : QUOTIENT); i++) {
                part = combine(power ? "mul" : "fma", List.of(part));
            }
            return part;
        }

        private Part behind(Part part, Part dividend) {
            double quotient = QUOTIENT * rates.of(type, "fma").latencySeconds();
            return new Part(
                    part.loops, part.chain, part.depth, Math.min(part.depthBehind, dividend.depthBehind + quotient));
        }

        /** a + b * c is one instruction; so is min(a + b, c) of integers where the device has it. */
        private Part fused(Expression.Apply outer, int innerSide, String operation) {
            Expression.Apply inner = (Expression.Apply) outer.operands().get(innerSide);
            List<Part> parts = new ArrayList<>();
            parts.add(visit(outer.operands().get(1 - innerSide)));
            inner.operands().forEach(o -> parts.add(visit(o)));
            return combine(operation, parts);
        }

        private boolean hasSumAndExtreme() {
            return type.promoted() == DataType.INTEGER && rates.has(DataType.INTEGER, "addmin");
        }

        private static boolean isSum(Expression expression) {
            return expression instanceof Expression.Apply a && a.operator() == Operator.ADD;
        }

        private static boolean isProduct(Expression expression) {
            return expression instanceof Expression.Apply a && a.operator() == Operator.MUL;
        }

        private Part combine(String operation, List<Part> operands) {
            InstructionRates.Rate rate = pairs ? rates.ofPair(operation) : rates.of(type, operation);
            int loops = 0;
            double chain = -1;
            double depth = 0;
            double behind = 0;
            for (Part operand : operands) {
                loops |= operand.loops;
                chain = Math.max(chain, operand.chain);
                depth = Math.max(depth, operand.depth);
                behind = Math.max(behind, operand.depthBehind);
            }
            uses.add(new Use(rate, loops, staging));
            double latency = rate.latencySeconds();
            return new Part(loops, chain < 0 ? -1 : chain + latency, depth + latency, behind + latency);
        }
    }
}
