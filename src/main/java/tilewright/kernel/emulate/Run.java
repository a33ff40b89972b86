package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * What belongs to one run of a program as a whole.
 *
 * @param together blocks that a device runs at the same time
 * @param budget iterations of loops, thread by thread, after which a run counts as endless
 */
record Run(
        Order order,
        Faults faults,
        Counters counters,
        RandomGenerator random,
        Budget budget,
        Phase phase,
        Reached reached,
        int together) {
    /** Launches, and what lies between two barriers of all blocks, are phases. */
    static final class Phase {
        /** Whether values of earlier times in a phase may still be read. */
        private final boolean remembered;

        private int number;

        Phase(boolean remembered) {
            this.remembered = remembered;
        }

        boolean isRemembered() {
            return remembered;
        }

        void next() {
            number++;
        }

        int number() {
            return number;
        }
    }

    /** Which statements have been executed. */
    static final class Reached {
        private final List<Site> expected = new ArrayList<>();
        private final BitSet reached = new BitSet();

        /** @return the number to {@link #reach} it by */
        int expect(Site site) {
            expected.add(site);
            return expected.size() - 1;
        }

        void reach(int number) {
            reached.set(number);
        }

        boolean knows(String function) {
            return expected.stream().anyMatch(s -> s.function().equals(function));
        }

        List<Site> unreached() {
            return IntStream.range(0, expected.size())
                    .filter(e -> !reached.get(e))
                    .mapToObj(expected::get)
                    .toList();
        }
    }

    /** Iterations that are left. */
    static final class Budget {
        private long left;

        Budget(long iterations) {
            left = iterations;
        }

        boolean spend(int iterations) {
            left -= iterations;
            return left >= 0;
        }
    }
}
