package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import tilewright.cli.argument.Devices;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.GenerationLimits;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranking;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostLink;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.window.WindowTraffic;
import tilewright.tiling.window.Windows;

/** How much of a GPU's memory a program may take: where its arrays need more, it holds windows of them ({@link Windows}). */
public final class MemoryLimit {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s*([KMGT]?)(I?)B?");
    private static final String PREFIXES = "KMGT";

    /** Sizes of windows that are looked at: each a little larger than the one before. */
    private static final double STEP = 1.1;

    @Option(
            names = "--memory-limit",
            paramLabel = "SIZE",
            converter = Amount.class,
            description = {
                "Memory of the GPU for arrays, e.g. 1GB or 512MiB. Where they need more, they stay in the host's"
                        + " memory, and the device holds",
                "windows of them."
            })
    @Nullable
    String limit;

    /** Whether there is one. */
    public boolean isGiven() {
        return limit != null;
    }

    /** Asked before anything is planned: what is no amount needs no ranking to be refused. */
    static final class Amount implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (bytes(text) == 0) {
                throw new TypeConversionException("'" + text + "' leaves no memory at all; give an amount such as 1GB");
            }
            return text;
        }
    }

    /** Bytes, as many as 63 bits hold where the text says more. */
    private static long bytes(String text) {
        Matcher matcher = AMOUNT.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "': give an amount such as 1GB, 512MiB or 80GB");
        }
        BigDecimal unit = BigDecimal.valueOf(matcher.group(3).isEmpty() ? 1000 : 1024)
                .pow(matcher.group(2).isEmpty() ? 0 : PREFIXES.indexOf(matcher.group(2)) + 1);
        return new BigDecimal(matcher.group(1))
                .multiply(unit)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    /**
     * What a program does with windows.
     *
     * @param arithmetic predicted seconds of the program without windows; none where the model does not rank it
     * @param transfers seconds that the busier direction of the bus takes
     * @param gpu whose times they are
     */
    public record Streamed(
            Plan plan, WindowTraffic traffic, OptionalDouble arithmetic, double transfers, GpuDescription gpu) {
        public Candidate candidate() {
            return plan.candidate();
        }

        /** For people, a line. */
        public String text() {
            String time = arithmetic.isEmpty()
                    ? "at least " + Quantity.seconds(transfers)
                    : Quantity.seconds(together(arithmetic.getAsDouble(), transfers, gpu)) + " (arithmetic "
                            + Quantity.seconds(arithmetic.getAsDouble()) + ", transfers "
                            + Quantity.seconds(transfers) + " beside it)";
            return String.format(
                    Locale.ROOT,
                    "windows of %d rows and columns: %s of device memory, %s to the device and %s back in %d copies"
                            + " each way, predicted %s",
                    plan.candidate().options().window(),
                    Quantity.prefixed(traffic.deviceBytes()) + "B",
                    Quantity.prefixed(traffic.in()) + "B",
                    Quantity.prefixed(traffic.out()) + "B",
                    traffic.windows(),
                    time);
        }
    }

    /** The GPU whose memory is limited; there is none on a processor, which needs no ranking to be said. */
    public static GpuDescription requireGpu(Devices devices) {
        if (devices.described() instanceof GpuDescription gpu) {
            return gpu;
        }
        throw UserError.badInput("--memory-limit is for GPUs; leave it out for "
                + devices.described().fullName());
    }

    /**
     * The plan with windows where the limit asks for them.
     *
     * @param plan of arrays that the device holds whole
     * @param ranking of the whole space, where another candidate is to be taken
     * @return nothing where no limit is given, or it leaves room for all arrays
     * @throws UserError where the limit cannot be kept, with the reason
     */
    public Optional<Streamed> windows(
            Plan plan,
            Tiler tiler,
            LoopNest nest,
            SequencedMap<String, Long> sizes,
            Devices devices,
            Supplier<Ranking> ranking) {
        if (limit == null || plan.candidate().options().window() > 0) {
            return Optional.empty();
        }
        GpuDescription gpu = requireGpu(devices);
        long most = bytes(limit);
        long whole = nest.arrays().stream()
                .map(ArrayLayout::of)
                .mapToLong(a -> a.bytes(sizes::get))
                .sum();
        if (whole <= most) {
            return Optional.empty();
        }
        Candidate candidate = withoutPanels(plan.candidate(), ranking);
        int unit = unit(candidate);
        Windows shape = switch (tiler.plan(candidate.withWindow(2 * unit))) {
            case Verdict.Legal legal -> Windows.of(legal.plan());
            case Verdict.Illegal none ->
                throw UserError.badInput("--memory-limit " + limit + ": the arrays of " + nest.name() + " take "
                        + Quantity.prefixed(whole) + "B, and there are no windows of them: " + none.reason());
        };
        double rate = HostLink.of(gpu).bytesPerSecond();
        double arithmetic = predicted(candidate, tiler, sizes, devices).orElse(0);
        int window = fitting(shape, unit, sizes, most).stream()
                .min(Comparator.comparingDouble(w -> {
                    double steps = Math.ceilDiv(longest(sizes), (long) w);
                    return together(arithmetic, steps * whole / rate, gpu)
                            + steps * first(w, candidate, tiler, sizes, devices);
                }))
                .orElseThrow(() -> UserError.badInput("--memory-limit " + limit + ": windows of "
                        + nest.name() + " take "
                        + Quantity.prefixed(WindowTraffic.deviceBytes(shape, unit, sizes, DeviceProgram.STREAMS))
                        + "B at least, those of " + unit + " rows and columns; give more, or smaller blocks"));
        return Optional.of(streamed(Pipeline.plan(tiler, candidate.withWindow(window)), tiler, sizes, devices, gpu));
    }

    /** What the program of a plan with windows does. */
    static Streamed streamed(
            Plan plan, Tiler tiler, SequencedMap<String, Long> sizes, Devices devices, GpuDescription gpu) {
        WindowTraffic traffic = WindowTraffic.of(Windows.of(plan), sizes, DeviceProgram.STREAMS);
        double transfers =
                Math.max(traffic.in(), traffic.out()) / HostLink.of(gpu).bytesPerSecond();
        return new Streamed(
                plan, traffic, predicted(plan.candidate().withWindow(0), tiler, sizes, devices), transfers, gpu);
    }

    private static OptionalDouble predicted(
            Candidate candidate, Tiler tiler, SequencedMap<String, Long> sizes, Devices devices) {
        return Pipeline.predicted(tiler, sizes, devices.described(), candidate).stream()
                .mapToDouble(Prediction::seconds)
                .findFirst();
    }

    /**
     * Inside of windows, diagonal and panels are a small part: candidates that advance them a few iterations at a time have many more launches there, and
     * gain little.
     */
    private static Candidate withoutPanels(Candidate chosen, Supplier<Ranking> ranking) {
        return chosen.options().panel() == 0
                ? chosen
                : ranking.get().candidates().stream()
                        .map(RankedCandidate::candidate)
                        .filter(c -> c.options().panel() == 0)
                        .findFirst()
                        .orElse(chosen);
    }

    /** Windows are made of whole blocks, and their rows are aligned. */
    private static int unit(Candidate candidate) {
        int unit = GenerationLimits.ROW_ALIGNMENT;
        for (int block : candidate.block()) {
            unit = unit / gcd(unit, block) * block;
        }
        return unit;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static List<Integer> fitting(Windows shape, int unit, Map<String, Long> sizes, long most) {
        List<Integer> fitting = new ArrayList<>();
        long longest = longest(sizes);
        for (long w = unit; w < longest + unit; w = Math.max(w + unit, (long) (w * STEP) / unit * unit)) {
            if (WindowTraffic.deviceBytes(shape, (int) w, sizes, DeviceProgram.STREAMS) <= most) {
                fitting.add((int) w);
            }
        }
        return fitting;
    }

    /** Times of what goes on at the same time, as the model combines those of resources: beside transfers of all arrays in every step stands arithmetic. */
    private static double together(double arithmetic, double transfers, GpuDescription gpu) {
        double p = gpu.overlap();
        return Math.pow(Math.pow(arithmetic, p) + Math.pow(transfers, p), 1 / p);
    }

    /** The first window of a step, which nothing runs beside, takes what a whole problem of its size takes. */
    private static double first(
            int window, Candidate candidate, Tiler tiler, SequencedMap<String, Long> sizes, Devices devices) {
        SequencedMap<String, Long> one = new LinkedHashMap<>(sizes);
        one.replaceAll((name, value) -> Math.min(value, window));
        return predicted(candidate, tiler, one, devices).orElse(0);
    }

    private static long longest(Map<String, Long> sizes) {
        return sizes.values().stream().mapToLong(v -> v).max().orElse(0);
    }

    /** Says what was chosen. */
    static void say(Optional<Streamed> streamed, PrintWriter notes) {
        streamed.ifPresent(s -> notes.println("note: " + s.candidate() + ": " + s.text()));
    }
}
