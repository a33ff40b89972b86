package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/** Functions of a statement's loops as vectors of their coefficients: which loops they determine. */
public final class LoopSpace {
    private final List<String> loops;
    /** Independent vectors, each with a place that is zero in all that come after it. */
    private final List<long[]> basis = new ArrayList<>();

    private LoopSpace(List<String> loops) {
        this.loops = loops;
    }

    /**
     * The loops that functions leave open: from the outermost on, each that neither these nor the loops chosen before it determine. With the values of these functions and loops an iteration is known.
     * Example: of i and j and the function {@code i + j} it is i.
     *
     * @param functions what is no sum of multiples of loops and parameters determines nothing
     */
    public static List<String> complement(List<String> loops, List<Affine> functions) {
        LoopSpace space = new LoopSpace(loops);
        functions.stream()
                .map(LinearForm::of)
                .filter(f -> f.terms().keySet().stream().allMatch(Affine.Variable.class::isInstance))
                .forEach(f -> space.add(loops.stream().mapToLong(f::coefficient).toArray()));
        return IntStream.range(0, loops.size())
                .filter(z -> space.add(space.unit(z)))
                .mapToObj(loops::get)
                .toList();
    }

    private long[] unit(int loop) {
        long[] unit = new long[loops.size()];
        unit[loop] = 1;
        return unit;
    }

    /** Adds a vector to those that are known; whether it is none of their combinations. */
    private boolean add(long[] vector) {
        long[] rest = vector.clone();
        for (long[] known : basis) {
            int place = first(known);
            long factor = rest[place];
            for (int z = 0; z < rest.length && factor != 0; z++) {
                rest[z] = Math.subtractExact(
                        Math.multiplyExact(rest[z], known[place]), Math.multiplyExact(factor, known[z]));
            }
        }
        boolean independent = first(rest) < rest.length;
        if (independent) {
            basis.add(rest);
        }
        return independent;
    }

    private static int first(long[] vector) {
        return IntStream.range(0, vector.length)
                .filter(z -> vector[z] != 0)
                .findFirst()
                .orElse(vector.length);
    }
}
