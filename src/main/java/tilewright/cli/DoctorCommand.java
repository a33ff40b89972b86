package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tilewright.cli.output.JsonArguments;
import tilewright.device.Doctor;
import tilewright.device.Finding;
import tilewright.device.FindingFormat;
import tilewright.model.UserError;

/** {@code tilewright doctor}. */
@Command(
        name = "doctor",
        description = "What was found: Java, isl, compilers, GPU; and what to do about what is missing.")
final class DoctorCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    JsonArguments json;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> findings = Doctor.examine();
        if (json.leavesStandardOutput()) {
            out.print(FindingFormat.text(findings));
        }
        json.write(() -> FindingFormat.json(findings), out);
        boolean complete = findings.stream().noneMatch(each -> each.status() == Finding.Status.MISSING);
        return complete ? 0 : UserError.MISSING_TOOL;
    }
}
