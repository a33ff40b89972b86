package tilewright.ranking.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What cannot be right in a description of a GPU, and where two descriptions of one GPU differ. A device that other programs use while it is
 * measured, a lowered clock and a slip of the pen in a file show here.
 */
public final class Plausibility {
    /** What a rate may lie above its limit by: clocks vary while rates are measured. */
    private static final double SLACK = 1.05;

    /** What working caches and memories reach at least of their limits. */
    private static final double LEAST_SHARE = 0.5;

    /** Bytes that shared memory moves per clock and multiprocessor: 32 banks of 4 bytes (CUDA C++ Programming Guide). */
    private static final int SHARED_BYTES_PER_CLOCK = 128;

    private final GpuDescription gpu;
    private final List<String> found = new ArrayList<>();

    private Plausibility(GpuDescription gpu) {
        this.gpu = gpu;
    }

    /** One sentence for each contradiction; none for a description that may be right, or whose rates nobody has measured. */
    public static List<String> contradictions(GpuDescription gpu) {
        if (gpu.sources().containsKey(GpuFacts.SCALED)) {
            return List.of();
        }
        Plausibility check = new Plausibility(gpu);
        check.memory();
        check.instructions();
        check.latencies();
        return List.copyOf(check.found);
    }

    private void memory() {
        GpuDescription.Memory m = gpu.memory();
        double shared = SHARED_BYTES_PER_CLOCK * gpu.clockHertz() * gpu.processors();
        below(
                "memory.globalBytesPerSecond",
                m.globalBytesPerSecond(),
                "the memory's interface",
                m.interfaceBytesPerSecond());
        reaches(
                "memory.globalBytesPerSecond",
                m.globalBytesPerSecond(),
                "the memory's interface",
                m.interfaceBytesPerSecond());
        below("memory.globalBytesPerSecond", m.globalBytesPerSecond(), "L2", m.cacheBytesPerSecond());
        below("memory.cacheBytesPerSecond", m.cacheBytesPerSecond(), "shared memory", m.sharedBytesPerSecond());
        below("memory.pathBytesPerSecond", m.pathBytesPerSecond(), "all of L2", m.cacheBytesPerSecond());
        below("memory.sharedBytesPerSecond", m.sharedBytesPerSecond(), "the banks of all multiprocessors", shared);
        reaches("memory.sharedBytesPerSecond", m.sharedBytesPerSecond(), "the banks of all multiprocessors", shared);
    }

    private void instructions() {
        GpuDescription.Limits limits = gpu.limits();
        double issue = (double) limits.schedulers() * limits.warp() * gpu.clockHertz() * gpu.processors();
        below("instructions.issuePerSecond", gpu.instructions().issuePerSecond(), "the warp schedulers", issue);
        reaches("instructions.issuePerSecond", gpu.instructions().issuePerSecond(), "the warp schedulers", issue);
        gpu.instructions()
                .types()
                .forEach((type, rates) -> rates.forEach((operation, rate) -> {
                    if (rate.issueSlots() >= 1) {
                        String name = "instructions.types." + type + "." + operation;
                        below(name, rate.perSecond() * rate.issueSlots(), "the warp schedulers", issue);
                        isThereLater(name, rate.latencySeconds());
                    }
                }));
    }

    private void latencies() {
        GpuDescription.Latency l = gpu.latency();
        before("latency.shared", l.shared(), "latency.cache", l.cache());
        before("latency.cache", l.cache(), "latency.launch", l.launch());
        before("latency.graphLaunch", l.graphLaunch(), "latency.launch", l.launch());
        for (int b = 1; b < l.barrier().size(); b++) {
            GpuDescription.Latency.Barrier few = l.barrier().get(b - 1);
            GpuDescription.Latency.Barrier many = l.barrier().get(b);
            before(
                    "a barrier of " + few.threads() + " threads",
                    few.seconds(),
                    "one of " + many.threads(),
                    many.seconds());
        }
    }

    private void below(String name, double rate, String limit, double most) {
        if (rate > SLACK * most) {
            found.add(name + " is " + number(rate) + "/s, more than " + limit + " can do (" + number(most) + "/s)");
        }
    }

    private void reaches(String name, double rate, String limit, double most) {
        if (rate < LEAST_SHARE * most) {
            found.add(name + " is " + number(rate) + "/s, " + percent(rate / most) + " of what " + limit
                    + " can do: is the GPU in use by others, or its clock lowered?");
        }
    }

    /** No instruction's result is there before the next clock. */
    private void isThereLater(String name, double seconds) {
        double clock = 1 / gpu.clockHertz();
        if (seconds < clock) {
            found.add(name + " has its result after " + number(seconds) + " s, within a clock (" + number(clock)
                    + " s): has the compiler left steps out, or did the clock change?");
        }
    }

    private void before(String name, double seconds, String other, double longer) {
        if (seconds <= 0 || seconds > SLACK * longer) {
            found.add(name + " takes " + number(seconds) + " s and " + other + " " + number(longer) + " s");
        }
    }

    /**
     * Where a description differs from another of the same GPU by more than a share, largest first.
     *
     * @param share of the other's figure, e.g. 0.1
     */
    public static List<String> deviations(GpuDescription gpu, GpuDescription other, double share) {
        Map<String, Double> theirs = figures(other);
        Map<String, Double> ratios = new TreeMap<>();
        figures(gpu).forEach((name, value) -> {
            Double known = theirs.get(name);
            if (known != null && known > 0 && Math.abs(value / known - 1) > share) {
                ratios.put(name, value / known);
            }
        });
        return ratios.entrySet().stream()
                .sorted((a, b) -> Double.compare(Math.abs(Math.log(b.getValue())), Math.abs(Math.log(a.getValue()))))
                .map(e -> e.getKey() + ": " + percent(e.getValue()) + " of the known figure")
                .toList();
    }

    private static Map<String, Double> figures(GpuDescription gpu) {
        Map<String, Double> all = new TreeMap<>();
        gpu.instructions()
                .types()
                .forEach((type, rates) -> rates.forEach((operation, rate) -> {
                    all.put(type + " " + operation + ", rate", rate.perSecond());
                    all.put(type + " " + operation + ", latency", rate.latencySeconds());
                }));
        GpuDescription.Memory m = gpu.memory();
        all.put("global memory", m.globalBytesPerSecond());
        all.put("L2", m.cacheBytesPerSecond());
        all.put("L2, one multiprocessor", m.pathBytesPerSecond());
        all.put("shared memory", m.sharedBytesPerSecond());
        GpuDescription.Latency l = gpu.latency();
        all.put("launch in a stream", l.launch());
        all.put("launch in a graph", l.graphLaunch());
        all.put("between working kernels of a graph", l.drain());
        all.put("all blocks meet", l.gridSync());
        all.put("block that loads and stores", l.block());
        all.put("between the starts of two blocks", l.dispatch());
        all.put("load from L2", l.cache());
        all.put("load from shared memory", l.shared());
        l.barrier().forEach(b -> all.put("barrier of " + b.threads() + " threads", b.seconds()));
        return all;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
