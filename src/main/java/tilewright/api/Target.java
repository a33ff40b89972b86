package tilewright.api;

/** What programs are generated for. */
public enum Target {
    /** CUDA C++, for NVIDIA GPUs. */
    CUDA,
    /** HIP C++, for AMD GPUs; nothing has run on one. */
    HIP,
    /** C with OpenMP, for processors. */
    C
}
