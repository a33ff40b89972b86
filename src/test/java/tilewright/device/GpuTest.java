package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The promises of {@link Gpu} and {@link CudaMachine} on a real device. */
@Tag("gpu")
class GpuTest {
    private static final String ADD = "extern \"C\" __global__ void add(float *a, int rows, int columns, int k) {\n"
            + "  for (int e = threadIdx.x; e < rows * columns; e += blockDim.x)\n"
            + "    a[e / columns * 32 + e % columns] += k;\n"
            + "}\n";
    private static final String SHARED = "extern \"C\" __global__ void turn(float *a, int n) {\n"
            + "  extern __shared__ float s[];\n"
            + "  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = a[i];\n"
            + "  __syncthreads();\n"
            + "  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = s[n - 1 - i];\n"
            + "}\n";

    @TempDir
    Path folder;

    @Test
    void dataSurviveTheWayThereAndBackAlsoInParts() {
        try (Gpu gpu = Gpus.open(0);
                HostMemory host = HostMemory.allocate(1 << 20)) {
            DeviceMemory first = gpu.allocate(1 << 20);
            DeviceMemory second = gpu.allocate(1 << 20);
            host.fill(0x1234_5678);
            host.setInt(70_000, 42);
            gpu.copyIn(first, host);
            gpu.fill(second, -1);
            gpu.copy(second.slice(4096, 1 << 19), first.slice(0, 1 << 19));
            assertTrue(gpu.pin(host));
            gpu.copyOut(host, second);
            gpu.unpin(host);
            assertEquals(-1, host.getInt(0));
            assertEquals(0x1234_5678, host.getInt(1024));
            assertEquals(42, host.getInt(1024 + 70_000));
            assertEquals(-1, host.getInt(1024 + (1 << 17)));
            gpu.free(first);
            gpu.free(second);
        }
    }

    @Test
    void aProgramRunsStepByStepAndAsAGraphWithTheSameResult() throws IOException {
        ProgramInstance instance = Programs.instance(5, 7, 3);
        try (Machine machine = new CudaMachine(Gpus.open(0));
                Machine.Workspace workspace = machine.workspace(Programs.input(instance));
                Machine.Loaded loaded = machine.load(new Code("5x7", compile(ADD), Programs.KERNELS));
                Machine.Run run = loaded.prepare(instance, workspace)) {
            run.stepwise();
            assertEquals(100 + 2 + 6, workspace.result().memory(0).getFloat(32 + 2));
            double seconds = run.time();
            assertTrue(seconds > 0 && seconds < 1, "seconds " + seconds);
            assertEquals(LaunchMode.GRAPH, run.mode());
            assertEquals(100 + 2 + 6, workspace.result().memory(0).getFloat(32 + 2));
            assertEquals(Optional.empty(), workspace.result().damage());
            assertTrue(loaded.resources().getFirst().registers() > 0);
        }
    }

    @Test
    void aBlockMayHaveMoreThanFortyEightKilobytesOfSharedMemory() throws IOException {
        int n = 20_000;
        try (Gpu gpu = Gpus.open(0);
                HostMemory host = HostMemory.allocate(4L * n)) {
            for (int i = 0; i < n; i++) {
                host.setFloat(i, i);
            }
            DeviceMemory memory = gpu.allocate(4L * n);
            gpu.copyIn(memory, host);
            Gpu.Kernel kernel = gpu.load(compile(SHARED).bytes()).kernel("turn", 256, 4 * n);
            kernel.prepare(new Gpu.Grid(1, 1, 1), Arguments.of(List.of(memory), List.of(n)))
                    .queue();
            gpu.copyOut(host, memory);
            assertEquals(n - 1, host.getFloat(0));
            assertEquals(0, host.getFloat(n - 1));
        }
    }

    @Test
    void aLaunchThatCannotBeNamesItsShapeAndItsKernel() throws IOException {
        try (Gpu gpu = Gpus.open(0)) {
            Gpu.Kernel kernel = gpu.load(compile(SHARED).bytes()).kernel("turn", 4096, 0);
            DeviceMemory memory = gpu.allocate(4);
            Gpu.Launch launch = kernel.prepare(new Gpu.Grid(2, 1, 1), Arguments.of(List.of(memory), List.of(1)));
            GpuException error = assertThrows(GpuException.class, launch::queue);
            assertTrue(
                    String.valueOf(error.getMessage())
                            .startsWith("cuLaunchKernel(grid 2x1x1, 4096 threads, 0 bytes of dynamic shared memory)"
                                    + " failed: CUDA_ERROR_INVALID_VALUE"),
                    error.getMessage());
            assertTrue(String.valueOf(error.getMessage()).endsWith(", kernel turn"), error.getMessage());
        }
    }

    private Binary compile(String source) throws IOException {
        byte[] cubin =
                CudaCompiler.find().compile("test", source, Gpus.properties(0).architecture());
        return Binary.of(cubin);
    }
}
