package tilewright.codegen;

import java.util.LinkedHashMap;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DriverFile;
import tilewright.codegen.print.DriverFile.About;
import tilewright.codegen.print.FortranLines;
import tilewright.codegen.print.SequentialFile;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Program;
import tilewright.kernel.Target;
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
     * @param target what a device offers; not asked where the program is for a host
     * @param passes what improves a program for a device before it is printed
     */
    public static Map<String, String> files(
            Templates templates, Target target, Passes passes, KernelProgram program, About about) {
        Language language = about.language();
        String ending = language.fileEnding();
        String driver = language.launches() ? ".cu" : ".c";
        String file = about.file();
        Map<String, String> files = new LinkedHashMap<>();
        if (language.launches()) {
            Program onDevice = DeviceProgram.of(program, target, passes);
            files.put(file + ending, new DevicePrinter(language, templates, target, passes).print(onDevice));
            files.put(file + "_run" + ending, DriverFile.printHost(templates, program, onDevice, about));
        } else {
            files.put(file + ending, new CPrinter(templates, passes).print(program, about.function()));
        }
        files.put(file + ".h", DriverFile.print(templates, "driver/header.h.ftl", program, about));
        files.put("driver" + ending, DriverFile.print(templates, "driver/driver" + driver + ".ftl", program, about));
        files.put("sequential.c", SequentialFile.print(templates, program.nest(), DriverFile.SEQUENTIAL));
        files.put(
                "Makefile",
                DriverFile.print(
                        templates,
                        "driver/Makefile." + (language == Language.HIP ? "hip" : driver.substring(1)) + ".mk.ftl",
                        program,
                        about));
        if (language.hasModules() && program.windows() == null) {
            files.put(
                    about.library() + ".f90",
                    FortranLines.wrapped(DriverFile.print(templates, "driver/module.f90.ftl", program, about)));
            files.put(
                    "CMakeLists.txt",
                    DriverFile.print(templates, "driver/CMakeLists" + driver + ".txt.ftl", program, about));
            files.put(
                    about.library() + ".py",
                    DriverFile.print(templates, "driver/module" + driver + ".py.ftl", program, about));
        }
        files.put("README.md", DriverFile.print(templates, "driver/README.md.ftl", program, about));
        return files;
    }
}
