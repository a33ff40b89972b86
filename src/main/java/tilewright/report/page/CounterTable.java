package tilewright.report.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.report.stored.CountersFile.Launch;

/** Hardware counters of the winner: a row for each launch, a column for each counter. */
public record CounterTable(List<Column> columns, List<Row> rows) {
    /** In nanoseconds; the page has seconds everywhere. */
    private static final String TIME = "gpu__time_duration.sum";

    /** Short words for the profiler's names, with its base unit. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry(TIME, "time"),
            Map.entry("sm__throughput.avg.pct_of_peak_sustained_elapsed", "multiprocessors, % of peak"),
            Map.entry("dram__throughput.avg.pct_of_peak_sustained_elapsed", "memory, % of peak"),
            Map.entry("dram__bytes_read.sum", "read from memory, bytes"),
            Map.entry("dram__bytes_write.sum", "written to memory, bytes"),
            Map.entry("lts__t_sectors_op_read.sum", "read from L2, sectors"),
            Map.entry("lts__t_sectors_op_write.sum", "written to L2, sectors"),
            Map.entry("lts__t_sector_hit_rate.pct", "hits in L2, %"),
            Map.entry("l1tex__data_bank_conflicts_pipe_lsu.sum", "bank conflicts"),
            Map.entry("sm__warps_active.avg.pct_of_peak_sustained_active", "occupancy achieved, %"),
            Map.entry("smsp__inst_executed.sum", "instructions of warps"),
            Map.entry("launch__registers_per_thread", "registers"));

    /** @param name the profiler's */
    public record Column(String words, String name) {}

    /** @param cells one per column */
    public record Row(String kernel, List<Cell> cells) {}

    /** @param exact as it was stored, empty where it was not counted */
    public record Cell(String text, String exact) {}

    /** Null where nothing was counted. */
    static @Nullable CounterTable of(List<Launch> launches) {
        if (launches.isEmpty()) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        launches.forEach(launch -> names.addAll(launch.counters().keySet()));
        List<Column> columns = names.stream()
                .map(name -> new Column(WORDS.getOrDefault(name, name), name))
                .toList();
        List<Row> rows = new ArrayList<>();
        for (Launch launch : launches) {
            rows.add(new Row(
                    launch.kernel(),
                    names.stream()
                            .map(name -> cell(name, launch.counters().get(name)))
                            .toList()));
        }
        return new CounterTable(columns, rows);
    }

    private static Cell cell(String name, @Nullable Double value) {
        if (value == null) {
            return new Cell("", "");
        }
        if (name.equals(TIME)) {
            return new Cell(Quantity.secondsSymbol(value * 1e-9), String.valueOf(value * 1e-9));
        }
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        String exact = whole ? String.valueOf(value.longValue()) : String.valueOf(value);
        return new Cell(value < 1000 ? Quantity.threeDigits(value) : Quantity.prefixed(value), exact);
    }
}
