package tilewright.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.model.UserError;

/** CUDA source to machine code. Implementations may be used by several threads at once. */
public interface CudaCompiler {
    /** Name and version, e.g. {@code nvrtc 13.0}. */
    String description();

    /**
     * @param name of the source, for messages
     * @param source CUDA C++ that includes nothing
     * @param architecture e.g. {@code sm_90}
     * @return a cubin
     * @throws CompileException with the compiler's log
     */
    byte[] compile(String name, String source, String architecture);

    /**
     * NVRTC where it is installed, else nvcc.
     *
     * @throws UserError (exit code 3) that says where was looked and what to do
     */
    static CudaCompiler find() {
        List<String> tried = new ArrayList<>();
        Optional<Nvrtc> nvrtc = Nvrtc.find(tried::add);
        if (nvrtc.isPresent()) {
            return nvrtc.get();
        }
        return Nvcc.find()
                .map(CudaCompiler.class::cast)
                .orElseThrow(() -> new UserError(
                        UserError.MISSING_TOOL,
                        "no CUDA compiler: found neither libnvrtc nor nvcc"
                                + (tried.isEmpty() ? "" : " (" + String.join("; ", tried) + ")")
                                + ". Install the CUDA toolkit, or 'pip install nvidia-cuda-nvrtc', or set "
                                + "TILEWRIGHT_NVRTC=/path/to/libnvrtc.so; '--target c' needs no CUDA"));
    }
}
