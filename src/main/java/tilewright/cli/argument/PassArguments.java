package tilewright.cli.argument;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.UserError;

/** What improves a program before it is printed. */
public final class PassArguments {
    @Option(names = "--without", paramLabel = "PASS", split = ",", description = "Leave passes over the program out.")
    List<String> left = List.of();

    /**
     * The passes of a device but for those left out.
     *
     * @throws UserError where the target has none of that name
     */
    public Passes of(Devices devices) {
        Passes all = all(devices);
        List<Pass> without = left.stream().map(word -> named(word, all)).toList();
        return all.without(without);
    }

    /** All passes of a device. */
    public static Passes all(Devices devices) {
        return devices.target().language().launches() ? Passes.of(devices.offered()) : Passes.OF_LOOPS;
    }

    /**
     * The pass of that name.
     *
     * @throws UserError where there is none among {@code passes}; it says which there are
     */
    public static Pass named(String word, Passes passes) {
        return Pass.of(word)
                .filter(passes.passes()::contains)
                .orElseThrow(() -> UserError.badInput(unknown(word, passes)));
    }

    private static String unknown(String word, Passes passes) {
        if (Pass.of(word).isPresent()) {
            return "pass '" + word + "' is not applied to programs of this target; there are\n" + list(passes);
        }
        return "no pass is called '" + word + "'; there are\n" + list(passes);
    }

    private static String list(Passes passes) {
        return passes.passes().stream()
                .map(p -> "  " + p.word() + ": " + p.description())
                .collect(Collectors.joining("\n"));
    }
}
