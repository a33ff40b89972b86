package tilewright.tune;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tilewright.device.Binary;
import tilewright.device.LaunchMode;
import tilewright.device.MachineInfo;
import tilewright.device.VendorTimes;
import tilewright.tune.build.Toolchain;
import tilewright.tune.build.Tools;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Lines;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.WorkerClient;
import tilewright.tune.worker.WorkerSession;

/** A worker in this process, which measures nothing; what it makes of a candidate is given. */
public final class SimulatedWorker implements WorkerClient {
    private static final MachineInfo MACHINE = new MachineInfo("Simulated", "none", "", 1, "");

    private final MachineInfo machine;
    private final Measuring measuring;

    /** What happens to a candidate. */
    interface Measuring {
        Outcome measure(String candidate) throws WorkerDiedException, InterruptedException;
    }

    private SimulatedWorker(MachineInfo machine, Measuring measuring) {
        this.machine = machine;
        this.measuring = measuring;
    }

    static WorkerSession session(int number, Measuring measuring) {
        return session(number, MACHINE.device(), measuring);
    }

    static WorkerSession session(int number, String device, Measuring measuring) {
        MachineInfo machine = new MachineInfo(device, "none", "", 1, "");
        return new WorkerSession(() -> new SimulatedWorker(machine, measuring), new Request.Open(Target.C, 0), number);
    }

    /** One whose requests and replies are written and read as those of a process are. */
    static WorkerSession throughLines(int number, Measuring measuring) {
        WorkerClient inside = client(measuring);
        WorkerClient outside = new WorkerClient() {
            @Override
            public Reply ask(Request request, Duration limit)
                    throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
                Request read = Lines.readRequest(Lines.write(request));
                return Lines.readReply(Lines.write(inside.ask(read, limit)));
            }

            @Override
            public void close() {
                inside.close();
            }
        };
        return new WorkerSession(() -> outside, new Request.Open(Target.C, 0), number);
    }

    static WorkerClient client(Measuring measuring) {
        return new SimulatedWorker(MACHINE, measuring);
    }

    /** A worker that never starts. */
    static WorkerSession broken(int number, String words) {
        return new WorkerSession(
                () -> new WorkerClient() {
                    @Override
                    public Reply ask(Request request, Duration limit) throws WorkerDiedException {
                        throw WorkerDiedException.ended(255, words, false);
                    }

                    @Override
                    public void close() {
                        // Nothing is held.
                    }
                },
                new Request.Open(Target.C, 0),
                number);
    }

    /** A sweep by these workers, without compilers. */
    static Tools tools(List<WorkerSession> sessions) {
        return new Tools(sessions, (info, files) -> new NoToolchain());
    }

    static Outcome ok(double seconds) {
        return new Outcome(Status.OK, null, Collections.nCopies(5, seconds), List.of(), 0.0, LaunchMode.CALL);
    }

    @Override
    public Reply ask(Request request, Duration limit) throws WorkerDiedException, InterruptedException {
        return switch (request) {
            case Request.Open _ -> new Reply.Opened(machine, "here");
            case Request.Load _ -> new Reply.Loaded();
            case Request.Prepare _ -> new Reply.Measured(ok(1.0), false);
            case Request.Measure measure ->
                new Reply.Measured(measuring.measure(measure.code().label()), false);
            case Request.Compete compete ->
                new Reply.Competed(IntStream.range(0, compete.entrants().size())
                        .mapToObj(i -> Collections.nCopies(compete.rounds(), 1.0 + i))
                        .toList());
            case Request.TimePeer _ -> new Reply.PeerTimed(new VendorTimes(List.of(), "simulated"));
            case Request.Verify _ -> throw new IllegalStateException("nothing to verify");
        };
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    /** Compiles nothing. */
    public record NoToolchain() implements Toolchain {
        private static final Binary NOTHING = Binary.of(new byte[0]);

        @Override
        public String description() {
            return "none";
        }

        @Override
        public Binary compile(String name, String source) {
            return NOTHING;
        }

        @Override
        public Optional<Binary> compileExact(String name, String source) {
            return Optional.empty();
        }

        @Override
        public SequencedMap<String, Binary> compilePeers(String source) {
            return new TreeMap<>();
        }

        @Override
        public Binary compileReference(String name, String source) {
            return NOTHING;
        }
    }
}
