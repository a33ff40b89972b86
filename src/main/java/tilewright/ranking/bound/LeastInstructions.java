package tilewright.ranking.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.isl.IslException;
import tilewright.isl.Relation;
import tilewright.model.Access;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.ScalarOperation;

/**
 * The fewest instructions of one lane that any program spends on one iteration of a statement.
 *
 * <p>An operation counts only if no two iterations compute it from the same values: then no compiler can compute it once
 * for both. Two iterations use the same value at an access if the same write produced it, or both read the same element of
 * input; an operation counts if the iterations that agree at all accesses below it are equal. Operations whose text is the
 * same up to constants in subscripts count once, since a compiler might shift one into the other.
 *
 * <p>Of what counts, instructions of GPUs do at most: a multiplication and an addition (fused), two minima (three-way
 * minimum), two logical operations (three-input logic), two operations of integers in each of two 16-bit halves (fused
 * add-minimum on pairs); negation, absolute value, comparison, selection and conversion may cost nothing. Example:
 * min(a(i,j), a(i,k) + a(k,j)) takes at least 1 + 1/2 instructions in single precision and 2/4 on integers;
 * a(i,j) - a(i,k) / a(k,k) * a(k,j) takes 1: the quotient is the same for all j.
 */
final class LeastInstructions {
    private final Dependences dependences;

    LeastInstructions(Dependences dependences) {
        this.dependences = dependences;
    }

    /** By statement id. */
    Map<String, Double> perIteration() {
        Map<String, Double> least = new TreeMap<>();
        Map<String, Boolean> seen = new HashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            Counts counts = new Counts();
            collect(placed, seen, counts);
            DataType type = dependences
                    .nest()
                    .array(placed.statement().target().array())
                    .type();
            least.put(placed.statement().id(), counts.instructions(type));
        }
        return least;
    }

    /** Operations of a statement that count. */
    private static final class Counts {
        private double sums;
        private double products;
        private double minima;
        private double logic;
        private double functions;

        void add(ScalarOperation operation) {
            switch (operation) {
                case MathFunction _ -> functions++;
                case Conversion _ -> {}
                case Operator operator -> add(operator);
            }
        }

        private void add(Operator operator) {
            switch (operator) {
                case ADD, SUB -> sums++;
                case MUL -> products++;
                case MIN, MAX -> minima++;
                case AND, OR, BIT_AND, BIT_OR, BIT_XOR -> logic++;
                case DIV, REMAINDER -> functions++;
                case NEG, ABS, NOT, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT -> {}
                case EQ, NE, LT, LE, GT, GE, MERGE, RANDOM -> {}
            }
        }

        double instructions(DataType type) {
            double shared = logic / 2 + functions;
            return type.isFloating()
                    ? shared + Math.max(sums, products) + minima / 2
                    : shared + (sums + products + minima) / 4;
        }
    }

    private void collect(PlacedStatement placed, Map<String, Boolean> seen, Counts counts) {
        List<Access> accesses = placed.statement().accesses();
        AtomicInteger reads = new AtomicInteger(1);
        visit(placed.statement().value(), placed, accesses, reads, seen, counts);
    }

    /** Visits operands before operators, and counts reads from left to right. */
    private void visit(
            Expression expression,
            PlacedStatement placed,
            List<Access> accesses,
            AtomicInteger reads,
            Map<String, Boolean> seen,
            Counts counts) {
        int before = reads.get();
        switch (expression) {
            case Expression.Read _ -> reads.incrementAndGet();
            case Expression.Apply apply -> {
                apply.operands().forEach(o -> visit(o, placed, accesses, reads, seen, counts));
                String text = shape(apply, placed);
                if (seen.putIfAbsent(text, true) == null
                        && differsEverywhere(placed, accesses.subList(before, reads.get()))) {
                    counts.add(apply.operator());
                }
            }
            case Expression.RealLiteral _,
                    Expression.IntegerLiteral _,
                    Expression.LogicalLiteral _,
                    Expression.IndexValue _ -> {}
        }
    }

    /** The text with loops numbered from outside, and without constants in subscripts. */
    private static String shape(Expression expression, PlacedStatement placed) {
        String text = expression.toString();
        for (int z = 0; z < placed.depth(); z++) {
            text = text.replaceAll("\\b" + placed.loopVariables().get(z) + "\\b", "#" + z);
        }
        return text.replaceAll("(?<=[#\\w])\\s*[+-]\\s*\\d+(?=[,)])", "");
    }

    private boolean differsEverywhere(PlacedStatement placed, List<Access> accesses) {
        tilewright.isl.Map same = null;
        try {
            for (Access access : accesses) {
                tilewright.isl.Map here = sameValue(placed, access);
                if (here != null) {
                    same = same == null ? here : same.intersect(here);
                }
            }
            return same != null && same.isSubset(tilewright.isl.Map.identity(same.getSpace()));
        } catch (IslException givenUp) {
            return false;
        }
    }

    /** Pairs of iterations that use the same value at an access; null where it is not known of all of them. */
    private tilewright.isl.@Nullable Map sameValue(PlacedStatement placed, Access access) {
        String id = placed.statement().id();
        List<tilewright.isl.Map> values = new ArrayList<>();
        for (Dependence flow : dependences.ofKind(Dependence.Kind.FLOW)) {
            if (flow.sink().equals(id) && flow.access() == access.index()) {
                values.add(flow.relation().reverse());
            }
        }
        for (InputUse input : dependences.inputs()) {
            if (input.statement().equals(id) && input.access() == access.index()) {
                values.add(input.relation());
            }
        }
        return values.stream()
                .map(v -> v.applyRange(v.reverse()))
                .reduce(Relation::union)
                .orElse(null);
    }
}
