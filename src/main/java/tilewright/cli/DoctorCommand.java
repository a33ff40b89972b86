package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tilewright doctor}. */
@Command(
        name = "doctor",
        description = "What was found: Java, isl, compilers, GPU; and what to do about what is missing.")
final class DoctorCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        throw Pipeline.missing("doctor");
    }
}
