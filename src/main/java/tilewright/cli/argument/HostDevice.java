package tilewright.cli.argument;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.cli.output.OutputFile;
import tilewright.device.CompileException;
import tilewright.device.HostCompiler;
import tilewright.device.HostMachine;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.HostDescription;
import tilewright.tune.calibration.HostCalibration;
import tilewright.tune.worker.OpenMp;

/**
 * This machine's processors as they were measured once: a device file in the user's cache folder, for each machine, number of threads
 * and compiler. A compiler is its version and its program's place: a script that adds options answers with the version of the compiler that it calls.
 *
 * @param folder of such files; null where nothing is measured and nothing kept
 */
public record HostDevice(@Nullable Path folder) {
    /** A system property: another folder for device files, or {@value #NONE}: nothing is measured, and nothing kept is read. */
    public static final String FOLDER = "tilewright.devices";

    public static final String NONE = "none";

    /** The folder of the user that runs this, as the XDG Base Directory Specification has it. */
    static HostDevice ofUser() {
        @Nullable String given = System.getProperty(FOLDER);
        return new HostDevice(given == null ? folder(System.getenv()) : given.equals(NONE) ? null : Path.of(given));
    }

    static Path folder(Map<String, String> environment) {
        @Nullable String cache = environment.get("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return base.resolve("tilewright").resolve("devices");
    }

    /** What was measured before; without it the generic host, adapted to what the system says. */
    HostDescription known() {
        return stored().orElseGet(DeviceCatalog::host);
    }

    /** What measures this machine. */
    interface Measurement {
        HostDescription measure(HostCompiler compiler) throws IOException;
    }

    /**
     * The same, but measures where nothing is stored, or nothing that can be used.
     *
     * @param err where is said that, and why not
     */
    HostDescription measured(PrintWriter err) {
        return measured(
                err,
                compiler -> HostCalibration.measure(
                        compiler, DeviceCatalog.host(), LocalDate.now().toString()));
    }

    /** The same by whatever measures. */
    HostDescription measured(PrintWriter err, Measurement measurement) {
        Optional<HostDescription> before = stored();
        Optional<HostCompiler> compiler = HostCompiler.search();
        if (before.isPresent() || folder == null || compiler.isEmpty()) {
            return known();
        }
        if (Files.exists(file(folder))) {
            err.println("note: " + file(folder) + " is damaged or of another version");
        }
        err.println(
                "measuring this machine's processors once, some seconds (as 'tilewright calibrate --target c' does)");
        err.flush();
        try {
            HostDescription measured = measurement.measure(compiler.get());
            Files.createDirectories(folder);
            OutputFile.write(file(folder), DeviceCatalog.write(measured));
            err.println("kept in " + file(folder));
            return measured;
        } catch (IOException | CompileException | UserError e) {
            err.println("note: this machine was not measured, so that a generic one is ranked for: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            return DeviceCatalog.host();
        }
    }

    private Optional<HostDescription> stored() {
        if (folder == null) {
            return Optional.empty();
        }
        Path file = file(folder);
        try {
            return Files.isRegularFile(file) && DeviceCatalog.find(file.toString()) instanceof HostDescription host
                    ? Optional.of(host)
                    : Optional.empty();
        } catch (UserError e) {
            return Optional.empty();
        }
    }

    static Path file(Path folder) {
        String threads = OpenMp.settings().getOrDefault("OMP_NUM_THREADS", "1");
        String compiler = HostCompiler.search()
                .map(c -> c.description() + " " + c.program())
                .orElse("");
        String name = HostMachine.describe().device() + " " + threads + " " + compiler;
        return folder.resolve(
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "") + ".json");
    }
}
