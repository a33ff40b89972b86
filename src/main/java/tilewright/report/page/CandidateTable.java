package tilewright.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.stored.Explanation;
import tilewright.report.stored.Measurement;

/** Candidates as rows: those with a time, fastest first, and the others with the reason why not. */
public record CandidateTable(List<Column> columns, List<Row> rows, List<FailedRow> failed) {
    /**
     * @param name heading
     * @param look how its cells stand
     * @param help what it means
     */
    public record Column(String name, Look look, String help) {}

    /** How the cells of a column stand. */
    public enum Look {
        /** Aligned right, sorted by value. */
        NUMBER("n"),
        /** One word, such as sizes. */
        WORD("v"),
        /** Words that may go on in another line. */
        WORDS("v w");

        private final String style;

        Look(String style) {
            this.style = style;
        }

        /** Its class in the style sheet. */
        public String style() {
            return style;
        }
    }

    /**
     * @param tied whether the finals could not tell it from the best
     * @param cells one per column
     */
    public record Row(int key, boolean best, boolean tied, List<Cell> cells) {}

    /** @param sort what the cell sorts by, where it is not its text */
    public record Cell(String text, @Nullable String sort) {}

    public record FailedRow(int key, String rank, String candidate, String predicted, String status, String message) {}

    public CandidateTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        failed = List.copyOf(failed);
    }

    /** The table of the timed candidates; {@code operations} per run, where known, adds a column of rates. */
    static CandidateTable of(Candidates candidates, @Nullable Double operations) {
        List<Measurement> ok = candidates.ok();
        List<Row> rows = new ArrayList<>();
        for (Measurement m : ok) {
            boolean best = m == candidates.best();
            boolean tied = candidates.results().isTied(m);
            rows.add(new Row(candidates.key(m), best, tied, cells(candidates, m, rows.size() + 1, operations)));
        }
        return new CandidateTable(
                columns(candidates, operations),
                rows,
                failed(candidates.results().failed()));
    }

    private static List<Column> columns(Candidates candidates, @Nullable Double operations) {
        String unit = candidates.unit().symbol();
        List<Column> columns = new ArrayList<>(List.of(
                new Column("#", Look.NUMBER, "place by measured time"),
                new Column("predicted #", Look.NUMBER, "place in the predicted order"),
                new Column("block", Look.WORD, "block sizes r₁ × .. × rₙ"),
                new Column("thread", Look.WORD, "thread sizes: values of each loop that one thread executes"),
                new Column("options", Look.WORDS, "what else distinguishes the kernel"),
                new Column("predicted, " + unit, Look.NUMBER, "time the model predicts"),
                new Column("measured, " + unit, Look.NUMBER, "median of the runs"),
                new Column("spread", Look.NUMBER, "distance between the quartiles of the runs over their median"),
                new Column("measured / predicted", Look.NUMBER, "1.00 is a perfect prediction"),
                new Column("× best", Look.NUMBER, "measured time over that of the best candidate")));
        if (explained(candidates)) {
            columns.add(new Column("bound by", Look.WORDS, "the resource that takes most of the predicted time"));
        }
        if (operations != null) {
            columns.add(new Column("op/s", Look.NUMBER, "operations of the nest per second"));
        }
        if (candidates.ok().stream().anyMatch(m -> m.registers() != null)) {
            columns.add(new Column("registers", Look.NUMBER, "per thread"));
        }
        if (candidates.ok().stream().anyMatch(m -> m.sharedBytes() != null)) {
            columns.add(new Column("shared", Look.NUMBER, "shared memory per block"));
        }
        if (spills(candidates)) {
            columns.add(new Column("local", Look.NUMBER, "local memory per thread: what did not fit into registers"));
        }
        if (knowsOccupancy(candidates)) {
            columns.add(new Column(
                    "occupancy", Look.NUMBER, "threads that a multiprocessor holds by the most that it can hold"));
        }
        if (EnergyFigures.observed(candidates)) {
            columns.add(new Column("energy, mJ", Look.NUMBER, "of one run, by the device's meter"));
            columns.add(new Column("power, W", Look.NUMBER, "mean while it ran again and again"));
            columns.add(new Column("clock, MHz", Look.NUMBER, "of the multiprocessors then"));
            columns.add(new Column("throttled", Look.WORDS, "what held the clocks down"));
        }
        columns.add(new Column("runs", Look.NUMBER, "timed runs; those of the finals where there were any"));
        return columns;
    }

    private static List<Cell> cells(Candidates candidates, Measurement m, int place, @Nullable Double operations) {
        double seconds = m.seconds();
        double best = candidates.best().seconds();
        Double predicted = m.predictedSeconds();
        List<Cell> cells = new ArrayList<>(List.of(
                plain(String.valueOf(place)),
                plain(String.valueOf(candidates.rank(m))),
                new Cell(m.key().isAsWritten() ? m.key().toString() : sizes(m.block()), sortable(m.block())),
                new Cell(sizes(m.thread()), sortable(m.thread())),
                plain(m.key().optionsText()),
                predicted == null
                        ? plain("")
                        : number(candidates.time(predicted), candidates.unit().count(predicted)),
                number(candidates.time(seconds), candidates.unit().count(seconds)),
                number(m.decisive().size() < 2 ? "" : Quantity.percent(m.spread()), m.spread()),
                predicted == null ? plain("") : number(Quantity.ratio(seconds / predicted), seconds / predicted),
                number(Quantity.ratio(seconds / best), seconds / best)));
        if (explained(candidates)) {
            cells.add(plain(boundBy(candidates, m)));
        }
        if (operations != null) {
            cells.add(number(Quantity.prefixed(operations / seconds), operations / seconds));
        }
        if (candidates.ok().stream().anyMatch(o -> o.registers() != null)) {
            cells.add(plain(Objects.toString(m.registers(), "")));
        }
        if (candidates.ok().stream().anyMatch(o -> o.sharedBytes() != null)) {
            Long shared = m.sharedBytes();
            cells.add(shared == null ? plain("") : number(Quantity.bytes(shared), shared));
        }
        if (spills(candidates)) {
            Long local = m.localBytes();
            cells.add(local == null ? plain("") : number(Quantity.bytes(local), local));
        }
        if (knowsOccupancy(candidates)) {
            Double occupancy = m.occupancy();
            cells.add(occupancy == null ? plain("") : number(Quantity.percent(occupancy), occupancy));
        }
        if (EnergyFigures.observed(candidates)) {
            cells.addAll(meters(m.meters()));
        }
        cells.add(plain(String.valueOf(m.decisive().size())));
        return cells;
    }

    private static List<Cell> meters(Measurement.@Nullable Meters meters) {
        return meters == null
                ? Collections.nCopies(4, plain(""))
                : List.of(
                        number(Quantity.threeDigits(1e3 * meters.joules()), 1e3 * meters.joules()),
                        number(Quantity.fixed(meters.watts(), 0), meters.watts()),
                        number(
                                Quantity.fixed(1e-6 * meters.multiprocessorHertz(), 0),
                                1e-6 * meters.multiprocessorHertz()),
                        plain(meters.throttled()));
    }

    /** Whether the stored ranking reaches to the last timed candidate. */
    private static boolean explained(Candidates candidates) {
        return candidates.ok().stream()
                .allMatch(m -> candidates.results().explanations().containsKey(m.key()));
    }

    private static String boundBy(Candidates candidates, Measurement m) {
        Explanation explanation = candidates.results().explanations().get(m.key());
        return Explanation.words(
                Objects.requireNonNull(explanation).boundBy(),
                candidates.results().onHost());
    }

    private static boolean knowsOccupancy(Candidates candidates) {
        return candidates.ok().stream().anyMatch(m -> m.occupancy() != null);
    }

    private static boolean spills(Candidates candidates) {
        return candidates.ok().stream().anyMatch(m -> m.localBytes() != null && m.localBytes() > 0);
    }

    /** Candidates without a time, in predicted order. */
    static List<FailedRow> failed(List<Measurement> failed) {
        List<FailedRow> rows = new ArrayList<>();
        for (Measurement m : failed) {
            Double predicted = m.predictedSeconds();
            rows.add(new FailedRow(
                    rows.size(),
                    Objects.toString(m.rank(), ""),
                    m.key().toString(),
                    predicted == null ? "" : Quantity.secondsSymbol(predicted),
                    m.status(),
                    Objects.toString(m.message(), "")));
        }
        return rows;
    }

    private static Cell plain(String text) {
        return new Cell(text, null);
    }

    private static Cell number(String text, double value) {
        return new Cell(text, String.format(Locale.ROOT, "%.6e", value));
    }

    private static String sizes(List<Integer> sizes) {
        return String.join("×", sizes.stream().map(String::valueOf).toList());
    }

    /** Sizes that sort as text like the lists of numbers they are. */
    private static String sortable(List<Integer> sizes) {
        return String.join(
                "/",
                sizes.stream()
                        .map(size -> String.format(Locale.ROOT, "%08d", size))
                        .toList());
    }
}
