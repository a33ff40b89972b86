package tilewright.ranking.work;

import java.util.List;
import tilewright.model.Interval;
import tilewright.tiling.plan.Strategy;

/**
 * An access of a piece, or several that touch the same elements, as the cost models see it. Loops are bits of a
 * mask over the common loop space.
 *
 * @param array name
 * @param bytes of one element
 * @param loops the loops on which its element depends
 * @param contiguous the loops that walk along a row of the array (coefficient 1 or -1 in the last subscript)
 * @param loads how often a block loads each element from global memory: 0 or 1
 * @param stores how often a block stores each element: 0 or 1
 * @param awaited whether a thread waits for what it loads: not for a value that it has just stored, which it still holds
 * @param accesses textual accesses; those served from registers do not count
 * @param aligned whether points side by side that fill an access of a thread begin where one begins in memory, as far as subscripts tell: not in {@code x(i + k)} with k in a loop inside
 * @param spans by subscript, of direct accesses
 * @param slides by subscript that has some
 * @param lattice where elements of neighbouring points lie
 * @param boxed whether blocks hand it over through a box in shared memory, as they access it across rows ({@link tilewright.tiling.property.CrossedRows})
 */
public record Reference(
        String array,
        Strategy strategy,
        int bytes,
        int loops,
        int contiguous,
        int loads,
        int stores,
        boolean awaited,
        int accesses,
        boolean aligned,
        List<Span> spans,
        List<Slide> slides,
        Lattice lattice,
        boolean boxed) {
    /**
     * Loops that run inside blocks and along which points slide over an array, as {@code k} in {@code x(i+k)}: those that stand in one subscript alone, beside parallel ones.
     *
     * @param steps by loop, the size of a parallel one's coefficient in the subscript; else 0
     * @param iterations of the loops together
     * @param distance from the least to the greatest of what they add
     */
    record Slide(List<Long> steps, long iterations, long distance) {
        /** How many times as many elements a box of points touches in all iterations as in one. Example: 8 / 4 for 4 values of i in 5 iterations of k. */
        double times(int[] sizes) {
            double points = 1;
            double range = 1.0 + distance;
            for (int z = 0; z < sizes.length; z++) {
                points *= steps.get(z) > 0 ? sizes[z] : 1;
                range += steps.get(z) * (sizes[z] - 1.0);
            }
            return Math.clamp(range / points, 1, iterations);
        }
    }

    /**
     * What one subscript of an access adds to the values of the parallel loops.
     *
     * @param loops the parallel loops in it
     * @param added its constants, and what loops that are written out add
     * @param values of what is added: two of {@code x(j)} and {@code x(j-1000)}
     * @param period distance of the elements of neighbouring points
     */
    record Span(int loops, Interval added, long values, long period) {
        /** The same as {@link Reference#widening}, of this subscript alone. */
        public double widening(int[] sizes) {
            double size = 1;
            for (int z = 0; z < sizes.length; z++) {
                size *= (loops & 1 << z) != 0 ? sizes[z] : 1;
            }
            return Math.min(values, (size + Math.floorDiv(added.high() - added.low(), period)) / size);
        }

        Span hull(Span other) {
            Interval both = added.hull(other.added);
            return new Span(loops, both, Math.min(both.length(), values + other.values), period);
        }
    }

    public Reference {
        spans = List.copyOf(spans);
        slides = List.copyOf(slides);
    }

    /**
     * Elements that are touched for a box of points, for each point of the box. Example: a(i-1), a(i), a(i+1) for 4 values
     * of i: 6 / 4.
     *
     * @param sizes of the box, by loop
     */
    public double widening(int[] sizes) {
        double widening = lattice.elements();
        double most = 1;
        for (Span span : spans) {
            widening *= span.widening(sizes);
            most *= span.values();
        }
        return spans.isEmpty() ? widening : Math.min(widening, most);
    }

    /**
     * How many times as many different elements a box of points touches in several iterations of the loops inside as in one.
     *
     * @param sizes of the box, by loop
     * @param iterations of all sequential loops, on one of which its element depends at least
     */
    double timesTouched(int[] sizes, double iterations) {
        double times = 1;
        double sliding = 1;
        for (Slide slide : slides) {
            times *= slide.times(sizes);
            sliding *= slide.iterations();
        }
        return Math.min(iterations, times * Math.max(1, iterations / sliding));
    }

    public boolean uses(int loop) {
        return (loops & 1 << loop) != 0;
    }

    /**
     * Whether points along a loop share something of it: the element, neighbouring ones that other accesses of it touch, or one
     * access to several elements of a row. Points of different problems of a batch share nothing.
     */
    public boolean isSharedAlong(int loop) {
        return !uses(loop)
                || lattice.step(loop, bytes) > 0
                || spans.stream()
                        .anyMatch(s -> (s.loops() & 1 << loop) != 0 && s.added().length() > 1);
    }

    public boolean isContiguousIn(int loop) {
        return (contiguous & 1 << loop) != 0;
    }
}
