package tilewright.tune.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import tilewright.device.Binary;
import tilewright.device.CudaCompiler;
import tilewright.device.HostCompiler;
import tilewright.device.TemporaryFolders;
import tilewright.tune.worker.OpenMp;

/** Compiles candidates for one target, and the sequential nest for the host. */
public interface Toolchain {
    /** How the source of a nest marks loops that threads share. */
    String OPEN_MP_LOOP = "#pragma omp parallel for";

    /** Compiler and version of candidates. */
    String description();

    /**
     * Compiles a candidate.
     *
     * @param name without blanks; it names files
     * @throws tilewright.device.CompileException with the compiler's log
     */
    Binary compile(String name, String source);

    /**
     * Compiles a candidate without contracting multiplications and additions, as the sequential nest is compiled; empty
     * where the compiler cannot.
     */
    Optional<Binary> compileExact(String name, String source);

    /**
     * Compiles the sequential nest as fast as the compiler alone makes it, with each of the options that a user would try;
     * empty where candidates do not run on the host.
     *
     * @return shared libraries by what they are called
     */
    SequencedMap<String, Binary> compilePeers(String source);

    /** Compiles the sequential nest. */
    Binary compileReference(String name, String source);

    /** The content of a file, which is not needed any more: a long sweep must not fill the disk. */
    private static Binary taken(Path file) {
        Binary binary = Binary.of(file);
        TemporaryFolders.deleteFile(file);
        return binary;
    }

    /** For the host. */
    static Toolchain host(HostCompiler compiler, Path folder) {
        return new Toolchain() {
            @Override
            public String description() {
                return compiler.description();
            }

            @Override
            public Binary compile(String name, String source) {
                // Two builds of one candidate, as reference and as candidate, may run at once: each has a folder of its
                // own.
                try {
                    Path own = Files.createTempDirectory(folder, "build");
                    try {
                        return Binary.of(compiler.compile(name, source, own));
                    } finally {
                        TemporaryFolders.delete(own);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public Optional<Binary> compileExact(String name, String source) {
                return Optional.of(taken(compiler.compileExact(name, source, folder)));
            }

            @Override
            public SequencedMap<String, Binary> compilePeers(String source) {
                SequencedMap<String, Binary> peers = new LinkedHashMap<>();
                int threads = OpenMp.threads();
                String flags = "the nest as written, -O3 -march=native";
                peers.put(flags + ", one thread", taken(compiler.compilePeer("peer-1", source, 1, folder)));
                if (threads > 1 && source.contains(OPEN_MP_LOOP)) {
                    peers.put(
                            flags + " -fopenmp, its outermost parallel loops shared by " + threads + " threads",
                            taken(compiler.compile("peer-openmp", source, folder)));
                }
                if (threads > 1 && !compiler.isClang()) {
                    peers.put(
                            flags + " -ftree-parallelize-loops=" + threads,
                            taken(compiler.compilePeer("peer-" + threads, source, threads, folder)));
                }
                return peers;
            }

            @Override
            public Binary compileReference(String name, String source) {
                return taken(compiler.compileReference(name, source, folder));
            }
        };
    }

    /** For a CUDA device. */
    static Toolchain cuda(CudaCompiler compiler, String architecture, HostCompiler host, Path folder) {
        return new Toolchain() {
            @Override
            public String description() {
                return compiler.description();
            }

            @Override
            public Binary compile(String name, String source) {
                return Binary.of(compiler.compile(name, source, architecture));
            }

            @Override
            public Optional<Binary> compileExact(String name, String source) {
                return Optional.empty();
            }

            @Override
            public SequencedMap<String, Binary> compilePeers(String source) {
                return new LinkedHashMap<>();
            }

            @Override
            public Binary compileReference(String name, String source) {
                return taken(host.compileReference(name, source, folder));
            }
        };
    }
}
