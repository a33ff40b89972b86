package tilewright.model;

/**
 * Reproducible random numbers: each is a function of the seed, the array, the element and the place of the call,
 * so that any part of any array can be computed anywhere (host, device, generated C) in any order.
 *
 * <p>With 64-bit arithmetic modulo 2^64, {@code >>>} a logical shift, G = 0x9E3779B97F4A7C15 and the finaliser of
 * SplitMix64 (Steele, Lea and Flood 2014)
 *
 * <pre>
 *   mix(z): z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9;
 *           z = (z ^ (z >>> 27)) * 0x94D049BB133111EB;
 *           return z ^ (z >>> 31);
 *   key(seed, array, call) = mix(seed + G * (1 + 256 * array + call))
 *   hash(key, element)     = mix(key + G * (1 + element))
 *   uniform                = ((hash >>> 41) + 0.5) * 2^-23
 * </pre>
 *
 * where {@code array} is the array's position in {@link LoopNest#arrays()} from 0, {@code call} the position of the
 * {@code rnd()} among those of the init expression from left to right from 0 (0 for an array without init), and
 * {@code element} the row-major position in the array from 0. A uniform number lies strictly between 0 and 1 and is
 * exact in single precision.
 */
public final class RandomNumbers {
    private static final long G = 0x9E3779B97F4A7C15L;

    private RandomNumbers() {}

    /** The key of all elements of an array at one call of rnd(). */
    public static long key(long seed, int array, int call) {
        return mix(seed + G * (1 + 256L * array + call));
    }

    /** The uniform number of an element. Example: {@code uniform(key(0, 0, 0), 0)} is 0.6524484753608704. */
    public static double uniform(long key, long element) {
        return ((mix(key + G * (1 + element)) >>> 41) + 0.5) * 0x1p-23;
    }

    /** Bits of a number that look like those of no neighbour (the last step of SplitMix64). */
    public static long mix(long z) {
        long y = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        y = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
        return y ^ (y >>> 31);
    }
}
