package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs programs on the host's processors. */
public final class HostMachine implements Machine {
    private static final long LEAST_FLUSH_BYTES = 64L << 20;
    private static final long MOST_FLUSH_BYTES = 1L << 30;

    private @Nullable HostMemory flushed;

    @Override
    public MachineInfo info() {
        return describe();
    }

    /** The same without opening anything. */
    public static MachineInfo describe() {
        return new MachineInfo(
                processor(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "",
                Runtime.getRuntime().availableProcessors(),
                "");
    }

    /**
     * Runs a program to its end.
     *
     * @param environment added to that of this process
     * @return what it printed on standard output: warnings of its libraries go to standard error
     * @throws IOException if it fails, or does not end within the limit
     */
    public static String output(Path program, Map<String, String> environment, Duration limit) throws IOException {
        Processes.Result result = Processes.run(List.of(program.toString()), environment, limit);
        if (result.exitCode() != 0) {
            throw new IOException(program.getFileName() + " ended with code " + result.exitCode() + ": "
                    + result.said().strip());
        }
        return result.printed();
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElseGet(() -> System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    @Override
    public Workspace workspace(GuardedArrays input) {
        return new HostWorkspace(input, input.copy());
    }

    @Override
    public Loaded load(Code code) {
        return new LoadedLibrary(code);
    }

    /**
     * Reads more than the last-level cache holds. Written lines would be left in the caches, and each line that the program fetches would have to wait
     * until one of them is in memory.
     */
    private void flushCache() {
        if (flushed == null) {
            long bytes = Math.max(LEAST_FLUSH_BYTES, 2 * largestCacheBytes());
            flushed = HostMemory.allocate(Math.min(MOST_FLUSH_BYTES, bytes));
            // Pages that nobody wrote to may all be one.
            flushed.fill(1);
        }
        long half = flushed.bytes() / 2;
        if (flushed.slice(0, half).mismatch(flushed.slice(half, half)) >= 0) {
            throw new IllegalStateException("a program wrote to memory that is not its own");
        }
    }

    private static long largestCacheBytes() {
        try (Stream<Path> caches = Files.list(Path.of("/sys/devices/system/cpu/cpu0/cache"))) {
            return caches.map(cache -> cache.resolve("size"))
                    .filter(Files::isReadable)
                    .mapToLong(HostMachine::cacheBytes)
                    .max()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /** The file holds e.g. {@code 32768K}. */
    private static long cacheBytes(Path file) {
        try {
            String text = Files.readString(file).strip();
            long number = Long.parseLong(text.replaceAll("\\D", ""));
            return text.endsWith("M") ? number << 20 : text.endsWith("K") ? number << 10 : number;
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        if (flushed != null) {
            flushed.close();
            flushed = null;
        }
    }

    private record HostWorkspace(GuardedArrays input, GuardedArrays work) implements Workspace {
        @Override
        public void restore() {
            work.copyFrom(input);
        }

        @Override
        public void perturb(int time) {
            work.perturb(time);
        }

        @Override
        public GuardedArrays result() {
            return work;
        }

        @Override
        public void close() {
            work.close();
            input.close();
        }
    }

    private final class LoadedLibrary implements Loaded {
        private final Code code;
        private @Nullable HostLibrary library;

        LoadedLibrary(Code code) {
            this.code = code;
        }

        @Override
        public List<KernelResources> resources() {
            return List.of();
        }

        @Override
        public Run prepare(ProgramInstance instance, Workspace workspace) {
            if (library == null) {
                library = HostLibrary.load(
                        code.binary(),
                        Code.HOST_FUNCTION,
                        instance.arrays().size(),
                        instance.sizes().size());
            }
            return new HostRun(library, instance, (HostWorkspace) workspace);
        }

        @Override
        public void close() {
            // A library stays loaded: see HostLibrary.
        }
    }

    private final class HostRun implements Run {
        private final HostLibrary library;
        private final ProgramInstance instance;
        private final HostWorkspace workspace;

        HostRun(HostLibrary library, ProgramInstance instance, HostWorkspace workspace) {
            this.library = library;
            this.instance = instance;
            this.workspace = workspace;
        }

        @Override
        public void stepwise() {
            once();
        }

        @Override
        public void once() {
            library.run(workspace.work().memories(), instance.parameters());
        }

        @Override
        public double time() {
            workspace.restore();
            flushCache();
            List<HostMemory> memories = workspace.work().memories();
            List<Integer> parameters = instance.parameters();
            long start = System.nanoTime();
            library.run(memories, parameters);
            return (System.nanoTime() - start) * 1e-9;
        }

        @Override
        public LaunchMode mode() {
            return LaunchMode.CALL;
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
