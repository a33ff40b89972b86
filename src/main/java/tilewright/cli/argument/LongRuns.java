package tilewright.cli.argument;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.SequencedMap;
import picocli.CommandLine.Option;
import tilewright.dependence.Dependences;
import tilewright.locality.OperationCount;
import tilewright.model.LoopExtents;
import tilewright.model.RunLength;
import tilewright.model.UserError;

/** Says beforehand how long work may take, and starts what takes hours only where that is asked for. */
public final class LongRuns {
    @Option(names = "--long", description = "Start a run of more than an hour, too, which is refused otherwise.")
    public boolean permitted;

    /**
     * Judges a run of the nest as it is written.
     *
     * @throws ArithmeticException where the number of operations is beyond 64 bits
     */
    public void beforeSequential(Dependences dependences, SequencedMap<String, Long> sizes, PrintWriter notes) {
        // The exact count takes a while in deep nests, so it is asked for only where the bound is large.
        if (new LoopExtents(dependences.nest(), sizes).operations()
                <= RunLength.SAID_SECONDS * RunLength.SEQUENTIAL_RATE) {
            return;
        }
        long operations = OperationCount.of(dependences, sizes);
        judge(
                operations / RunLength.SEQUENTIAL_RATE,
                String.format(
                        Locale.ROOT,
                        "%s: %.2g operations at %s, one after the other, take",
                        dependences.nest().name(),
                        (double) operations,
                        sizes),
                notes);
    }

    /** Judges a run by its predicted time. */
    public void beforePredicted(String nest, double seconds, PrintWriter notes) {
        judge(seconds, nest + ": the run is predicted to take", notes);
    }

    private void judge(double seconds, String what, PrintWriter notes) {
        if (seconds > 60.0 * RunLength.MOST_MINUTES && !permitted) {
            throw UserError.badInput(
                    what + " about " + length(seconds) + "; give smaller sizes, or --long to start it all the same");
        }
        if (seconds > RunLength.SAID_SECONDS) {
            notes.println("note: " + what + " about " + length(seconds));
            notes.flush();
        }
    }

    private static String length(double seconds) {
        double minutes = seconds / 60;
        double hours = minutes / 60;
        if (hours < 2) {
            return String.format(Locale.ROOT, "%.0f minutes", minutes);
        }
        return hours < 48
                ? String.format(Locale.ROOT, "%.0f hours", hours)
                : String.format(Locale.ROOT, "%.0f days", hours / 24);
    }
}
