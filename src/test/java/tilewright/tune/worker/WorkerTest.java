package tilewright.tune.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.CudaMachine;
import tilewright.device.FakeGpu;
import tilewright.device.GpuException;
import tilewright.device.HostCompiler;
import tilewright.device.HostMemory;
import tilewright.device.KernelShape;
import tilewright.device.ProgramInstance;
import tilewright.kernel.Function;
import tilewright.tune.Halving;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;

/** The worker's answers, with a device in Java. */
class WorkerTest {
    private static final List<KernelShape> KERNELS =
            List.of(new KernelShape("halve", 64, 1024, Function.Start.BEHIND, List.of(0, KernelShape.INTEGER)));
    private static final RunPolicy QUICK = new RunPolicy(3, 3, 0.1, 0);

    @TempDir
    Path folder;

    private final Code code = new Code("4x4x4", Binary.of(new byte[] {1}), KERNELS);
    private Binary reference = Binary.of(new byte[0]);

    @BeforeEach
    void compileTheReference() {
        reference = Binary.of(
                HostCompiler.find().compileReference("reference", Halving.source(Halving.Behaviour.RIGHT), folder));
    }

    @Test
    void aRightProgramIsTimedAndItsResourcesAreReported() {
        try (Worker worker = worker(halve())) {
            Outcome outcome = measure(worker).outcome();
            assertEquals(Status.OK, outcome.status(), outcome.message());
            assertEquals(3, outcome.runs().size());
            assertEquals(32, outcome.registers());
            assertEquals(1024, outcome.sharedBytes());
        }
    }

    @Test
    void aProgramThatIsWrongAtFullSizeOnlyIsFound() {
        FakeGpu.Body right = halve();
        FakeGpu.Body wrong = (grid, arrays, integers) -> {
            right.run(grid, arrays, integers);
            if (integers.getFirst() == 20) {
                arrays.getFirst().setFloat(5, -1);
            }
        };
        try (Worker worker = worker(right)) {
            worker.answer(prepare());
            gpu.define("halve", wrong);
            Outcome outcome = ((Reply.Measured) worker.answer(measureRequest())).outcome();
            assertEquals(Status.WRONG, outcome.status());
            assertTrue(
                    String.valueOf(outcome.message())
                            .startsWith("at {n=20}, seed 1: array a, row 0, column 5 (both from 0): expected "),
                    outcome.message());
        }
    }

    /** No sequential run says how differences grow, so that of the baseline on changed data does. */
    @Test
    void whatAmplifiesRoundingIsJudgedByTheBaselineWhereTheSequentialRunTakesTooLong() {
        try (Worker worker = worker(chaotic(x -> 3.9f * x * (1 - x)))) {
            Request.Prepare prepare = new Request.Prepare(code, List.of(at(2, 5)), at(20, 1), false, QUICK);
            Outcome baseline = ((Reply.Measured) worker.answer(prepare)).outcome();
            assertEquals(Status.OK, baseline.status(), baseline.message());
            gpu.define("halve", chaotic(x -> 3.9f * x - 3.9f * x * x));
            Outcome rounded = ((Reply.Measured) worker.answer(measureRequest())).outcome();
            assertEquals(Status.OK, rounded.status(), rounded.message());
            gpu.define("halve", chaotic(x -> 3.8f * x * (1 - x)));
            assertEquals(
                    Status.WRONG,
                    ((Reply.Measured) worker.answer(measureRequest())).outcome().status());
        }
    }

    /** Right at small sizes; at 20, another function in every launch. */
    private static FakeGpu.Body chaotic(UnaryOperator<Float> function) {
        FakeGpu.Body right = halve();
        return (grid, arrays, integers) -> {
            if (integers.getFirst() != 20) {
                right.run(grid, arrays, integers);
                return;
            }
            HostMemory a = arrays.getFirst();
            for (int i = 0; i < 20; i++) {
                for (int j = 0; j < 20; j++) {
                    float value = Math.abs(a.getFloat(i * 32L + j));
                    a.setFloat(i * 32L + j, function.apply(value - (float) Math.floor(value)));
                }
            }
        };
    }

    @Test
    void aProgramThatGoesWrongNowAndThenIsFoundAfterTiming() {
        FakeGpu.Body right = halve();
        List<Integer> fullRuns = new ArrayList<>();
        FakeGpu.Body moody = (grid, arrays, integers) -> {
            right.run(grid, arrays, integers);
            if (integers.getFirst() == 20) {
                fullRuns.add(1);
                // 20 launches a run; the last of the timed runs goes wrong.
                if (fullRuns.size() > 4 * 20) {
                    arrays.getFirst().setFloat(5, -1);
                }
            }
        };
        try (Worker worker = worker(right)) {
            worker.answer(prepare());
            gpu.define("halve", moody);
            Outcome outcome = ((Reply.Measured) worker.answer(measureRequest())).outcome();
            assertEquals(Status.WRONG, outcome.status());
        }
    }

    @Test
    void anIllegalAddressEndsTheWorkerAndNamesKernelAndCandidate() {
        try (Worker worker = worker(halve())) {
            worker.answer(prepare());
            gpu.define("halve", (grid, arrays, integers) -> {
                throw new GpuException("cuStreamSynchronize", 700, "CUDA_ERROR_ILLEGAL_ADDRESS");
            });
            Reply.Measured reply = (Reply.Measured) worker.answer(measureRequest());
            assertEquals(Status.LAUNCH_ERROR, reply.outcome().status());
            assertEquals(
                    "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (700), kernel halve, candidate 4x4x4",
                    reply.outcome().message());
            assertTrue(reply.finished());
        }
    }

    @Test
    void verificationReportsErrorAndMismatches() {
        try (Worker worker = worker(halve())) {
            Reply.Verified right = (Reply.Verified) worker.answer(new Request.Verify(code, List.of(at(7, 3))));
            assertEquals(new Reply.Verified(Status.OK, 0.0, 0, null, 0, 0), right);
            gpu.define("halve", (grid, arrays, integers) -> {});
            Reply.Verified wrong = (Reply.Verified) worker.answer(new Request.Verify(code, List.of(at(7, 3))));
            assertEquals(Status.WRONG, wrong.status());
            assertEquals(49, wrong.mismatches());
        }
    }

    @Test
    void finalistsRunInTurn() {
        try (Worker worker = worker(halve())) {
            worker.answer(prepare());
            Request.Entrant entrant = new Request.Entrant(code, at(20, 1));
            Reply.Competed reply = assertInstanceOf(
                    Reply.Competed.class, worker.answer(new Request.Compete(List.of(entrant, entrant), 4)));
            assertEquals(List.of(4, 4), reply.runs().stream().map(List::size).toList());
        }
    }

    @Test
    void requestsOutOfOrderAreAFault() {
        try (Worker worker = new Worker(open -> new CudaMachine(new FakeGpu()))) {
            assertEquals(
                    "the request 'open' must come first",
                    assertThrows(IllegalStateException.class, () -> worker.answer(new Request.Verify(code, List.of())))
                            .getMessage());
        }
    }

    @Test
    void requestsAndRepliesSurviveTheirJourney() {
        for (Request request : List.of(
                new Request.Open(Target.CUDA, 0),
                new Request.Load(Halving.NEST, Binary.of(new byte[] {7})),
                prepare(),
                measureRequest(),
                new Request.Compete(List.of(new Request.Entrant(code, at(3, 1))), 5))) {
            assertEquals(request, Lines.readRequest(Lines.write(request)));
        }
        Reply reply = new Reply.Measured(Outcome.failure(Status.WRONG, "a\nb"), true);
        assertEquals(reply, Lines.readReply(Lines.write(reply)));
    }

    private FakeGpu gpu = new FakeGpu();

    private Worker worker(FakeGpu.Body body) {
        gpu = new FakeGpu().define("halve", body);
        Worker worker = new Worker(open -> new CudaMachine(gpu));
        worker.answer(new Request.Open(Target.CUDA, 0));
        worker.answer(new Request.Load(Halving.NEST, reference));
        return worker;
    }

    private Reply.Measured measure(Worker worker) {
        Reply.Measured prepared = (Reply.Measured) worker.answer(prepare());
        assertEquals(Status.OK, prepared.outcome().status(), prepared.outcome().message());
        return (Reply.Measured) worker.answer(measureRequest());
    }

    private Request.Prepare prepare() {
        return new Request.Prepare(code, List.of(at(2, 5)), at(20, 1), true, QUICK);
    }

    private Request.Measure measureRequest() {
        return new Request.Measure(code, List.of(at(1, 2), at(7, 3)), at(20, 1), QUICK, 1e300);
    }

    /** One launch per step. */
    private static Case at(int n, long seed) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>(Halving.sizes(n));
        List<ProgramInstance.Launch> launches =
                java.util.Collections.nCopies(n, new ProgramInstance.Launch(0, 1, List.of(n)));
        return new Case(new ProgramInstance(sizes, Halving.arrays(n), launches), seed, n);
    }

    private static FakeGpu.Body halve() {
        return (grid, arrays, integers) -> {
            int n = integers.getFirst();
            HostMemory a = arrays.getFirst();
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    long position = i * ((n + 31) / 32 * 32L) + j;
                    a.setFloat(position, 0.5f * a.getFloat(position) + 1.0f);
                }
            }
        };
    }
}
