package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.description.InstructionRates;

/** Makes rows of a CPU's loops: how long their instructions take on one core (docs/equations.md, "Predicted time on a CPU"). */
final class HostRows {
    /** Bytes of a cache line. */
    static final int LINE = 64;

    /** Addresses that differ by a multiple of it lie in the same set: the first cache is looked up beside the translation of pages. */
    private static final int PAGE = 4096;

    /** A comparison and a selection take as many instructions as so many loads. */
    private static final int MASK_LOADS = 2;

    /** Rows of at most so many elements are written out before compilers look for vectors (gcc: max-completely-peel-times). */
    static final int WRITTEN_OUT = 16;

    private final HostDescription device;

    HostRows(HostDescription device) {
        this.device = device;
    }

    /**
     * A row under construction.
     *
     * @param elements of the row
     * @param bytes of one
     */
    final class Builder {
        private final double elements;
        private final int bytes;
        private final List<HostLoop.Touch> touches = new ArrayList<>();
        private double loads;
        private double stores;
        private double across;
        private double checked;
        private double lookups;
        private double operations;
        private double more;
        private int lanes;
        private double starts;
        private @Nullable String update;

        Builder(double elements, int bytes) {
            this.elements = elements;
            this.bytes = bytes;
        }

        /** Elements side by side, of which every one is loaded so often. */
        Builder load(String data, long loops, double times) {
            loads += times;
            touches.add(new HostLoop.Touch(data, loops, along(), false));
            return this;
        }

        Builder store(String data, long loops) {
            stores++;
            touches.add(new HostLoop.Touch(data, loops, along(), true));
            return this;
        }

        /** One element for the whole row. */
        Builder loadOne(String data, long loops) {
            touches.add(new HostLoop.Touch(data, loops, bytes, false));
            return this;
        }

        /** One element for the whole row, which a register holds until the row ends. */
        Builder storeOne(String data, long loops) {
            touches.add(new HostLoop.Touch(data, loops, bytes, true));
            return this;
        }

        /** Elements of which each lies in a line of its own; they take part in no vector. */
        Builder strided(String data, long loops, boolean writes) {
            across++;
            touches.add(new HostLoop.Touch(data, loops, elements * LINE, writes));
            return this;
        }

        /** The same where neighbouring rows touch the same lines: a part of an array that the cache holds. */
        Builder column(String data, long loops, boolean writes) {
            across++;
            touches.add(new HostLoop.Touch(data, loops, elements * bytes, writes));
            return this;
        }

        /**
         * The elements of a column lie so many bytes apart: lines at a distance that shares factors with the size of a page meet in few sets
         * of the first cache, and where they are more than its ways there, each store fetches its line and writes another one back.
         */
        Builder lines(int stride) {
            return elements > room(stride) ? once(elements * 2 * LINE / device.below(0)) : this;
        }

        /**
         * The same of the second cache, whose sets within a page are as few: where it does not hold the column's lines either, neighbouring rows fetch each of them
         * anew from the next cache.
         */
        Builder fetched(int stride) {
            return elements > room(stride, device.caches().get(1)) ? once(elements * LINE / device.below(1)) : this;
        }

        /**
         * The elements of a column lie so many bytes apart, in as many pages, whose addresses a core looks up. Each line begins somewhere: of columns that follow each other the first
         * in it, where a cache keeps it for the others.
         */
        Builder pages(int stride, boolean kept) {
            lookups = Math.max(lookups, device.memory().column(elements * Math.min(1, (double) stride / PAGE)));
            starts += stride < LINE ? 0 : kept ? elements * bytes / LINE : elements;
            return this;
        }

        private double room(int stride) {
            return room(stride, device.caches().getFirst());
        }

        /** Lines at such a distance that a cache holds together; lines that no factor holds together fill all of it. */
        private double room(int stride, HostDescription.Cache cache) {
            double lines = (double) cache.bytes() / LINE;
            int sets = PAGE / LINE;
            return stride % LINE == 0 ? lines / greatestCommonDivisor(Math.max(1, stride / LINE), sets) : lines;
        }

        private static int greatestCommonDivisor(int a, int b) {
            return b == 0 ? a : greatestCommonDivisor(b, a % b);
        }

        /** Arithmetic of every element, in seconds of one core. */
        Builder compute(double seconds) {
            operations += seconds;
            return this;
        }

        /** Arithmetic of the whole row. */
        Builder once(double seconds) {
            more += seconds;
            return this;
        }

        /** The row lies in an array, not in a copy of the block alone. */
        Builder inArray() {
            starts = 1;
            return this;
        }

        /** Every element is compared with bounds. */
        Builder check() {
            checked = 1;
            return this;
        }

        /** The row's values are updated by this kind of statement (see {@link HostDescription.Loops#rows}). */
        Builder update(String kind) {
            update = kind;
            return this;
        }

        /** Not as vectors: an instruction for each element. */
        Builder oneByOne() {
            lanes = 1;
            return this;
        }

        /** Only some elements change: each is compared and selected, as a check that stays in vectors. */
        Builder mask() {
            loads += MASK_LOADS;
            return this;
        }

        /** Whether compilers keep the row's sums in registers from iteration to iteration: rows that are written out as vectors. */
        boolean staysInRegisters() {
            return update != null && lanes == 0 && elements * bytes <= WRITTEN_OUT * (double) device.vectorBytes();
        }

        HostLoop.Row row() {
            HostDescription.Loops loops = device.loops();
            double inVector = lanes == 0 ? (double) device.vectorBytes() / bytes : lanes;
            double whole = Math.ceil(elements / inVector) * device.vectorBytes();
            double arithmetic = whole / bytes * operations + more;
            double vectors = Math.max(moved(whole, loads, stores), arithmetic);
            double one = elements
                    * Math.max(lookups, Math.max(across * loops.acrossSeconds(), checked * loops.checkedSeconds()));
            double seconds = update == null || lanes > 0
                    ? loops.startSeconds() + vectors
                    : loops.row(update, elements) * Math.max(1, vectors / moved(whole, 2, 1));
            return new HostLoop.Row(touches, Math.max(seconds, one), arithmetic, starts);
        }

        private double moved(double length, double loaded, double stored) {
            HostDescription.Loops loops = device.loops();
            return length * Math.max(loaded / loops.loadBytesPerSecond(), stored / loops.storeBytesPerSecond());
        }

        private double along() {
            return Math.max(LINE, elements * bytes);
        }
    }

    Builder of(double elements, int bytes) {
        return new Builder(elements, bytes);
    }

    /** Seconds of one core for one operation of a vector's element. */
    double seconds(InstructionRates.Rate rate) {
        return device.processors() / rate.perSecond();
    }
}
