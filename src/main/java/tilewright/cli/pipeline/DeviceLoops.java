package tilewright.cli.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tilewright.codegen.DevicePrinter;
import tilewright.codegen.Templates;
import tilewright.device.CudaCompiler;
import tilewright.device.DeviceMemory;
import tilewright.device.Gpu;
import tilewright.device.Gpus;
import tilewright.device.HostMemory;
import tilewright.device.KernelProgramRun;
import tilewright.device.Turn;
import tilewright.irregular.loops.Inspection;
import tilewright.irregular.loops.LoopProgram;
import tilewright.model.ArrayData;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataType;
import tilewright.model.LargeArrays;
import tilewright.model.LoopNest;

/** An irregular nest on a GPU, loop by loop, on a user's data. */
final class DeviceLoops {
    private static final int MOST_RUNS = 9;
    /** A nest that has run so long is not run again. */
    private static final double ENOUGH_SECONDS = 0.2;

    private final LoopNest nest;
    private final Map<String, Long> sizes;
    private final Data data;

    DeviceLoops(LoopNest nest, Map<String, Long> sizes, Data data) {
        this.nest = nest;
        this.sizes = sizes;
        this.data = data;
    }

    /**
     * What came of a run.
     *
     * @param seconds the median of several runs, by the device's clock, after one that does not count because it loads the code
     * @param passes of each repetition, -1 where one was given up
     * @param outside the line of a subscript that left its array; 0 where none did
     */
    record Outcome(double seconds, List<Long> passes, long outside) {}

    /**
     * Runs the nest several times from the same data, which become the result.
     *
     * @param mostPasses after so many passes a repetition is given up
     */
    Outcome run(Templates templates, long mostPasses) {
        LoopProgram loops = LoopProgram.of(nest, List.of(nest.name() + ", loop by loop, by Tilewright"));
        Map<String, Long> values = new LinkedHashMap<>();
        nest.parameters().forEach(p -> values.put(LoopProgram.parameter(nest, p), sizes.get(p)));
        values.put(LoopProgram.OUTSIDE, 0L);
        values.put(LoopProgram.MOST_PASSES, Math.min(mostPasses, Integer.MAX_VALUE));
        try (Gpu gpu = Gpus.open(0)) {
            Map<String, int[]> made = new HashMap<>();
            for (Inspection inspection : loops.inspections()) {
                Inspection.Made own =
                        inspection.make(sizes, data::array, gpu.properties().l2Bytes());
                values.putAll(own.sizes());
                made.putAll(own.arrays());
            }
            byte[] cubin = CudaCompiler.find()
                    .compile(
                            nest.name(),
                            DevicePrinter.forReferenceGpu(templates).print(loops.program()),
                            gpu.properties().architecture());
            try (KernelProgramRun run = new KernelProgramRun(gpu, cubin, loops.program(), values, Map.of())) {
                made.forEach((array, elements) ->
                        copyIn(gpu, run.memory(array), elements, elements.length, DataType.INTEGER));
                double seconds;
                try (Turn _ = Turn.await(gpu.properties());
                        Restored restored = new Restored(gpu, run)) {
                    seconds = median(run, restored);
                }
                List<Long> passes = IntStream.range(0, loops.passes().size())
                        .mapToObj(r -> passes(run, loops, r, mostPasses))
                        .toList();
                copyOut(gpu, run);
                return new Outcome(seconds, passes, run.value(LoopProgram.OUTSIDE));
            }
        }
    }

    private static double median(KernelProgramRun run, Restored restored) {
        time(run, restored);
        List<Double> seconds = new ArrayList<>();
        double all = 0;
        while (seconds.isEmpty() || seconds.size() < MOST_RUNS && all < ENOUGH_SECONDS) {
            seconds.add(time(run, restored));
            all += seconds.getLast();
        }
        seconds.sort(null);
        return seconds.get(seconds.size() / 2);
    }

    private static long passes(KernelProgramRun run, LoopProgram loops, int repetition, long most) {
        long passes = run.value(loops.passes().get(repetition).name());
        boolean wanted = run.value(loops.wishes().get(repetition).name()) != 0;
        return wanted && passes >= most ? -1 : passes;
    }

    private static void copyIn(Gpu gpu, DeviceMemory to, Object elements, int count, DataType type) {
        if (count > 0) {
            try (HostMemory memory = HostMemory.allocate((long) count * type.bytes())) {
                memory.copyFrom(elements, 0, count, 0);
                gpu.copyIn(to.slice(0, memory.bytes()), memory);
            }
        }
    }

    private static double time(KernelProgramRun run, Restored restored) {
        restored.restore();
        return run.time();
    }

    private DeviceMemory memory(KernelProgramRun run, ArrayDeclaration array) {
        return run.memory(LoopProgram.array(nest, array.name()));
    }

    private void copyOut(Gpu gpu, KernelProgramRun run) {
        for (ArrayDeclaration array : nest.arrays()) {
            ArrayData own = data.array(array.name());
            DataType type = array.type();
            if (own.size() == 0) {
                continue;
            }
            try (HostMemory memory = HostMemory.allocate((long) own.size() * type.bytes())) {
                gpu.copyOut(memory, memory(run, array).slice(0, memory.bytes()));
                IntStream elements = IntStream.range(0, own.size());
                (LargeArrays.areWorthSharing(own.size()) ? elements.parallel() : elements).forEach(e -> {
                    if (type.isFloating()) {
                        own.setAt(e, memory.get(type, e));
                    } else {
                        own.setWholeAt(e, memory.getWhole(type, e));
                    }
                });
            }
        }
    }

    /**
     * The nest's arrays on the device: what it writes has its first contents in a copy beside it, or comes from the host again where the device
     * has no room for one; what it only reads keeps them.
     */
    private final class Restored implements AutoCloseable {
        private final Gpu gpu;
        private final KernelProgramRun run;
        private final List<ArrayDeclaration> written = new ArrayList<>();
        private final Map<ArrayDeclaration, DeviceMemory> copies = new HashMap<>();

        Restored(Gpu gpu, KernelProgramRun run) {
            this.gpu = gpu;
            this.run = run;
            for (ArrayDeclaration array : nest.arrays()) {
                DeviceMemory own = memory(run, array);
                if (!nest.isWritten(array.name())) {
                    copyIn(array, own);
                    continue;
                }
                written.add(array);
                // As much stays free: for the next copies, and for what the driver takes beside them.
                if (gpu.memory().freeBytes() / 2 > own.bytes()) {
                    DeviceMemory copy = gpu.allocate(own.bytes());
                    copies.put(array, copy);
                    copyIn(array, copy);
                }
            }
        }

        private void copyIn(ArrayDeclaration array, DeviceMemory to) {
            ArrayData own = data.array(array.name());
            DeviceLoops.copyIn(gpu, to, own.elements(), own.size(), array.type());
        }

        /** Queues the copies; runs may have swapped where an array lies. */
        void restore() {
            for (ArrayDeclaration array : written) {
                DeviceMemory copy = copies.get(array);
                if (copy == null) {
                    copyIn(array, memory(run, array));
                } else {
                    gpu.copy(memory(run, array), copy);
                }
            }
        }

        @Override
        public void close() {
            copies.values().forEach(gpu::free);
        }
    }
}
