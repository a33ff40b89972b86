package tilewright.graph;

/** The finaliser of SplitMix64 (Steele, Lea and Flood 2014) as a function of a key and a number. */
final class Hash {
    private static final long G = 0x9E3779B97F4A7C15L;

    private Hash() {}

    static long of(long key, long number) {
        long z = key + G * (1 + number);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
