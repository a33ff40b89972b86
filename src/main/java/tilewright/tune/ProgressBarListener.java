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

/**
 * A progress bar with the best time so far; where the output is no terminal, a line whenever there is a new best one,
 * and one for every candidate that failed.
 */
public final class ProgressBarListener implements TuneListener {
    private static final int WIDTH = 100;
    private static final int LEAST_WIDTH = 40;

    private final PrintStream output;
    private final boolean terminal;
    private @Nullable ProgressBar bar;
    private double bestSeconds = Double.POSITIVE_INFINITY;

    /** @param terminal whether the output understands carriage returns */
    public ProgressBarListener(PrintStream output, boolean terminal) {
        this.output = output;
        this.terminal = terminal;
    }

    @Override
    public void started(SweepIdentity sweep, int total, int done, Baseline baseline) {
        output.println("tuning " + sweep.nest() + " " + sweep.sizes() + " on " + sweep.device() + ": "
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
                    .setConsumer(new ConsoleProgressBarConsumer(output, width(System.getenv("COLUMNS"))))
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
            output.println("  " + measurement.contender().candidate() + ": "
                    + measurement.outcome().status().jsonName() + ", "
                    + String.valueOf(measurement.outcome().message())
                            .lines()
                            .findFirst()
                            .orElse(""));
        } else if (best != null && best.seconds() < bestSeconds) {
            bestSeconds = best.seconds();
            output.println("  best so far: " + describe(best));
        }
    }

    @Override
    public void note(String what) {
        output.println("note: " + what);
    }

    @Override
    public void finals(int finalists) {
        close();
        output.println("measuring " + Counted.of(finalists, "finalist") + " again, in turn");
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

    /** As wide as the terminal, as far as that is known, and as is readable. */
    static int width(@Nullable String columns) {
        boolean known = columns != null && columns.matches("[0-9]{1,4}");
        return known ? Math.clamp(Integer.parseInt(columns) - 1L, LEAST_WIDTH, WIDTH) : WIDTH;
    }

    private static String describe(Measurement best) {
        return milliseconds(best.seconds()) + " (" + best.contender().candidate() + ", rank "
                + best.contender().rank() + ")";
    }

    private static String milliseconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f ms", seconds * 1e3);
    }
}
