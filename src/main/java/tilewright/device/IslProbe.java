package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import tilewright.isl.Context;
import tilewright.isl.IslUnavailableException;

/** Says which isl was loaded. */
final class IslProbe {
    private static final String SUBJECT = "isl";

    private IslProbe() {}

    static Finding examine() {
        try {
            return Finding.ok(SUBJECT, Context.islVersion() + file());
        } catch (IslUnavailableException | LinkageError e) {
            String message = String.valueOf(unavailable(e).getMessage());
            int remedy = message.indexOf(". Install ");
            return remedy < 0
                    ? Finding.missing(SUBJECT, message, "install libisl (Debian, Ubuntu: package libisl23)")
                    : Finding.missing(SUBJECT, message.substring(0, remedy), message.substring(remedy + 2));
        }
    }

    /** The binding loads isl when its class is initialised, which wraps what goes wrong. */
    private static Throwable unavailable(Throwable thrown) {
        return thrown.getCause() instanceof IslUnavailableException cause ? cause : thrown;
    }

    /** The loader knows a library by name only; the kernel knows which file it mapped. */
    private static String file() {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.map(line -> line.substring(line.indexOf('/') + 1))
                    .filter(path -> path.contains("libisl") || path.contains("libLLVM"))
                    .findFirst()
                    .map(path -> " at /" + path)
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
