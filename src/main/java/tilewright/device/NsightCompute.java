package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tilewright.model.UserError;

/**
 * NVIDIA's profiler Nsight Compute, the program {@code ncu}: hardware counters of every launch of a process (Nsight Compute CLI,
 * "Raw page"; names of counters: Profiling Guide, "Metrics Structure").
 */
public final class NsightCompute {
    /** Counters of later launches take long and say little new. */
    private static final int MOST_LAUNCHES = 24;

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String KERNEL = "Kernel Name";
    private static final Pattern FIELD = Pattern.compile("\"((?:[^\"]|\"\")*)\"");

    /** What is counted: time, how much of the peaks, traffic, occupancy, conflicts and what compilers took. */
    private static final List<String> METRICS = List.of(
            "gpu__time_duration.sum",
            "sm__throughput.avg.pct_of_peak_sustained_elapsed",
            "dram__throughput.avg.pct_of_peak_sustained_elapsed",
            "dram__bytes_read.sum",
            "dram__bytes_write.sum",
            "lts__t_sectors_op_read.sum",
            "lts__t_sectors_op_write.sum",
            "lts__t_sector_hit_rate.pct",
            "l1tex__data_bank_conflicts_pipe_lsu.sum",
            "sm__warps_active.avg.pct_of_peak_sustained_active",
            "smsp__inst_executed.sum",
            "launch__registers_per_thread");

    private final Path program;

    private NsightCompute(Path program) {
        this.program = program;
    }

    /**
     * What was counted in one launch.
     *
     * @param kernel its function
     * @param counters by the profiler's names, in its base units (nanoseconds, bytes, per cent)
     */
    public record Launch(String kernel, SequencedMap<String, Double> counters) {
        public Launch {
            counters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(counters));
        }
    }

    /** The one of the search path, of {@code CUDA_HOME}, or of the toolkit's usual place. */
    public static Optional<NsightCompute> find() {
        Stream<Path> usual = Stream.of(System.getenv("CUDA_HOME"), "/usr/local/cuda")
                .filter(home -> home != null && !home.isBlank())
                .map(home -> Path.of(home, "bin", "ncu"));
        return Processes.find("ncu")
                .or(() -> usual.filter(Files::isExecutable).findFirst())
                .map(NsightCompute::new);
    }

    /**
     * Runs a program and counts.
     *
     * @return at most {@value #MOST_LAUNCHES} launches, in order
     * @throws UserError (exit code 3) where the profiler cannot count here, with what it says
     */
    public List<Launch> count(List<String> command) {
        List<String> all = new ArrayList<>(List.of(
                program.toString(),
                "--csv",
                "--page",
                "raw",
                "--print-units",
                "base",
                "--clock-control",
                "none",
                "--target-processes",
                "all",
                "--launch-count",
                String.valueOf(MOST_LAUNCHES),
                "--metrics",
                String.join(",", METRICS)));
        all.addAll(command);
        String output;
        try {
            output = Processes.run(all, LIMIT).output();
        } catch (IOException e) {
            throw new UserError(UserError.MISSING_TOOL, program + ": " + e.getMessage(), e);
        }
        List<Launch> launches = parse(output);
        if (launches.isEmpty()) {
            String said = output.lines()
                    .filter(line -> line.contains("==ERROR==") || line.contains("error"))
                    .findFirst()
                    .orElseGet(() -> output.lines().reduce("", (_, last) -> last));
            throw new UserError(
                    UserError.MISSING_TOOL,
                    program + " counted nothing: " + said
                            + (said.contains("ERR_NVGPUCTRPERM")
                                    ? "; the driver reserves counters for administrators: NVIDIA's page of that name"
                                            + " says how to allow them"
                                    : ""));
        }
        return launches;
    }

    /** The launches of the raw page as CSV: names, units, then a line for each; anything may stand before and between. */
    static List<Launch> parse(String output) {
        List<Launch> launches = new ArrayList<>();
        List<String> names = List.of();
        for (String line : output.lines().toList()) {
            List<String> fields = fields(line);
            if (fields.contains(KERNEL)) {
                names = fields;
            } else if (!names.isEmpty() && fields.size() == names.size()) {
                String kernel = fields.get(names.indexOf(KERNEL));
                if (!kernel.isBlank()) {
                    launches.add(new Launch(function(kernel), counters(names, fields)));
                }
            }
        }
        return launches;
    }

    private static SequencedMap<String, Double> counters(List<String> names, List<String> fields) {
        SequencedMap<String, Double> counters = new LinkedHashMap<>();
        for (String metric : METRICS) {
            int column = names.indexOf(metric);
            if (column >= 0) {
                number(fields.get(column)).ifPresent(value -> counters.put(metric, value));
            }
        }
        return counters;
    }

    /** Some settings of a language put commas between thousands; what a device does not count is no number. */
    private static Optional<Double> number(String text) {
        try {
            double value = Double.parseDouble(text.replace(",", ""));
            return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** {@code matmul_step(float *, int)} is {@code matmul_step}. */
    private static String function(String kernel) {
        return kernel.replaceFirst("\\(.*", "").strip();
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            fields.add(matcher.group(1).replace("\"\"", "\""));
        }
        return fields;
    }
}
