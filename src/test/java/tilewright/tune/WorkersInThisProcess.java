package tilewright.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Lines;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.Worker;
import tilewright.tune.worker.WorkerClient;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.Workforce;

/**
 * One worker that measures in this process: a virtual machine of its own takes longer to start than the sweeps of most tests take. Not for programs
 * that crash, hang or write where they must not. Requests and replies are written and read as those of a process are.
 */
public record WorkersInThisProcess() implements Workforce {
    @Override
    public int count() {
        return 1;
    }

    @Override
    public boolean sharesProcessors() {
        return true;
    }

    @Override
    public List<WorkerSession> sessions(Target target, Path folder) {
        return List.of(new WorkerSession(Client::new, new Request.Open(target, 0), 0));
    }

    private static final class Client implements WorkerClient {
        private final Worker worker = new Worker();

        @Override
        public Reply ask(Request request, Duration limit) {
            return Lines.readReply(Lines.write(worker.answer(Lines.readRequest(Lines.write(request)))));
        }

        @Override
        public void close() {
            worker.close();
        }
    }
}
