package tilewright.api;

/** What programs are generated for. */
public enum Target {
    /** CUDA C++, for NVIDIA GPUs. */
    CUDA,
    /** C with OpenMP, for processors. */
    C
}
