package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.codegen.print.DriverFile;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.fortran.FortranOptions;
import tilewright.parse.fortran.FortranParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** The Fortran module that {@code generate} writes is compiled by gfortran and called by Fortran programs. */
class FortranModuleTest {
    @TempDir
    Path folder;

    /** Writes the folder of a program in C, or one for CUDA. */
    private void write(LoopNest nest, String file, boolean cuda, List<Integer> block, List<Integer> thread)
            throws IOException {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Verdict verdict = tiler.plan(new Candidate(block, thread, new Candidate.Options(8, 1)));
            var plan = ((Verdict.Legal) verdict).plan();
            var program = cuda ? Lowering.lowerForDevice(plan) : Lowering.lower(plan);
            DriverFile.About about = new DriverFile.About(file, cuda ? Language.CUDA : Language.C, Map.of(), List.of());
            Map<String, String> files =
                    Standalone.files(Templates.packed(), Comparison.H200, Passes.OF_DEVICES, program, about);
            for (Map.Entry<String, String> entry : files.entrySet()) {
                Files.writeString(folder.resolve(entry.getKey()), entry.getValue());
            }
        }
    }

    private void gfortran(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                "gfortran",
                "-Wall",
                "-Werror",
                "-Wno-unused-dummy-argument",
                "-Wno-integer-division",
                "-J",
                folder.toString()));
        command.addAll(List.of(arguments));
        HostCode.run(command);
    }

    private String path(String file) {
        return folder.resolve(file).toString();
    }

    @Test
    void aFortranProgramCallsTheTiledKernelInsteadOfItsOwn() throws Exception {
        Gfortran.assumeInstalled();
        Path original = Path.of("loopnests/fortran/lu-columns.f90");
        LoopNest nest = FortranParser.parse(original, FortranOptions.NONE).nest();
        write(nest, "lu_columns", false, List.of(1, 8, 16), List.of(1, 2, 4));
        Files.writeString(folder.resolve("main.f90"), """
            program main
              use lu_columns, only: factor
              use tiled_lu_columns, only: lu_columns_tiled
              implicit none
              double precision, allocatable :: a(:, :), b(:, :)
              integer :: n, i
              do n = 1, 100, 9
                allocate (a(n, n))
                call random_number(a)
                do i = 1, n
                  a(i, i) = a(i, i) + n
                end do
                b = a
                call factor(n, a)
                call lu_columns_tiled(b, n)
                if (maxval(abs(a - b)) > 1d-13*n) error stop 'different'
                deallocate (a)
              end do
              print '(a)', 'equal'
            end program main
            """);
        HostCode.run(List.of("make", "-s", "-C", folder.toString(), "lu_columns.o"));
        gfortran(
                "-fopenmp",
                "-o",
                path("main"),
                original.toString(),
                path("tiled_lu_columns.f90"),
                path("main.f90"),
                path("lu_columns.o"),
                "-lm");
        assertEquals("equal\n", HostCode.run(List.of(path("main"))));
    }

    /** Bounds, scalars, types and names that are hard to say in Fortran. */
    private static final String ODD = """
        param n, m
        real s, RUN(n, m), _x(-1:n/2, 0:max(n, m), 3)
        double precision c_loc(n)
        integer*2 h(n)
        logical modulo_(n)
        do i = 1, n
          do j = 1, m
            RUN(i,j) = s * RUN(i,j) + _x(i/2,j,2)
          enddo
        enddo
        do i = 1, n
          h(i) = h(i) + 1
          c_loc(i) = merge(1.5, c_loc(i), modulo_(i))
        enddo
        """;

    @Test
    void arraysOfAllKindsKeepTheirPlaces() throws Exception {
        Gfortran.assumeInstalled();
        write(NestParser.parse("odd", ODD), "odd", false, List.of(8, 8), List.of(2, 2));
        Files.writeString(folder.resolve("main.f90"), """
            program main
              use tiled_odd
              implicit none
              integer, parameter :: n = 37, m = 21
              real :: s, run(m, n), x(3, 0:max(n, m), -1:n/2), expected(m, n)
              double precision :: c(n)
              integer(2) :: h(n)
              logical :: l(n)
              integer :: i, j
              s = 2
              call random_number(run)
              call random_number(x)
              c = 0
              do i = 1, n
                l(i) = mod(i, 3) == 0
                h(i) = int(i, 2)
                do j = 1, m
                  expected(j, i) = s*run(j, i) + x(2, j, i/2)
                end do
              end do
              call odd_tiled(s, run, x, c, h, l, n, m)
              if (any(abs(run - expected) > 1e-6*expected)) error stop 'real'
              if (any(h /= [(i + 1, i = 1, n)])) error stop 'integer'
              if (any(c /= merge(1.5d0, 0d0, l))) error stop 'logical'
              print '(a)', 'equal'
            end program main
            """);
        HostCode.run(List.of("make", "-s", "-C", folder.toString(), "odd.o"));
        gfortran("-fopenmp", "-o", path("main"), path("tiled_odd.f90"), path("main.f90"), path("odd.o"), "-lm");
        assertEquals("equal\n", HostCode.run(List.of(path("main"))));
    }

    @Test
    void moduleOfADeviceProgramCompiles() throws Exception {
        Gfortran.assumeInstalled();
        write(NestParser.parse("odd", ODD), "odd", true, List.of(8, 8), List.of(2, 2));
        gfortran("-c", "-o", path("module.o"), path("tiled_odd.f90"));
        String text = Files.readString(folder.resolve("tiled_odd.f90"));
        assertTrue(text.contains("function odd_run(s, RUN, "), text);
        assertTrue(text.contains("public :: odd_RUN_pitch"), text);
    }
}
