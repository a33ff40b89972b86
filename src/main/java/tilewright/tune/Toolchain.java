package tilewright.tune;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tilewright.device.CudaCompiler;
import tilewright.device.HostCompiler;

/** Compiles candidates for one target, and the sequential nest for the host. */
interface Toolchain {
    /** Compiler and version of candidates. */
    String description();

    /**
     * Compiles a candidate.
     *
     * @param name without blanks; it names files
     * @throws tilewright.device.CompileException with the compiler's log
     */
    Path compile(String name, String source);

    /** Compiles the sequential nest. */
    Path compileReference(String name, String source);

    /** For the host. */
    static Toolchain host(HostCompiler compiler, Path folder) {
        return new Toolchain() {
            @Override
            public String description() {
                return compiler.description();
            }

            @Override
            public Path compile(String name, String source) {
                return compiler.compile(name, source, folder);
            }

            @Override
            public Path compileReference(String name, String source) {
                return compiler.compileReference(name, source, folder);
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
            public Path compile(String name, String source) {
                try {
                    byte[] cubin = compiler.compile(name, source, architecture);
                    return Files.write(folder.resolve(name + ".cubin"), cubin);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public Path compileReference(String name, String source) {
                return host.compileReference(name, source, folder);
            }
        };
    }
}
