package tilewright.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.model.UserError;

/** Looks for everything Tilewright can use on this machine. */
public final class Doctor {
    private Doctor() {}

    /** One finding per subject, in the order of the pipeline. */
    public static List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(java());
        findings.add(isl());
        findings.addAll(hostCompiler());
        findings.add(memory());
        findings.add(gpu());
        findings.add(nvrtc());
        findings.add(nvcc());
        return findings;
    }

    private static Finding java() {
        return Finding.ok(
                "Java",
                Runtime.version() + " at " + System.getProperty("java.home") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors");
    }

    private static Finding isl() {
        return IslProbe.examine();
    }

    private static List<Finding> hostCompiler() {
        try {
            HostCompiler compiler = HostCompiler.find();
            Finding found = Finding.ok("C compiler", compiler.description() + " at " + compiler.program());
            Finding openMp = compiler.hasOpenMp()
                    ? Finding.ok("OpenMP", "programs of the c target run on all processors")
                    : Finding.optional(
                            "OpenMP",
                            compiler.program() + " builds no OpenMP programs",
                            "install gcc, or libomp for clang; --target c needs it");
            return List.of(found, openMp);
        } catch (UserError e) {
            return List.of(Finding.optional(
                    "C compiler",
                    String.valueOf(e.getMessage()).replace('\n', ' '),
                    "verify and tune compare with the sequential nest that it compiles"));
        }
    }

    private static Finding memory() {
        String heap =
                "Java's heap may take " + ByteCount.of(Runtime.getRuntime().maxMemory());
        return Finding.ok(
                "Memory",
                machineMemory().map(total -> total + ", of which " + heap).orElse(heap));
    }

    /** Linux says it in a file; elsewhere it is not known without a module that small run-time images leave out. */
    private static Optional<String> machineMemory() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .map(line -> ByteCount.of(1024 * Long.parseLong(line.replaceAll("\\D", ""))))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Finding gpu() {
        try (Gpu gpu = Gpus.open(0)) {
            GpuProperties properties = gpu.properties();
            return Finding.ok(
                    "GPU",
                    properties.name() + " (" + properties.architecture() + ", "
                            + properties.multiprocessors() + " multiprocessors, "
                            + ByteCount.of(properties.memoryBytes()) + "), driver for CUDA "
                            + properties.driverVersion()
                            + ", through JCuda; " + (Gpus.count() - 1) + " further devices");
        } catch (UserError e) {
            String message = String.valueOf(e.getMessage());
            int end = message.indexOf("; run 'tilewright doctor'");
            return Finding.optional(
                    "GPU",
                    end < 0 ? message : message.substring(0, end),
                    "for --target cuda, install NVIDIA's driver and see that nvidia-smi works; --target c needs no"
                            + " GPU");
        } catch (GpuException e) {
            return Finding.optional(
                    "GPU",
                    String.valueOf(e.getMessage()),
                    "see that nvidia-smi works and that no other program has the GPU for itself");
        }
    }

    private static Finding nvrtc() {
        List<String> rejected = new ArrayList<>();
        Optional<Nvrtc> nvrtc = Nvrtc.find(rejected::add);
        return nvrtc.map(found -> Finding.ok("NVRTC", found.description() + " at " + found.library()))
                .orElseGet(() -> Finding.optional(
                        "NVRTC",
                        rejected.isEmpty() ? "no libnvrtc was found" : String.join("; ", rejected),
                        "for --target cuda, install the CUDA toolkit or 'pip install nvidia-cuda-nvrtc', or set "
                                + "TILEWRIGHT_NVRTC=/path/to/libnvrtc.so"));
    }

    private static Finding nvcc() {
        return Nvcc.find()
                .map(found -> Finding.ok("nvcc", found.description() + " at " + found.program()))
                .orElseGet(() ->
                        Finding.optional("nvcc", "not on the search path", "needed only where there is no NVRTC"));
    }
}
