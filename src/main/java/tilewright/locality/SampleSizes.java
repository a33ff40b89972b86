package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import tilewright.dependence.Component;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * The sizes at which volumes are counted to find formulas. Blocks are larger than every constant component of a dependence
 * vector, as Theorem 1 wants; all sizes are multiples of the steps, factors, divisors and moduli of the nest, so that a quasi-polynomial
 * shows one of its polynomials.
 *
 * @param modulus all sizes are multiples of it
 * @param leastBlock the least block size
 */
record SampleSizes(long modulus, long leastBlock) {
    private static final long LARGEST_MODULUS = 12;
    private static final long LARGEST_DISTANCE = 32;
    private static final int LEAST_PARTS = 3;

    static SampleSizes of(Dependences dependences) {
        long modulus = Moduli.of(dependences.nest().statements());
        long distance = 1;
        for (Dependence dependence : dependences.ofKind(Dependence.Kind.FLOW)) {
            for (Component component : dependence.vector().components()) {
                if (!component.isFar() && Math.abs(component.max()) <= LARGEST_DISTANCE) {
                    distance = Math.max(distance, Math.abs(component.max()));
                }
            }
        }
        return new SampleSizes(modulus, Math.ceilDiv(distance + 1, modulus) * modulus);
    }

    /** Whether counts at such sizes stay within reach. */
    boolean areSmall() {
        return modulus <= LARGEST_MODULUS;
    }

    /** The i-th block size, i from 0. */
    long block(int index) {
        return leastBlock + index * modulus;
    }

    /** The i-th number of parts of a loop. */
    long parts(int index) {
        return LEAST_PARTS + index;
    }

    /** The i-th size that is no multiple of a block size. */
    long free(int index) {
        return (LEAST_PARTS * leastBlock / modulus + index) * modulus;
    }

    /** {@code r >= 4}, and {@code 2 | r} where there is a modulus. */
    List<String> conditions(String block) {
        List<String> conditions = new ArrayList<>();
        if (modulus > 1) {
            conditions.add(modulus + " | " + block);
        }
        conditions.add(block + " >= " + leastBlock);
        return conditions;
    }

    /** Steps of loops, factors, divisors and moduli. */
    private static final class Moduli {
        private long common = 1;

        static long of(List<PlacedStatement> statements) {
            Moduli moduli = new Moduli();
            for (PlacedStatement placed : statements) {
                for (Node.Loop loop : placed.loops()) {
                    moduli.add(Math.abs(loop.step()));
                    moduli.visit(loop.lower());
                    moduli.visit(loop.upper());
                }
                placed.guards().forEach(moduli::visit);
                placed.statement().accesses().forEach(a -> a.indices().forEach(moduli::visit));
            }
            return moduli.common;
        }

        private void add(long factor) {
            long a = common;
            long b = factor;
            while (b != 0) {
                long remainder = a % b;
                a = b;
                b = remainder;
            }
            common = common / a * factor;
        }

        private void visit(Affine affine) {
            switch (affine) {
                case Affine.Constant _, Affine.Variable _ -> {}
                case Affine.Sum s -> {
                    visit(s.left());
                    visit(s.right());
                }
                case Affine.Scaled s -> {
                    add(Math.max(1, Math.abs(s.factor())));
                    visit(s.operand());
                }
                case Affine.FloorDiv d -> {
                    add(d.divisor());
                    visit(d.dividend());
                }
                case Affine.Mod m -> {
                    add(m.divisor());
                    visit(m.dividend());
                }
                case Affine.Min m -> m.operands().forEach(this::visit);
                case Affine.Max m -> m.operands().forEach(this::visit);
                case Affine.Select s -> {
                    visit(s.condition());
                    visit(s.then());
                    visit(s.otherwise());
                }
            }
        }

        private void visit(Condition condition) {
            switch (condition) {
                case Condition.Compare c -> {
                    visit(c.left());
                    visit(c.right());
                }
                case Condition.And a -> a.operands().forEach(this::visit);
                case Condition.Or o -> o.operands().forEach(this::visit);
                case Condition.Not n -> visit(n.operand());
            }
        }
    }
}
