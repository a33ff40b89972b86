package tilewright.cli.argument;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.device.Gpus;
import tilewright.model.UserError;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Workforce;

/** Who measures: some GPUs of this machine, or workers that a command starts anywhere. */
public final class WorkerArguments {
    private static final String ALL = "all";

    @Option(
            names = "--gpus",
            paramLabel = "all|0,1,..",
            description = "Measure on these GPUs of this machine at the same time (default: 0).")
    @Nullable
    String gpus;

    @Option(
            names = "--workers",
            paramLabel = "COMMAND",
            description =
                    "Measure by workers that this command starts: one that runs 'tilewright worker' and connects its"
                            + " standard input and output, such as 'srun -n1 -N1 tilewright worker'.")
    @Nullable
    public String workers;

    @Option(names = "--count", paramLabel = "N", description = "How many workers --workers starts (default: 1).")
    @Nullable
    Integer count;

    /**
     * Who is to measure.
     *
     * @throws UserError where the options contradict each other or name a GPU that is not there, or the target's programs cannot run
     */
    public Workforce workforce(Target target) {
        if (target == Target.HIP) {
            throw target.notRun("tune");
        }
        if (workers != null) {
            if (gpus != null) {
                throw UserError.badInput("--gpus is for this machine: with --workers the command decides which GPU its"
                        + " worker sees; leave one of them out");
            }
            if (workers.isBlank()) {
                throw UserError.badInput(
                        "--workers: the command is empty; give one that runs 'tilewright worker', or leave it out");
            }
            int wanted = count == null ? 1 : count;
            if (wanted < 1) {
                throw UserError.badInput("--count " + wanted + ": give a number of workers, at least 1");
            }
            return new Workforce.Command(workers, wanted);
        }
        if (count != null) {
            throw UserError.badInput("--count " + count + ": add --workers COMMAND, which starts them");
        }
        if (gpus == null) {
            return Workforce.ONE;
        }
        return switch (target) {
            case CUDA -> new Workforce.Here(devices(gpus));
            case HIP -> throw target.notRun("tune");
            case C ->
                throw UserError.badInput(
                        "--gpus " + gpus + ": programs of target c run on processors; add --target cuda");
        };
    }

    private static List<Integer> devices(String text) {
        int there = Gpus.count();
        if (text.equals(ALL)) {
            return IntStream.range(0, Math.max(1, there)).boxed().toList();
        }
        List<Integer> devices;
        try {
            devices = Stream.of(text.split(",")).map(Integer::valueOf).toList();
        } catch (NumberFormatException e) {
            throw UserError.badInput("--gpus " + text + ": give 'all', or numbers from 0 such as 0,1");
        }
        if (devices.stream().distinct().count() < devices.size()) {
            throw UserError.badInput("--gpus " + text + ": names a GPU twice");
        }
        return devices;
    }
}
