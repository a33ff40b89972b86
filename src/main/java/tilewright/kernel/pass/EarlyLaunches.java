package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Program;

/**
 * Blocks of launches that follow one another in a loop of the host start while the last blocks of the launch before them end
 * ({@link Function.Start#EARLY}): the device need not be empty, nor its caches be written back, before they are handed out
 * (programmatic dependent launch: CUDA C++ Programming Guide).
 *
 * <p>Reads off the program: all that the host does is launch, in one stream, in loops. A kernel of such a loop waits first, all of its blocks do, and so it ends after
 * everything before it: what a launch behind it waits for is everything before.
 *
 * <p>Example: {@code for k { launch f; launch g }}: the blocks of g start when those of f end, and read when what f wrote is seen.
 */
final class EarlyLaunches implements Pass.Change {
    @Override
    public Program of(Program program) {
        Set<String> repeated = new HashSet<>();
        if (!isOneStream(program.host(), false, repeated) || repeated.isEmpty()) {
            return program;
        }
        List<Function> functions = new ArrayList<>();
        for (Function f : program.functions()) {
            functions.add(
                    f.kind() instanceof Function.Kind.Kernel k
                                    && k.start() == Function.Start.BEHIND
                                    && repeated.contains(f.name())
                            ? new Function(
                                    f.name(),
                                    k.withStart(Function.Start.EARLY),
                                    f.comment(),
                                    f.parameters(),
                                    f.shared(),
                                    f.body())
                            : f);
        }
        return program.withFunctions(functions);
    }

    /** Whether all steps are launches of one stream, and loops of such; the kernels that loops launch are added. */
    private static boolean isOneStream(List<HostStep> steps, boolean inLoop, Set<String> repeated) {
        for (HostStep step : steps) {
            boolean one = switch (step) {
                case HostStep.Loop l -> isOneStream(l.body(), true, repeated);
                case HostStep.Launch l -> {
                    if (inLoop) {
                        repeated.add(l.function());
                    }
                    yield !l.ahead() && !l.meets();
                }
                case HostStep.While _, HostStep.LaunchTogether _, HostStep.Simple _, HostStep.InStream _ -> false;
            };
            if (!one) {
                return false;
            }
        }
        return true;
    }
}
