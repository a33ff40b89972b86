package tilewright.tune.irregular;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import tilewright.device.HostLibrary;
import tilewright.device.HostMemory;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Renumbering;
import tilewright.irregular.Start;
import tilewright.irregular.host.HostProgram;
import tilewright.irregular.host.HostSchedule;
import tilewright.kernel.ScalarType;
import tilewright.model.UserError;

/** A graph in memory that programs of {@link HostProgram} work on. */
final class HostFixpointData implements AutoCloseable {
    private static final long FEW = 8;

    private final Fixpoint fixpoint;
    private final Arcs arcs;
    private final Renumbering numbering;
    private final HostMemory first;
    private final HostMemory heads;
    private final HostMemory weights;
    private final HostMemory values;
    private final HostMemory starts;
    private final HostMemory startValues;

    /** @param mostStarts vertices that a start may have */
    HostFixpointData(Fixpoint fixpoint, Arcs arcs, Renumbering numbering, int mostStarts) {
        this.fixpoint = fixpoint;
        this.arcs = arcs;
        this.numbering = numbering;
        this.first = of(arcs.first());
        this.heads = of(arcs.heads());
        this.weights = of(arcs.weights() == null ? new int[0] : arcs.weights());
        this.values = HostMemory.allocate(
                Math.max(FEW, (long) fixpoint.relaxation().type().bytes() * arcs.vertices()));
        this.starts = of(new int[Math.max(1, mostStarts)]);
        this.startValues = of(new int[Math.max(1, mostStarts)]);
    }

    private static HostMemory of(int[] numbers) {
        HostMemory memory = HostMemory.allocate(Math.max(FEW, (long) Integer.BYTES * numbers.length));
        memory.copyFrom(numbers, 0, numbers.length, 0);
        return memory;
    }

    /** A program on it. */
    FixpointTrial.Runs of(HostProgram program, Path file) {
        List<HostMemory> memories = switch (program.schedule()) {
            case HostSchedule.Levels _ -> List.of(first, heads, starts, values);
            case HostSchedule.Window _ -> List.of(first, heads, weights, starts, startValues, values);
        };
        int integers = switch (program.schedule()) {
            case HostSchedule.Levels _ -> 5;
            case HostSchedule.Window _ -> 3;
        };
        HostLibrary library = HostLibrary.load(file, HostProgram.FUNCTION, memories.size(), integers);
        return new FixpointTrial.Runs() {
            @Override
            public double run(Start start) {
                int count = start.vertices().length;
                int[] places = new int[count];
                for (int s = 0; s < count; s++) {
                    places[s] = numbering.newOf()[start.vertices()[s]];
                }
                starts.copyFrom(places, 0, count, 0);
                startValues.copyFrom(start.bits(), 0, count, 0);
                List<Integer> numbers = switch (program.schedule()) {
                    case HostSchedule.Levels l ->
                        List.of(
                                arcs.vertices(),
                                count,
                                count == 0 ? 0 : start.bits()[0],
                                arcs.count() / Math.max(1, l.push()),
                                l.back());
                    case HostSchedule.Window w -> List.of(arcs.vertices(), count, width(w));
                };
                library.run(memories, numbers);
                long[] told = library.integers(HostProgram.RESULTS, 4);
                if (told[3] != 0) {
                    throw UserError.badInput("there is not enough memory for the queues of '" + program.schedule()
                            + "'; take a smaller graph");
                }
                return told[0] * 1e-9;
            }

            @Override
            public int[] values(Start start) {
                int[] found = new int[arcs.vertices()];
                boolean bytes = fixpoint.relaxation().type().bytes() == 1;
                for (int v = 0; v < found.length; v++) {
                    int place = numbering.newOf()[v];
                    found[v] = bytes ? values.getByte(place) & 0xff : values.getInt(place);
                }
                return found;
            }
        };
    }

    /** The bits of the width of a window; 0 where all values are one. */
    private int width(HostSchedule.Window window) {
        int[] own = arcs.weights();
        if (window.parts() == 0 || own == null) {
            return 0;
        }
        if (fixpoint.relaxation().inputs().getFirst().type() == ScalarType.F32) {
            double most = Arrays.stream(own)
                    .parallel()
                    .mapToDouble(Float::intBitsToFloat)
                    .max()
                    .orElse(0);
            return Float.floatToRawIntBits((float) (most / window.parts()));
        }
        return Math.max(1, Arrays.stream(own).parallel().max().orElse(1) / window.parts());
    }

    @Override
    public void close() {
        List.of(first, heads, weights, values, starts, startValues).forEach(HostMemory::close);
    }
}
