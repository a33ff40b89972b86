package tilewright.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tilewright.tune.worker.WorkerStart;

/** {@code tilewright worker}. */
@Command(
        name = "worker",
        description = {
            "What 'tune --workers' starts: measures what comes by standard input.",
            "One request a line, one reply a line, as JSON, until the input ends. It needs no file of the machine where"
                    + " tune runs."
        })
final class WorkerCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException, InterruptedException {
        return WorkerStart.run();
    }
}
