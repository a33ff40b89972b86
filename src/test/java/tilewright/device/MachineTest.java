package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.kernel.Function;
import tilewright.model.DataType;

class MachineTest {
    private final ProgramInstance instance = Programs.instance(5, 7, 3);

    @TempDir
    Path folder;

    private static final Binary CUBIN = Binary.of(new byte[] {'f', 'a', 'k', 'e'});

    @Test
    void aDeviceRunsTheLaunchesInOrderAndTimingRestoresTheInput() {
        FakeGpu gpu = new FakeGpu().define("add", Programs.add(0));
        try (Machine machine = new CudaMachine(gpu);
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", CUBIN, Programs.KERNELS));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            run.stepwise();
            assertEquals(100 + 2 + 6, workspace.result().memory(0).getFloat(32 + 2));
            assertEquals(3e-3, run.time(), 1e-9);
            assertEquals(3e-3, run.time(), 1e-9);
            assertEquals(LaunchMode.GRAPH, run.mode());
            assertEquals(100 + 2 + 6, workspace.result().memory(0).getFloat(32 + 2));
            assertEquals(Optional.empty(), workspace.result().damage());
        }
    }

    @Test
    void timingCopiesAndFlushesBeforeTheGraphRuns() {
        FakeGpu gpu = new FakeGpu().define("add", Programs.add(0));
        try (Machine machine = new CudaMachine(gpu);
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", CUBIN, Programs.KERNELS));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            gpu.journal().clear();
            run.time();
            assertEquals(List.of("copy", "fill", "graph", "add", "add", "add"), gpu.journal());
        }
    }

    @Test
    void whereNothingCanBeCapturedEachLaunchIsQueued() {
        FakeGpu gpu = new FakeGpu().define("add", Programs.add(0)).withoutGraphs();
        try (Machine machine = new CudaMachine(gpu);
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", CUBIN, Programs.KERNELS));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            assertEquals(3e-3, run.time(), 1e-9);
            assertEquals(LaunchMode.STREAM, run.mode());
            assertEquals(100 + 2 + 6, workspace.result().memory(0).getFloat(32 + 2));
        }
    }

    /** Alone a kernel that waits for what others set finds it set. */
    @Test
    void kernelsAreTimedAloneWhereNoBlockWaits() {
        FakeGpu gpu = new FakeGpu().define("add", Programs.add(0)).define("again", Programs.add(0));
        KernelShape add = Programs.KERNELS.getFirst();
        Code code = new Code(
                "5x7",
                CUBIN,
                List.of(
                        add,
                        new KernelShape(
                                "again", add.threads(), add.sharedBytes(), Function.Start.BEHIND, add.arguments())));
        ProgramInstance waits = new ProgramInstance(
                instance.sizes(), instance.arrays(), List.of(), Set.of(), true, instance.launches());
        try (Machine machine = new CudaMachine(gpu);
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(code);
                Machine.Run run = loaded.prepare(instance, workspace);
                Machine.Run waiting = loaded.prepare(waits, workspace)) {
            assertEquals(2, run.kernelSeconds().size());
            assertEquals(List.of(), waiting.kernelSeconds());
        }
    }

    @Test
    void workspacesGiveTheirMemoryBack() {
        FakeGpu gpu = new FakeGpu();
        Machine machine = new CudaMachine(gpu);
        machine.workspace(Programs.input(instance)).close();
        assertEquals(0, gpu.live());
        machine.close();
    }

    @Test
    void largeResultsArePinnedAndGivenBack() {
        ProgramInstance large = new ProgramInstance(
                instance.sizes(), List.of(new ArrayShape("a", DataType.REAL, 1 << 16, 32, 32)), List.of());
        FakeGpu gpu = new FakeGpu();
        try (Machine machine = new CudaMachine(gpu)) {
            try (Machine.Workspace workspace = machine.workspace(GuardedArrays.allocate(large.arrays()))) {
                workspace.result();
                assertEquals(1, gpu.pinned());
            }
            assertEquals(0, gpu.pinned());
        }
    }

    @Test
    void writesOutsideAnArrayAreFound() {
        FakeGpu gpu = new FakeGpu().define("add", Programs.add(2));
        try (Machine machine = new CudaMachine(gpu);
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", CUBIN, Programs.KERNELS));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            run.once();
            assertEquals(
                    Optional.of("array a: a write to the padding of row 0, element 7 of a row of 7"),
                    workspace.result().damage());
        }
    }

    @Test
    void anErrorNamesTheKernelAndTheCandidate() {
        FakeGpu gpu = new FakeGpu().define("add", (grid, arrays, integers) -> {
            throw new GpuException("cuLaunchKernel", 1, "CUDA_ERROR_INVALID_VALUE");
        });
        try (Machine machine = new CudaMachine(gpu);
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", CUBIN, Programs.KERNELS));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            assertEquals(
                    "cuLaunchKernel failed: CUDA_ERROR_INVALID_VALUE (1), kernel add, candidate 5x7",
                    assertThrows(GpuException.class, run::stepwise).getMessage());
        }
    }

    @Test
    void aKernelThatIsNotThereIsNamed() {
        try (Machine machine = new CudaMachine(new FakeGpu())) {
            assertEquals(
                    "cuModuleGetFunction failed: CUDA_ERROR_NOT_FOUND (500), kernel add, candidate 5x7",
                    assertThrows(GpuException.class, () -> machine.load(new Code("5x7", CUBIN, Programs.KERNELS)))
                            .getMessage());
        }
    }

    @Test
    void theHostRunsAFunctionAndTimingRestoresTheInput() {
        Path library = HostCompiler.find().compile("program", Programs.HOST, folder);
        try (Machine machine = new HostMachine();
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", Binary.of(library), List.of()));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            run.once();
            assertTrue(run.time() > 0);
            assertEquals(LaunchMode.CALL, run.mode());
            assertEquals(100 + 2 + 6, workspace.result().memory(0).getFloat(32 + 2));
            workspace.restore();
            assertEquals(100 + 2, workspace.result().memory(0).getFloat(32 + 2));
        }
    }
}
