package tilewright.device;

import org.jspecify.annotations.Nullable;

/**
 * A call of the CUDA driver that failed: which call, what the driver said, and, where known, the kernel and the
 * candidate it happened to.
 */
public final class GpuException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int code;
    private final String error;
    private final @Nullable String kernel;
    private final @Nullable String candidate;

    /**
     * @param call function of the driver API, e.g. {@code cuLaunchKernel}
     * @param code numeric CUresult
     * @param error its name and meaning, e.g. {@code CUDA_ERROR_ILLEGAL_ADDRESS}
     */
    public GpuException(String call, int code, String error) {
        this(call, code, error, null, null, null);
    }

    private GpuException(
            String call,
            int code,
            String error,
            @Nullable String kernel,
            @Nullable String candidate,
            @Nullable Throwable cause) {
        super(message(call, code, error, kernel, candidate), cause);
        this.call = call;
        this.code = code;
        this.error = error;
        this.kernel = kernel;
        this.candidate = candidate;
    }

    /** The same error, with the kernel named; a kernel named before stays. */
    public GpuException inKernel(String name) {
        return kernel != null ? this : new GpuException(call, code, error, name, candidate, this);
    }

    /** The same error, with the candidate named; a candidate named before stays. */
    public GpuException ofCandidate(String name) {
        return candidate != null ? this : new GpuException(call, code, error, kernel, name, this);
    }

    /**
     * Whether the context is lost: after an illegal address (700), a time-out (702), an assertion, a trap, a misaligned
     * address, a failed launch (710, 714 .. 719) or an uncorrectable memory error (214, 220) every later call fails too,
     * and only a new process helps. An unknown error (999) is taken for one of them.
     */
    public boolean losesContext() {
        return switch (code) {
            case 214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719, 999 -> true;
            default -> false;
        };
    }

    private static String message(
            String call, int code, String error, @Nullable String kernel, @Nullable String candidate) {
        return call
                + " failed: "
                + error
                + " ("
                + code
                + ")"
                + (kernel == null ? "" : ", kernel " + kernel)
                + (candidate == null ? "" : ", candidate " + candidate);
    }
}
