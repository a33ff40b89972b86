package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.CudaCompiler;
import tilewright.device.HostCompiler;
import tilewright.device.KernelShape;
import tilewright.device.MachineInfo;
import tilewright.device.ProgramInstance;
import tilewright.kernel.Function;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Case;
import tilewright.tune.worker.Launchers;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.WorkerMain;
import tilewright.tune.worker.WorkerSession;

/** A worker process with a real device: what kills the context kills the worker, not the sweep. */
@Execution(ExecutionMode.SAME_THREAD)
@Tag("gpu")
class GpuWorkerTest {
    private static final String KERNEL = "extern \"C\" __global__ void halve(float *a, int n) {\n"
            + "  int p = (n + 31) / 32 * 32;\n"
            + "  for (int e = threadIdx.x; e < n * n; e += blockDim.x) { STATEMENT }\n"
            + "}\n";
    private static final String RIGHT = "float *x = a + e / n * p + e % n; *x = 0.5f * *x + 1.0f;";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void anIllegalAddressIsALaunchErrorAndTheNextCandidateRuns() throws Exception {
        try (WorkerSession session =
                new WorkerSession(Launchers.here(WorkerMain.class, folder), new Request.Open(Target.CUDA, 0), 0)) {
            MachineInfo machine = session.open();
            Path reference =
                    HostCompiler.find().compileReference("reference", Halving.source(Halving.Behaviour.RIGHT), folder);
            Code right = compile(machine, "right", RIGHT);
            Request.Prepare prepare = new Request.Prepare(right, List.of(at(7)), at(100), true, RunPolicy.DEFAULT);
            Reply.Measured prepared = (Reply.Measured)
                    session.setUp(List.of(new Request.Load(Halving.NEST, Binary.of(reference)), prepare));
            assertEquals(Status.OK, prepared.outcome().status());

            Outcome illegal = measure(session, compile(machine, "illegal", "*(volatile float *) 8 = 1.0f;"));
            assertEquals(Status.LAUNCH_ERROR, illegal.status());
            String message = String.valueOf(illegal.message());
            assertTrue(message.contains("CUDA_ERROR_ILLEGAL_ADDRESS"), message);
            assertTrue(message.endsWith(", kernel halve, candidate illegal"), message);

            Outcome outside = measure(session, compile(machine, "outside", RIGHT + " a[e / n * p + n] = 0;"));
            assertEquals(Status.WRONG, outside.status());

            Outcome fine = measure(session, right);
            assertEquals(Status.OK, fine.status(), fine.message());
            assertEquals(tilewright.device.LaunchMode.GRAPH, fine.mode());
        }
    }

    private static Outcome measure(WorkerSession session, Code code) throws Exception {
        return session.measure(new Request.Measure(code, List.of(at(7)), at(100), RunPolicy.DEFAULT, 1e300), LIMIT);
    }

    private Code compile(MachineInfo machine, String label, String statement) {
        byte[] cubin =
                CudaCompiler.find().compile(label, KERNEL.replace("STATEMENT", statement), machine.architecture());
        return new Code(
                label,
                Binary.of(cubin),
                List.of(new KernelShape("halve", 256, 0, Function.Start.BEHIND, List.of(0, KernelShape.INTEGER))));
    }

    private static Case at(int n) {
        List<ProgramInstance.Launch> launches = Collections.nCopies(n, new ProgramInstance.Launch(0, 1, List.of(n)));
        return new Case(new ProgramInstance(Halving.sizes(n), Halving.arrays(n), launches), 1, n);
    }
}
