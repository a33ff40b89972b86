package tilewright.tune;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.model.WrappedLine;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.SweepIdentity;

/**
 * A progress bar with the best time so far; where the output is no terminal, a line whenever there is a new best one,
 * and one for every candidate that failed.
 */
public final class ProgressBarListener implements TuneListener {
    private static final int WIDTH = 100;
    private static final int LEAST_WIDTH = 40;

    private final PrintStream output;
    private final boolean terminal;
    private final int columns;
    private @Nullable ProgressBar bar;
    private double bestSeconds = Double.POSITIVE_INFINITY;

    /**
     * Where progress goes.
     *
     * @param terminal whether the output understands carriage returns
     * @param columns characters of its lines; {@link Integer#MAX_VALUE} where it takes lines of any length
     */
    public ProgressBarListener(PrintStream output, boolean terminal, int columns) {
        this.output = output;
        this.terminal = terminal;
        this.columns = columns;
    }

    @Override
    public void started(SweepIdentity sweep, int total, int done, Baseline baseline) {
        print("tuning " + sweep.nest() + " " + sweep.sizes() + " on " + sweep.device() + ": "
                + Counted.of(total, "candidate") + (done > 0 ? ", " + done + " measured before" : "") + "; "
                + baseline.name() + ": "
                + milliseconds(baseline.seconds()));
        if (terminal) {
            bar = new ProgressBarBuilder()
                    .setTaskName("tune")
                    .setInitialMax(total)
                    .startsFrom(done, Duration.ZERO)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(250)
                    .setConsumer(new ConsoleProgressBarConsumer(output, width(columns)))
                    .build();
        }
    }

    @Override
    public void measured(Measurement measurement, @Nullable Measurement best) {
        if (bar != null) {
            bar.step();
            if (best != null) {
                bar.setExtraMessage("best " + describe(best));
            }
            return;
        }
        if (!measurement.isOk()) {
            print("  " + measurement.contender().candidate() + ": "
                    + measurement.outcome().status().jsonName() + ", "
                    + String.valueOf(measurement.outcome().message())
                            .lines()
                            .findFirst()
                            .orElse(""));
        } else if (best != null && best.seconds() < bestSeconds) {
            bestSeconds = best.seconds();
            print("  best so far: " + describe(best));
        }
    }

    @Override
    public void note(String what) {
        print("note: " + what);
    }

    @Override
    public void finals(int finalists) {
        close();
        print("measuring " + Counted.of(finalists, "finalist") + " again, in turn");
    }

    @Override
    public void ended() {
        close();
    }

    private void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    private void print(String line) {
        WrappedLine.of(line, columns).forEach(output::println);
    }

    /** As wide as the terminal, as far as that is known, and as is readable. */
    static int width(int columns) {
        return Math.clamp(columns - 1L, LEAST_WIDTH, WIDTH);
    }

    private static String describe(Measurement best) {
        return milliseconds(best.seconds()) + " (" + best.contender().candidate() + ", rank "
                + best.contender().rank() + ")";
    }

    private static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f ms", seconds * 1e3);
    }
}
