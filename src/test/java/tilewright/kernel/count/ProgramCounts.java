package tilewright.kernel.count;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tilewright.kernel.Argument;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Program;
import tilewright.kernel.emulate.Counts;

/**
 * What a program does at given sizes, read off its text: which launches the host makes, and, for every thread of every block, which
 * statements it comes to. Only whole numbers are computed; what stands in arrays is not known, and nothing that is counted may depend on it. (The
 * number of blocks that have come to a place is known: it is counted as blocks do.)
 *
 * <p>Quotients are taken for plain ({@link tilewright.kernel.Intrinsic#IS_PLAIN}): what is done again where one is not is not counted.
 *
 * <p>Example: a launch of 4 blocks of 64 threads, each of which loads one f32 and stores it, has 256 loads and 256 stores of 4 bytes.
 *
 * @param accesses to memory, thread by thread; a wide access is one
 * @param products of matrices by warps, by shape
 * @param copies that threads start and that go on while they compute
 * @param barriers to which threads come, thread by thread
 * @param launches that have blocks
 * @param blocks of all launches
 * @param sharedBytes of the launch whose blocks take the most shared memory
 */
public record ProgramCounts(
        SortedMap<Counts.Access, Long> accesses,
        Map<MatrixShape, Long> products,
        long copies,
        long barriers,
        long launches,
        long blocks,
        int sharedBytes) {
    public ProgramCounts {
        accesses = Collections.unmodifiableSortedMap(new TreeMap<>(accesses));
        products = Map.copyOf(products);
    }

    /** Bytes that threads move in one direction, all widths together. */
    public long bytes(Counts.Space space, Counts.Direction direction) {
        return accesses.entrySet().stream()
                .filter(e -> e.getKey().space() == space && e.getKey().direction() == direction)
                .mapToLong(e -> e.getKey().bytes() * e.getValue())
                .sum();
    }

    /**
     * Counts a program.
     *
     * @param sizes of the program, by name
     * @throws IllegalArgumentException where something that is counted depends on what stands in arrays, or a size is missing
     */
    public static ProgramCounts of(Program program, Map<String, Long> sizes) {
        Reading reading = new Reading(program, sizes);
        reading.run(program.host());
        return reading.counted();
    }

    /** The host's steps. */
    private static final class Reading {
        private final Tally tally = new Tally();
        private final BlockReading blocks;
        private final Map<String, Long> values;
        private long launches;
        private long launched;
        private int sharedBytes;

        Reading(Program program, Map<String, Long> sizes) {
            this.blocks = new BlockReading(program, tally);
            this.values = new HashMap<>(sizes);
        }

        ProgramCounts counted() {
            return new ProgramCounts(
                    tally.accesses(),
                    tally.products(),
                    tally.copies(),
                    tally.barriers(),
                    launches,
                    launched,
                    sharedBytes);
        }

        void run(List<HostStep> steps) {
            for (HostStep step : steps) {
                switch (step) {
                    case HostStep.Loop l -> {
                        long last = HostValues.of(l.last(), this::value);
                        for (long v = HostValues.of(l.first(), this::value); v <= last; v++) {
                            values.put(l.variable().name(), v);
                            run(l.body());
                        }
                    }
                    case HostStep.Launch l -> launch(l);
                    case HostStep.InStream s -> {
                        if (HostValues.of(s.condition(), this::value) != 0) {
                            run(s.body());
                        }
                    }
                    case HostStep.Transfer _, HostStep.Join _ -> {
                        // No thread does it.
                    }
                    case HostStep.While _,
                            HostStep.LaunchTogether _,
                            HostStep.Fill _,
                            HostStep.Read _,
                            HostStep.Assign _ ->
                        throw new IllegalArgumentException("how often launches run depends on data: " + step);
                }
            }
        }

        private void launch(HostStep.Launch launch) {
            long number = HostValues.of(launch.blocks(), this::value);
            if (number <= 0) {
                return;
            }
            launches++;
            launched += number;
            sharedBytes = Math.max(sharedBytes, launch.sharedBytes());
            List<Long> numbers = new ArrayList<>();
            for (Argument argument : launch.arguments()) {
                numbers.add(
                        argument instanceof Argument.Value v
                                ? HostValues.of(v.value(), this::value)
                                : BlockReading.NONE);
            }
            for (long block = 0; block < number; block++) {
                blocks.run(launch.function(), launch.threads(), block, number, numbers);
            }
        }

        private long value(String name) {
            Long value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("size " + name + " has no value");
            }
            return value;
        }
    }
}
