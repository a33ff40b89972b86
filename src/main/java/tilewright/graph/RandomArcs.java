package tilewright.graph;

/**
 * Recursive-matrix graphs (D. Chakrabarti, Y. Zhan and C. Faloutsos, R-MAT, SDM 2004) with the probabilities of Graph500: A =
 * 0.57, B = C = 0.19, D = 0.05, and vertices renumbered by a permutation. Tuples are functions of the seed and their number:
 * none is stored, and any part is made anywhere.
 *
 * @param scale the graph has 2^scale vertices
 * @param degree tuples per vertex (Graph500's edge factor)
 * @param mixed whether tuples are uniform instead (every quadrant as likely)
 */
record RandomArcs(String name, int scale, int degree, long seed, boolean mixed, Weights weights) implements ArcSource {
    private static final long UNIT = 1L << 32;
    private static final long A = (long) (0.57 * UNIT);
    private static final long AB = (long) (0.76 * UNIT);
    private static final long ABC = (long) (0.95 * UNIT);
    private static final long LOW = UNIT - 1;
    private static final long PERMUTATION = 0x2545F4914F6CDD1DL;

    @Override
    public int vertices() {
        return 1 << scale;
    }

    @Override
    public long tuples() {
        return (long) degree << scale;
    }

    @Override
    public void forEach(long first, long last, Visitor visitor) {
        int mask = vertices() - 1;
        long[] keys = {Hash.of(seed, PERMUTATION), Hash.of(seed, PERMUTATION + 1), Hash.of(seed, PERMUTATION + 2)};
        for (long tuple = first; tuple < last; tuple++) {
            long key = Hash.of(seed, tuple);
            if (mixed) {
                visitor.arc((int) key & mask, (int) (key >>> 32) & mask);
                continue;
            }
            int source = 0;
            int target = 0;
            long bits = 0;
            for (int level = 0; level < scale; level++) {
                bits = (level & 1) == 0 ? Hash.of(key, level) : bits >>> 32;
                long draw = bits & LOW;
                // The quadrant, 0 .. 3 for A .. D: how many bounds the draw has reached, told by signs instead of
                // branches.
                int quadrant = (int) ((A - 1 - draw >>> 63) + (AB - 1 - draw >>> 63) + (ABC - 1 - draw >>> 63));
                source = source << 1 | quadrant >> 1;
                target = target << 1 | quadrant & 1;
            }
            visitor.arc(permuted(source, keys, mask), permuted(target, keys, mask));
        }
    }

    /** A bijection of 0 .. mask: multiplications by odd numbers and shifts that can be undone. */
    private int permuted(int vertex, long[] keys, int mask) {
        int shift = Math.max(1, (scale + 1) / 2);
        int v = vertex;
        for (long key : keys) {
            v = (int) (v * (key | 1) + (key >>> 32)) & mask;
            v ^= v >>> shift;
        }
        return v;
    }

    @Override
    public String description() {
        return name + ": " + vertices() + " vertices, " + tuples() + " tuples (edge factor " + degree + "), seed "
                + seed + (mixed ? "" : ", A=0.57 B=C=0.19 D=0.05, vertices permuted");
    }
}
