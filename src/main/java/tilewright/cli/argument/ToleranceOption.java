package tilewright.cli.argument;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How far results may be from the sequential nest's. */
public final class ToleranceOption {
    @Option(
            names = "--tolerance",
            paramLabel = "X",
            converter = RelativeError.class,
            description =
                    "Relative error that floating-point results may have, e.g. 1e-4; by default as much as rounding"
                            + " explains, and what the nest makes of it (docs/measuring.md).")
    @Nullable
    Double tolerance;

    /** Read before any work. */
    static final class RelativeError implements ITypeConverter<Double> {
        @Override
        public Double convert(String word) {
            try {
                double value = Double.parseDouble(word);
                if (value > 0 && value < 1) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // No number either.
            }
            throw new TypeConversionException("'" + word + "': give a relative error above 0 and below 1, e.g. 1e-4");
        }
    }

    /** 0 where none is given. */
    public double value() {
        return tolerance == null ? 0 : tolerance;
    }
}
