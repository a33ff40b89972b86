package tilewright.tune.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.tune.stored.Target;

/** Who measures: one worker for each device. All of them must be of one kind, or times could not be compared. */
public interface Workforce {
    /** The first device of this machine. */
    Workforce ONE = new Here(List.of(0));

    /** How many workers there are at most. */
    int count();

    /** Whether what is timed shares processors with the compilers of this process. */
    boolean sharesProcessors();

    /** How each is started, and which device it opens. */
    List<WorkerSession> sessions(Target target, Path folder);

    /**
     * Processes on this machine.
     *
     * @param devices CUDA devices, from 0, one worker each
     */
    record Here(List<Integer> devices) implements Workforce {
        public Here {
            devices = List.copyOf(devices);
        }

        @Override
        public int count() {
            return devices.size();
        }

        @Override
        public boolean sharesProcessors() {
            return true;
        }

        @Override
        public List<WorkerSession> sessions(Target target, Path folder) {
            return IntStream.range(0, count())
                    .mapToObj(number -> new WorkerSession(
                            Launchers.here(WorkerMain.class, folder),
                            new Request.Open(target, devices.get(number)),
                            number))
                    .toList();
        }
    }

    /**
     * Whatever a command starts: it gives the standard input and output of {@code tilewright worker}, which opens the first
     * device that it sees.
     *
     * @param command for the shell; {@value Launchers#NUMBER} in its environment says which worker it starts, from 0
     */
    record Command(String command, int count) implements Workforce {
        @Override
        public boolean sharesProcessors() {
            return false;
        }

        @Override
        public List<WorkerSession> sessions(Target target, Path folder) {
            return IntStream.range(0, count)
                    .mapToObj(number -> new WorkerSession(
                            Launchers.command(command, number, folder), new Request.Open(target, 0), number))
                    .toList();
        }
    }
}
