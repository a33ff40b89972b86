package tilewright.tune;

import java.util.Locale;

/** The two kinds of programs. */
public enum Target {
    /** Kernels on an NVIDIA device. */
    CUDA,
    /** OpenMP C on the host. */
    C;

    /** The name on the command line and in JSON. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Ending of source files. */
    public String fileEnding() {
        return this == CUDA ? ".cu" : ".c";
    }
}
