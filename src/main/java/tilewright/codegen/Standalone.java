package tilewright.codegen;

import java.util.LinkedHashMap;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DriverFile;
import tilewright.codegen.print.DriverFile.About;
import tilewright.codegen.print.SequentialFile;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Program;
import tilewright.kernel.pass.Passes;

/**
 * A generated program that stands on its own: kernel, a header to call it by, driver, the sequential nest it is checked
 * against, a Makefile, a CMake project, modules for Fortran and Python, and a description of the candidate. The compiler of its target is
 * all that it needs.
 */
public final class Standalone {
    private Standalone() {}

    /**
     * The files of a program, by name.
     *
     * @param passes what improves a program for a device before it is printed
     */
    public static Map<String, String> files(Templates templates, Passes passes, KernelProgram program, About about) {
        String extension = about.cuda() ? ".cu" : ".c";
        String file = about.file();
        Map<String, String> files = new LinkedHashMap<>();
        if (about.cuda()) {
            Program threads = DeviceProgram.of(program, passes);
            files.put(file + ".cu", new CudaPrinter(templates, passes).print(threads));
            files.put(file + "_run.cu", DriverFile.printHost(templates, program, threads, about));
        } else {
            files.put(file + ".c", new CPrinter(templates).print(program, about.function()));
        }
        files.put(file + ".h", DriverFile.print(templates, "driver/header.h.ftl", program, about));
        files.put(
                "driver" + extension,
                DriverFile.print(templates, "driver/driver" + extension + ".ftl", program, about));
        files.put("sequential.c", SequentialFile.print(templates, program.nest(), DriverFile.SEQUENTIAL));
        files.put("Makefile", DriverFile.print(templates, "driver/Makefile" + extension + ".mk.ftl", program, about));
        files.put(about.library() + ".f90", DriverFile.print(templates, "driver/module.f90.ftl", program, about));
        files.put(
                "CMakeLists.txt",
                DriverFile.print(templates, "driver/CMakeLists" + extension + ".txt.ftl", program, about));
        files.put(
                about.library() + ".py",
                DriverFile.print(templates, "driver/module" + extension + ".py.ftl", program, about));
        files.put("README.md", DriverFile.print(templates, "driver/README.md.ftl", program, about));
        return files;
    }
}
