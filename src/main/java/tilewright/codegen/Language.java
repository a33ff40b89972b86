package tilewright.codegen;

/** What a generated program is written in. */
public enum Language {
    /** For NVIDIA's devices. */
    CUDA(".cu", "cuda", "nvcc"),
    /** For AMD's devices. */
    HIP(".hip.cpp", "hip", "hipcc"),
    /** OpenMP C, for the host. */
    C(".c", "", "gcc");

    private final String fileEnding;
    private final String runtime;
    private final String compiler;

    Language(String fileEnding, String runtime, String compiler) {
        this.fileEnding = fileEnding;
        this.runtime = runtime;
        this.compiler = compiler;
    }

    /** Ending of source files. */
    public String fileEnding() {
        return fileEnding;
    }

    /** What the names of the host's functions for a device begin with: {@code cudaMalloc}; empty where there is no device. */
    public String runtime() {
        return runtime;
    }

    /** The compiler that builds a program, as a command. */
    public String compiler() {
        return compiler;
    }

    /** Whether a host launches kernels on a device. */
    public boolean launches() {
        return this != C;
    }

    /** Whether modules for other languages than C and a project for CMake come with a program. */
    public boolean hasModules() {
        return this != HIP;
    }
}
