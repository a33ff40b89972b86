package tilewright.tune.irregular;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tilewright.device.DeviceMemory;
import tilewright.device.Gpu;
import tilewright.device.HostMemory;
import tilewright.device.KernelProgramRun;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Prepared;
import tilewright.irregular.Start;
import tilewright.kernel.ScalarType;

/** A schedule's program on a device, with its graph there, for any number of starts. */
final class FixpointRun implements FixpointTrial.Runs, AutoCloseable {
    private static final String VALUES = "values";
    /** Elements that are copied to the device together. */
    private static final int PART = 1 << 24;

    private final Gpu gpu;
    private final Fixpoint fixpoint;
    private final Prepared prepared;
    private final KernelProgramRun run;

    /** @param mostStarts vertices that a start may have */
    FixpointRun(Gpu gpu, byte[] cubin, Fixpoint fixpoint, Prepared prepared, int mostStarts) {
        this.gpu = gpu;
        this.fixpoint = fixpoint;
        this.prepared = prepared;
        Map<String, Long> sizes = new HashMap<>(prepared.sizes());
        sizes.put("start_count", (long) Math.max(1, mostStarts));
        sizes.put("start_value", 0L);
        run = new KernelProgramRun(gpu, cubin, prepared.program(), sizes, Map.of());
        prepared.arrays().forEach(this::copyIn);
    }

    /** In parts: an array may be larger than the memory that is left to the host beside it. */
    private void copyIn(String array, int[] elements) {
        if (elements.length == 0) {
            return;
        }
        int part = Math.min(elements.length, PART);
        try (HostMemory memory = HostMemory.allocate((long) Integer.BYTES * part)) {
            for (int from = 0; from < elements.length; from += part) {
                int count = Math.min(part, elements.length - from);
                long bytes = (long) Integer.BYTES * count;
                memory.copyFrom(elements, from, count, 0);
                gpu.copyIn(run.memory(array).slice((long) Integer.BYTES * from, bytes), memory.slice(0, bytes));
            }
        }
    }

    /** By the device's clock. */
    @Override
    public double run(Start start) {
        if (prepared.takesStarts()) {
            Start placed = prepared.starts(start);
            run.set("start_count", placed.vertices().length);
            run.set("start_value", start.bits().length == 0 ? 0 : start.bits()[0]);
            copyIn("starts", placed.vertices());
            if (prepared.program().arrays().stream().anyMatch(a -> a.name().equals("start_values"))) {
                copyIn("start_values", placed.bits());
            }
        } else {
            copyIn(VALUES, all(start));
        }
        return run.time();
    }

    /** The values of all vertices at the start, packed as they lie in memory. */
    private int[] all(Start start) {
        int[] values = new int[prepared.numbering().newOf().length];
        Arrays.fill(values, (int) fixpoint.neutral());
        for (int s = 0; s < start.vertices().length; s++) {
            values[start.vertices()[s]] = start.bits()[s];
        }
        if (fixpoint.relaxation().type() != ScalarType.U8) {
            return values;
        }
        int[] packed = new int[Math.ceilDiv(values.length, Integer.BYTES)];
        for (int v = 0; v < values.length; v++) {
            packed[v / Integer.BYTES] |= values[v] << Byte.SIZE * (v % Integer.BYTES);
        }
        return packed;
    }

    @Override
    public int[] values(Start start) {
        ScalarType type = fixpoint.relaxation().type();
        DeviceMemory memory = run.memory(VALUES);
        int[] values = new int[prepared.numbering().newOf().length];
        try (HostMemory host = HostMemory.allocate(memory.bytes())) {
            gpu.copyOut(host, memory);
            Arrays.parallelSetAll(values, v -> {
                int place = prepared.numbering().newOf()[v];
                boolean known =
                        !prepared.takesStarts() || place < prepared.numbering().connected();
                return known ? element(host, type, place) : (int) fixpoint.neutral();
            });
        }
        for (int s = 0; prepared.takesStarts() && s < start.vertices().length; s++) {
            int vertex = start.vertices()[s];
            if (prepared.numbering().newOf()[vertex] >= prepared.numbering().connected()) {
                values[vertex] = start.bits()[s];
            }
        }
        return values;
    }

    private static int element(HostMemory memory, ScalarType type, int place) {
        if (type.bytes() == Integer.BYTES) {
            return memory.getInt(place);
        }
        if (type == ScalarType.U8) {
            return memory.getInt(place / Integer.BYTES) >>> Byte.SIZE * (place % Integer.BYTES) & 0xff;
        }
        throw new IllegalArgumentException("values of type " + type.notation());
    }

    @Override
    public void close() {
        run.close();
    }
}
