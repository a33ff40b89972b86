package tilewright.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.model.UserError;

/** How far results may be from the sequential nest's. */
final class ToleranceOption {
    @Option(
            names = "--tolerance",
            paramLabel = "X",
            description =
                    "Relative error that floating-point results may have, e.g. 1e-4; by default as much as rounding"
                            + " explains, and what the nest makes of it (docs/measuring.md).")
    @Nullable
    Double tolerance;

    /** 0 where none is given. */
    double value() {
        if (tolerance == null) {
            return 0;
        }
        if (!(tolerance > 0 && tolerance < 1)) {
            throw UserError.badInput("--tolerance " + tolerance + ": give a relative error above 0 and below 1");
        }
        return tolerance;
    }
}
