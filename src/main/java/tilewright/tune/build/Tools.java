package tilewright.tune.build;

import java.nio.file.Path;
import java.util.List;
import tilewright.device.CudaCompiler;
import tilewright.device.HostCompiler;
import tilewright.device.MachineInfo;
import tilewright.model.UserError;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.Workforce;

/**
 * What a sweep needs of this machine.
 *
 * @param sessions one for each worker
 * @param toolchains for a machine that a worker has opened
 */
public record Tools(List<WorkerSession> sessions, Toolchains toolchains) {
    /**
     * The compilers of this machine, and workers.
     *
     * @param folder for their files
     * @throws UserError (exit code 3) when a compiler is missing
     */
    public static Tools of(Target target, Workforce workforce, Path folder) {
        HostCompiler host = HostCompiler.find();
        List<WorkerSession> sessions = workforce.sessions(target, folder);
        return switch (target) {
            case HIP -> throw target.notRun("tune");
            case C -> new Tools(sessions, (machine, files) -> Toolchain.host(host, files));
            case CUDA -> {
                CudaCompiler cuda = CudaCompiler.find();
                yield new Tools(
                        sessions, (machine, files) -> Toolchain.cuda(cuda, machine.architecture(), host, files));
            }
        };
    }

    /** Makes compilers. */
    public interface Toolchains {
        /**
         * For a machine that a worker has opened.
         *
         * @param files where it puts what it makes
         */
        public Toolchain of(MachineInfo machine, Path files);
    }
}
