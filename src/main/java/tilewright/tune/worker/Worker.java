package tilewright.tune.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.device.CudaMachine;
import tilewright.device.GpuException;
import tilewright.device.Gpus;
import tilewright.device.HostMachine;
import tilewright.device.Machine;
import tilewright.model.UserError;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Place;
import tilewright.tune.stored.Status;

/** Answers requests: owns the machine, the reference and the full-size arrays of one sweep. */
public final class Worker implements AutoCloseable {
    private final Function<Request.Open, Machine> machines;
    private @Nullable Machine machine;
    private @Nullable Reference reference;
    private @Nullable FullSize fullSize;

    public Worker() {
        this(open -> switch (open.target()) {
            case CUDA -> new CudaMachine(Gpus.open(open.device()));
            case HIP -> throw open.target().notRun("tune");
            case C -> new HostMachine();
        });
    }

    /** @param machines opens what the first request asks for */
    public Worker(Function<Request.Open, Machine> machines) {
        this.machines = machines;
    }

    /** Never throws for what a program or a user did. */
    public Reply answer(Request request) {
        try {
            return switch (request) {
                case Request.Open open -> open(open);
                case Request.Load load -> load(load);
                case Request.Verify verify -> verify(verify);
                case Request.Prepare prepare -> prepare(prepare);
                case Request.Measure measure -> measure(measure);
                case Request.Compete compete -> compete(compete);
                case Request.TimePeer each ->
                    new Reply.PeerTimed(
                            machine().time(each.peer().routine(), each.peer().sizes()));
            };
        } catch (UserError e) {
            return new Reply.Refused(e.exitCode(), String.valueOf(e.getMessage()));
        }
    }

    private Reply open(Request.Open open) {
        Machine opened = machines.apply(open);
        machine = opened;
        return new Reply.Opened(opened.info(), Place.thisHost());
    }

    private Reply load(Request.Load load) {
        forget();
        reference = new Reference(load.nest().parse(), load.reference());
        return new Reply.Loaded();
    }

    private Reply verify(Request.Verify verify) {
        try (Machine.Loaded loaded = machine().load(verify.code())) {
            Verification result = new Verifier(machine(), reference()).check(loaded, verify.cases());
            return new Reply.Verified(
                    result.matches() ? Status.OK : Status.WRONG,
                    result.finiteError(),
                    result.comparison().mismatches(),
                    result.message(),
                    Double.isFinite(result.allowed()) ? result.allowed() : Double.MAX_VALUE,
                    result.passedOver());
        } catch (GpuException e) {
            return Reply.Verified.failed(Status.LAUNCH_ERROR, e.getMessage());
        }
    }

    private Reply prepare(Request.Prepare prepare) {
        forgetFullSize();
        FullSize made = FullSize.open(machine(), reference(), prepare.full());
        fullSize = made;
        return guarded(() -> {
            try (Machine.Loaded loaded = machine().load(prepare.baseline())) {
                Verification small = new Verifier(machine(), reference()).check(loaded, prepare.cases());
                if (!small.matches()) {
                    return small.failure();
                }
                try (Machine.Run run = made.prepare(loaded, prepare.full())) {
                    Verification full = made.learn(run, reference(), prepare.full(), prepare.sequential());
                    return full.matches()
                            ? observed(
                                    new Timing(prepare.policy(), Double.POSITIVE_INFINITY)
                                            .outcome(run, loaded, small.and(full)),
                                    run,
                                    prepare.policy())
                            : full.failure();
                }
            }
        });
    }

    private Reply measure(Request.Measure measure) {
        FullSize full = fullSize();
        return guarded(() -> {
            try (Machine.Loaded loaded = machine().load(measure.code())) {
                Verification small = new Verifier(machine(), reference()).check(loaded, measure.cases());
                if (!small.matches()) {
                    return small.failure();
                }
                try (Machine.Run run = full.prepare(loaded, measure.full())) {
                    run.once();
                    Verification before = small.and(full.check(measure.full()));
                    if (!before.matches()) {
                        return before.failure();
                    }
                    Outcome timed = new Timing(measure.policy(), measure.bestSeconds()).outcome(run, loaded, before);
                    // A race may show only now and then.
                    Verification after = before.and(full.check(measure.full()));
                    return after.matches()
                            ? observed(timed.withKernelSeconds(run.kernelSeconds()), run, measure.policy())
                            : after.failure();
                }
            }
        });
    }

    private static Outcome observed(Outcome outcome, Machine.Run run, RunPolicy policy) {
        return policy.observedSeconds() > 0
                ? outcome.withObserved(run.observe(policy.observedSeconds()).orElse(null))
                : outcome;
    }

    private Reply compete(Request.Compete compete) {
        List<Machine.Loaded> loaded = new ArrayList<>();
        List<Machine.Run> runs = new ArrayList<>();
        try {
            for (Request.Entrant entrant : compete.entrants()) {
                loaded.add(machine().load(entrant.code()));
                runs.add(fullSize().prepare(loaded.getLast(), entrant.full()));
            }
            return new Reply.Competed(inTurn(runs, compete.rounds()));
        } finally {
            runs.forEach(Machine.Run::close);
            loaded.forEach(Machine.Loaded::close);
        }
    }

    private static List<List<Double>> inTurn(List<Machine.Run> runs, int rounds) {
        List<List<Double>> seconds = new ArrayList<>();
        for (Machine.Run run : runs) {
            run.time();
            seconds.add(new ArrayList<>());
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < runs.size(); i++) {
                seconds.get(i).add(runs.get(i).time());
            }
        }
        return seconds;
    }

    private static Reply guarded(java.util.function.Supplier<Outcome> work) {
        try {
            return new Reply.Measured(work.get(), false);
        } catch (GpuException e) {
            return new Reply.Measured(Outcome.failure(Status.LAUNCH_ERROR, e.getMessage()), e.losesContext());
        } catch (IllegalArgumentException e) {
            return new Reply.Measured(Outcome.failure(Status.LAUNCH_ERROR, e.getMessage()), false);
        }
    }

    private Machine machine() {
        return required(machine, "open");
    }

    private Reference reference() {
        return required(reference, "load");
    }

    private FullSize fullSize() {
        return required(fullSize, "prepare");
    }

    private static <T> T required(@Nullable T value, String op) {
        if (value == null) {
            throw new IllegalStateException("the request '" + op + "' must come first");
        }
        return value;
    }

    /** A worker goes from one nest to the next. */
    private void forget() {
        forgetFullSize();
        if (reference != null) {
            reference.close();
            reference = null;
        }
    }

    private void forgetFullSize() {
        if (fullSize != null) {
            fullSize.close();
            fullSize = null;
        }
    }

    @Override
    public void close() {
        forget();
        if (machine != null) {
            machine.close();
        }
    }
}
