package tilewright.cli.argument;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.model.UserError;
import tilewright.tune.TuneOptions;
import tilewright.tune.search.Strategy;

/** {@code --strategy} and {@code --seed}: in which order candidates are measured. */
public final class SearchArguments {
    /** What users may name. */
    enum Name {
        ADAPTIVE,
        RANKED,
        RANDOM,
        EXHAUSTIVE
    }

    @Option(
            names = "--strategy",
            paramLabel = "adaptive|ranked|random|exhaustive",
            description =
                    "Which candidate is measured next: adaptive, the one that most probably wins by what was measured"
                        + " so far (the default where not everything is measured); ranked, in predicted order; random;"
                        + " exhaustive is --exhaustive.")
    @Nullable
    Name strategy;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the draw of --sample, and of --strategy random (default: ${DEFAULT-VALUE}).")
    public long seed;

    /** Whether everything is measured, whatever else is said. */
    public boolean isExhaustive() {
        return strategy == Name.EXHAUSTIVE;
    }

    /**
     * What a sweep is told.
     *
     * @param chosen whether somebody chose the candidates, or all are measured: no order is then better than the predicted one
     * @throws UserError where {@code exhaustive} contradicts another option
     */
    public TuneOptions.Order order(TuneOptions.Extent extent, boolean chosen) {
        boolean all = extent instanceof TuneOptions.Extent.Exhaustive;
        if (isExhaustive() && !all) {
            throw UserError.badInput("--strategy exhaustive measures everything: leave --top and --budget out");
        }
        Strategy best = chosen || all ? Strategy.RANKED : Strategy.ADAPTIVE;
        return new TuneOptions.Order(strategy == null ? best : strategy(strategy), seed);
    }

    private static Strategy strategy(Name name) {
        return switch (name) {
            case ADAPTIVE -> Strategy.ADAPTIVE;
            case RANKED, EXHAUSTIVE -> Strategy.RANKED;
            case RANDOM -> Strategy.RANDOM;
        };
    }
}
