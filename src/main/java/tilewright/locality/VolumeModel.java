package tilewright.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Scope;

/**
 * Data movement between blocks in closed form, for ranking thousands of candidates: {@link VolumeCounter} in nanoseconds
 * and with a small error.
 *
 * <p>With fixed sizes the volumes are products of functions of the numbers of parts Q_z: a value used in all of loop z is
 * read once by each of Q_z parts; one used d iterations later crosses Q_z - 1 borders, d values in front of each; a value
 * used far away is written once as soon as Q_z > 1. So every loop has the functions 1, Q_z and, where the counts show
 * that it is needed, [Q_z > 1]. Their coefficients come from exact counts on a grid of a few block sizes per loop: they
 * are the constants of Theorem 1's terms. Floyd-Warshall: n^2 (2 Q_1 + Q_2 + Q_3) and lower terms.
 *
 * <p>Assumptions: r_z is at least as large as the constant components of dependence vectors along z (where it is not, the
 * model counts borders that one value crosses together); values used in an order fewer iterations than others at the same
 * access are left out; ranges of loops that depend on outer loops are cut where they are on average. Against the exact
 * counts the sum of reads and writes is within 5 % for the nests in {@code loopnests/} with at least four parts per loop.
 *
 * <p>The same function serves the thread level (theory.md section 5, "the same at every level"): for a block that keeps
 * its results in registers, the thread sizes of the parallel loops and the block size of the sequential one give the
 * values that move between shared memory and registers. Example: Floyd-Warshall with 8 x 8 results per thread and blocks
 * of r_1 = 64 reads about n^3 (1/64 + 1/8 + 1/8) values.
 */
public final class VolumeModel {
    private final List<LoopBasis> loops;
    private final double[] reads;
    private final double[] writes;

    private VolumeModel(List<LoopBasis> loops, double[] reads, double[] writes) {
        this.loops = loops;
        this.reads = reads;
        this.writes = writes;
    }

    /**
     * Derives the model by exact counts, 2^n to 3^n of them, of the leading values.
     *
     * @param sizes value of every parameter
     */
    public static VolumeModel of(Dependences dependences, Map<String, Long> sizes) {
        Context context = dependences.domains().getFirst().iterations().context();
        try (Scope _ = context.scope()) {
            VolumeCounter counter = new VolumeCounter(dependences, ValueFlows.leading(dependences, sizes));
            return new Fit(counter, LoopRange.of(dependences, sizes)).model();
        }
    }

    /** Counts on the grid of block sizes and turns them into coefficients. */
    private static final class Fit {
        private final VolumeCounter counter;
        private final List<LoopRange> ranges;
        private final Map<List<Integer>, Volumes> counted = new HashMap<>();

        Fit(VolumeCounter counter, List<LoopRange> ranges) {
            this.counter = counter;
            this.ranges = ranges;
        }

        VolumeModel model() {
            List<LoopBasis> loops = new ArrayList<>();
            for (int z = 0; z < ranges.size(); z++) {
                loops.add(new LoopBasis(ranges.get(z), !isLinear(z)));
            }
            int points = loops.stream().mapToInt(LoopBasis::functions).reduce(1, Math::multiplyExact);
            double[] reads = new double[points];
            double[] writes = new double[points];
            for (int point = 0; point < points; point++) {
                Volumes volumes = count(blockAt(point, loops));
                reads[point] = volumes.reads();
                writes[point] = volumes.writes();
            }
            interpolate(reads, loops);
            interpolate(writes, loops);
            return new VolumeModel(List.copyOf(loops), reads, writes);
        }

        private static List<Integer> blockAt(int point, List<LoopBasis> loops) {
            List<Integer> block = new ArrayList<>();
            int rest = point;
            for (LoopBasis loop : loops) {
                block.add(loop.sample(rest % loop.functions()));
                rest /= loop.functions();
            }
            return block;
        }

        private Volumes count(List<Integer> block) {
            Volumes known = counted.get(block);
            if (known == null) {
                known = counter.count(block);
                counted.put(block, known);
            }
            return known;
        }

        /** Whether the volumes with only loop z cut grow in proportion to Q_z - 1. */
        private boolean isLinear(int z) {
            LoopBasis loop = new LoopBasis(ranges.get(z), true);
            if (loop.functions() < 3) {
                return true;
            }
            Volumes whole = count(onlyCut(z, loop.sample(0)));
            Volumes few = count(onlyCut(z, loop.sample(1)));
            Volumes many = count(onlyCut(z, loop.sample(2)));
            double share = (loop.sampleParts(1) - 1.0) / (loop.sampleParts(2) - 1.0);
            return isShare(whole.reads(), few.reads(), many.reads(), share)
                    && isShare(whole.writes(), few.writes(), many.writes(), share);
        }

        private static boolean isShare(long whole, long few, long many, double share) {
            return Math.abs(few - whole - share * (many - whole)) <= 0.01 * Math.abs(many - whole);
        }

        private List<Integer> onlyCut(int z, int size) {
            List<Integer> block =
                    new ArrayList<>(ranges.stream().map(LoopRange::whole).toList());
            block.set(z, size);
            return block;
        }

        private static void interpolate(double[] values, List<LoopBasis> loops) {
            int stride = 1;
            for (LoopBasis loop : loops) {
                double[] samples = new double[loop.functions()];
                for (int point = 0; point < values.length; point++) {
                    if (point / stride % loop.functions() == 0) {
                        for (int s = 0; s < samples.length; s++) {
                            samples[s] = values[point + s * stride];
                        }
                        double[] coefficients = loop.coefficients(samples);
                        for (int s = 0; s < samples.length; s++) {
                            values[point + s * stride] = coefficients[s];
                        }
                    }
                }
                stride *= loop.functions();
            }
        }
    }

    /**
     * Values read by all blocks that were produced outside them.
     *
     * @param block block sizes r_1..r_n, one per loop of the common loop space
     */
    public double reads(List<Integer> block) {
        return evaluate(reads, block);
    }

    /** Values written by all blocks for use outside them or as final contents. */
    public double writes(List<Integer> block) {
        return evaluate(writes, block);
    }

    private double evaluate(double[] coefficients, List<Integer> block) {
        if (block.size() != loops.size()) {
            throw new IllegalArgumentException("block has " + block.size() + " sizes for " + loops.size() + " loops");
        }
        double[][] factors = new double[loops.size()][];
        for (int z = 0; z < factors.length; z++) {
            factors[z] = loops.get(z).values(block.get(z));
        }
        double sum = 0;
        for (int point = 0; point < coefficients.length; point++) {
            double term = coefficients[point];
            int rest = point;
            for (double[] factor : factors) {
                term *= factor[rest % factor.length];
                rest /= factor.length;
            }
            sum += term;
        }
        return Math.max(0, sum);
    }
}
