package tilewright.tune.stored;

import java.util.Locale;
import tilewright.codegen.Language;
import tilewright.model.UserError;

/** The kinds of programs. */
public enum Target {
    /** Kernels on an NVIDIA device. */
    CUDA,
    /** Kernels on an AMD device: generated and emulated, but there is no machine to run them on. */
    HIP,
    /** OpenMP C on the host. */
    C;

    /** The name on the command line and in JSON. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What its programs are written in. */
    public Language language() {
        return Language.valueOf(name());
    }

    /**
     * That programs cannot run, because there was no such device to build that for.
     *
     * @param command what was asked for
     */
    public UserError notRun(String command) {
        return UserError.badInput(
                "--target " + jsonName() + ": '" + command + "' is not built for it, because there was no"
                        + " such device to measure on; 'generate' writes the program, 'verify' emulates it");
    }

    /** Ending of source files. */
    public String fileEnding() {
        return language().fileEnding();
    }
}
