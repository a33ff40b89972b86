package tilewright.codegen;

import java.util.LinkedHashMap;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DriverFile;
import tilewright.codegen.print.SequentialFile;

/**
 * A generated program that stands on its own: kernel, driver, the sequential nest it is checked against, and a Makefile.
 * The compiler of its target is all that it needs.
 */
public final class Standalone {
    private Standalone() {}

    /**
     * The files of a CUDA program, by name.
     *
     * @param kernel the printed kernels
     * @param file name of the kernel's file, without extension
     * @param sizes values of the parameters at which it is timed when none are given
     */
    public static Map<String, String> cuda(
            Templates templates, KernelProgram program, String kernel, String file, Map<String, Long> sizes) {
        return files(templates, program, kernel, file, sizes, "cu");
    }

    /** The files of an OpenMP C program, by name; see {@link #cuda}. */
    public static Map<String, String> c(
            Templates templates, KernelProgram program, String source, String file, Map<String, Long> sizes) {
        return files(templates, program, source, file, sizes, "c");
    }

    private static Map<String, String> files(
            Templates templates,
            KernelProgram program,
            String source,
            String file,
            Map<String, Long> sizes,
            String extension) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(file + "." + extension, source);
        files.put(
                "driver." + extension,
                DriverFile.print(templates, "driver/driver." + extension + ".ftl", program, file, sizes));
        files.put("sequential.c", SequentialFile.print(templates, program.nest(), DriverFile.SEQUENTIAL));
        files.put(
                "Makefile",
                DriverFile.print(templates, "driver/Makefile." + extension + ".mk.ftl", program, file, sizes));
        return files;
    }
}
