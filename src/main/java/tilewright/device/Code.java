package tilewright.device;

import java.util.List;

/**
 * Compiled code of one program; the same for all sizes.
 *
 * @param label the candidate, for messages
 * @param binary a cubin, or a shared library
 * @param kernels of a cubin; empty for a shared library
 */
public record Code(String label, Binary binary, List<KernelShape> kernels) {
    /** The function that a shared library exports. */
    public static final String HOST_FUNCTION = "run";

    public Code {
        kernels = List.copyOf(kernels);
    }
}
