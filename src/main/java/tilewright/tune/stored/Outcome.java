package tilewright.tune.stored;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.device.KernelResources;
import tilewright.device.LaunchMode;
import tilewright.device.Observed;

/**
 * What happened to one candidate.
 *
 * @param message what the compiler, driver or comparison said; null when all is well
 * @param runs seconds of each timed run; empty unless the status is OK
 * @param kernels what the compiler gave each kernel; empty on the host
 * @param kernelSeconds what the launches of each kernel take without the others; empty where that is not known
 * @param maxRelativeError largest deviation from the reference; null when nothing was compared
 * @param mode how runs were launched; null when there were none
 * @param observed what the device's meters said; null where nobody asked, or there are none
 */
public record Outcome(
        Status status,
        @Nullable String message,
        List<Double> runs,
        List<KernelResources> kernels,
        List<Double> kernelSeconds,
        @Nullable Double maxRelativeError,
        @Nullable LaunchMode mode,
        @Nullable Observed observed) {
    public Outcome {
        runs = List.copyOf(runs);
        kernels = List.copyOf(kernels);
        kernelSeconds = List.copyOf(kernelSeconds);
    }

    /** Without times of single kernels. */
    public Outcome(
            Status status,
            @Nullable String message,
            List<Double> runs,
            List<KernelResources> kernels,
            @Nullable Double maxRelativeError,
            @Nullable LaunchMode mode) {
        this(status, message, runs, kernels, List.of(), maxRelativeError, mode, null);
    }

    /** With times of single kernels. */
    public Outcome withKernelSeconds(List<Double> seconds) {
        return new Outcome(status, message, runs, kernels, seconds, maxRelativeError, mode, observed);
    }

    /** With what meters said. */
    public Outcome withObserved(@Nullable Observed seen) {
        return new Outcome(status, message, runs, kernels, kernelSeconds, maxRelativeError, mode, seen);
    }

    /** A candidate without a time. */
    public static Outcome failure(Status status, @Nullable String message) {
        return new Outcome(status, message, List.of(), List.of(), null, null);
    }

    /** Largest number of registers per thread of any kernel; null where nothing is known. */
    public @Nullable Integer registers() {
        return kernels.isEmpty()
                ? null
                : (Integer) kernels.stream()
                        .mapToInt(KernelResources::registers)
                        .max()
                        .orElseThrow();
    }

    /** Most shared memory per block of any kernel in bytes; null where nothing is known. */
    public @Nullable Integer sharedBytes() {
        return kernels.isEmpty()
                ? null
                : (Integer) kernels.stream()
                        .mapToInt(KernelResources::sharedBytes)
                        .max()
                        .orElseThrow();
    }

    /** Most local memory (spills) per thread of any kernel in bytes; null where nothing is known. */
    public @Nullable Integer localBytes() {
        return kernels.isEmpty()
                ? null
                : (Integer) kernels.stream()
                        .mapToInt(KernelResources::localBytes)
                        .max()
                        .orElseThrow();
    }

    /** The least occupancy of any kernel; null where nothing is known. */
    public @Nullable Double occupancy() {
        double least =
                kernels.stream().mapToDouble(KernelResources::occupancy).min().orElse(0);
        return least > 0 ? (Double) least : null;
    }
}
