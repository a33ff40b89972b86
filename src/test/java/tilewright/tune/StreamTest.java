package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Time tiles whose blocks move through their box plane by plane. */
@Order(1)
class StreamTest {
    /** Two steps of memory, a coefficient per point, reads in corners and at distance two. */
    private static final LoopNest WAVE = NestParser.parse("wave", """
        real u(n, n, n), v(n, n, n), c(n, n, n)
        do t = 1, steps
          do i = 3, n - 2
            do j = 2, n - 1
              do k = 2, n - 1
                v(i,j,k) = 0.5 * u(i,j,k) - 0.25 * v(i,j,k) + 0.125 * c(i,j,k) * (u(i+2,j,k) - u(i-2,j,k) + u(i+1,j-1,k+1) + u(i,j+1,k-1))
              enddo
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              do k = 2, n - 1
                u(i,j,k) = 0.25 * (v(i,j,k) + v(i-1,j,k) + v(i,j,k+1) + c(i,j+1,k))
              enddo
            enddo
          enddo
        enddo
        """);

    private static EmulatedPrograms program(LoopNest nest, List<Integer> block, List<Integer> thread) {
        return program(nest, block, thread, 1);
    }

    /** @param planes at a time, or 0 where blocks hold all of them */
    private static EmulatedPrograms program(LoopNest nest, List<Integer> block, List<Integer> thread, int planes) {
        EmulatedPrograms program =
                EmulatedPrograms.of(nest, new Candidate(block, thread, new Candidate.Options(1, 1, planes)));
        assertNotNull(program.plan().family().time(), "no time tiles");
        return program;
    }

    private static void agrees(EmulatedPrograms program, long n, long steps) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        program.nest().parameters().forEach(p -> sizes.put(p, p.equals("n") ? n : steps));
        EmulatedCase.Result result = program.run(sizes, sizes.hashCode());
        assertTrue(result.ok(), () -> sizes + " " + result.verification().message());
    }

    @Test
    void heatIsComputedPlaneByPlane() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        EmulatedPrograms program = program(heat, List.of(1, 5, 4, 12), List.of(1, 1, 2, 2));
        for (long steps : List.of(1L, 2L, 3L)) {
            agrees(program, 11, steps);
        }
        agrees(program, 19, 2);
    }

    /** Full blocks along j and k whose box ends outside along i, where planes that no statement writes must stay as they are. */
    @Test
    void fullBlocksEndAtPlanesOutside() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        agrees(program(heat, List.of(1, 5, 4, 4), List.of(1, 1, 2, 2)), 21, 3);
        agrees(program(heat, List.of(2, 6, 8, 8), List.of(1, 1, 4, 2)), 27, 2);
        agrees(program(WAVE, List.of(1, 7, 4, 4), List.of(1, 1, 4, 2)), 25, 2);
    }

    /** Neighbours may get a register before anything is in it: compilers must not take it that this never happens. */
    @Test
    void whatIsHandedOverHasAValueFromTheStart() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        String text = KernelText.print(
                program(heat, List.of(1, 5, 4, 12), List.of(1, 1, 2, 2)).program());
        assertTrue(text.contains("register a_ijk2: f32[4][6] align 16 = {}"), text);
        assertTrue(text.contains("register a_ijk: f32[2][2] align 16\n"), text);
    }

    @Test
    void severalIterationsOfTheTimeLoopShareALaunch() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        EmulatedPrograms program = program(heat, List.of(2, 6, 8, 8), List.of(1, 1, 4, 2));
        agrees(program, 17, 3);
        agrees(program, 17, 4);
    }

    /** Arrays as large as one box, as several, a little larger, and smaller: the first and the last block own what lies at the ends. */
    @Test
    void boxesBeginAndEndWithTheArrays() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        EmulatedPrograms program = program(heat, List.of(1, 9, 12, 12), List.of(1, 1, 4, 4));
        for (long n : List.of(2L, 7L, 16L, 17L, 28L, 30L)) {
            agrees(program, n, 3);
        }
    }

    /** The last boxes begin earlier than their place says, by some rows, and by whole accesses along a row or by part of one. */
    @Test
    void boxesThatWouldEndBeyondTheArraysBeginEarlier() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        EmulatedPrograms program = program(heat, List.of(1, 6, 8, 8), List.of(1, 1, 2, 4));
        agrees(program, 24, 3);
        agrees(program, 27, 2);
    }

    /** Statements that read two points away leave two at either end of a thread's points as they are. */
    @Test
    void pointsAtTheEndsOfThreadsAreKept() {
        LoopNest wide = NestParser.parse("wide", """
            real u(n, n, n), v(n, n, n)
            do t = 1, steps
              do i = 2, n - 1
                do j = 3, n - 2
                  do k = 2, n - 3
                    v(i,j,k) = 0.5 * u(i,j,k) + 0.125 * (u(i,j-2,k) + u(i,j+2,k) + u(i+1,j,k-1) + 2.0 * u(i-1,j,k+3))
                  enddo
                enddo
              enddo
              do i = 2, n - 1
                do j = 3, n - 2
                  do k = 2, n - 3
                    u(i,j,k) = v(i,j,k) - 0.25 * (v(i,j-1,k) - v(i,j,k+1))
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(wide, List.of(1, 9, 8, 16), List.of(1, 1, 2, 4));
        for (long n : List.of(5L, 14L, 22L, 24L)) {
            agrees(program, n, 3);
        }
    }

    /** All 27 points of a cube: neighbours hand over three planes, each of which is taken when it is read. */
    @Test
    void neighboursOfSeveralPlanesAreTakenWhenTheyAreRead() {
        LoopNest cube = NestParser.parse("cube", """
            real u(n, n, n), v(n, n, n)
            do t = 1, steps
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    v(i,j,k) = 0.5 * u(i,j,k) + 0.125 * (u(i+1,j-1,k-1) - u(i+1,j+1,k) + u(i,j,k+1) + u(i,j-1,k)) - 0.25 * (u(i-1,j+1,k+1) + u(i-1,j,k-1))
                  enddo
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    u(i,j,k) = v(i,j,k) - 0.25 * (v(i+1,j,k-1) - v(i-1,j-1,k+1))
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(cube, List.of(1, 9, 8, 8), List.of(1, 1, 2, 2));
        for (long n : List.of(4L, 12L, 20L, 22L)) {
            agrees(program, n, 3);
        }
    }

    /** A source array, and the time level before the last one, are read at the point alone: their planes stay where they arrive. */
    @Test
    void planesStayWhereTheyArrive() {
        LoopNest source = NestParser.parse("source", """
            real u(n, n, n), w(n, n, n), f(n, n, n)
            do t = 1, steps
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    w(i,j,k) = u(i,j,k) - w(i,j,k) + 0.25 * (u(i+1,j,k) + u(i-1,j,k) + u(i,j+1,k) + u(i,j,k-1)) - f(i,j,k)
                  enddo
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    u(i,j,k) = w(i,j,k) + 0.25 * (w(i+1,j,k) + w(i,j-1,k) + w(i,j,k+1)) - f(i+1,j,k) * f(i-1,j,k)
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(source, List.of(2, 9, 8, 8), List.of(1, 1, 2, 2));
        for (long n : List.of(3L, 16L, 24L, 27L)) {
            agrees(program, n, 4);
        }
    }

    /** Boundary planes and rows that statements of their own write, from values of the time loop and of other points. */
    @Test
    void blocksInsideRunStatementsOfBoundaries() {
        LoopNest boundary = NestParser.parse("boundary", """
            real u(n, n, n), v(n, n, n), g(steps)
            do t = 1, steps
              do j = 1, n
                do k = 1, n
                  u(1,j,k) = g(t)
                enddo
              enddo
              do i = 2, n - 1
                do k = 1, n
                  u(i,n,k) = u(i,n-1,k) - g(t)
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    v(i,j,k) = u(i,j,k) + 0.125 * (u(i+1,j,k) + u(i-1,j,k) + u(i,j+1,k) + u(i,j-1,k) + u(i,j,k+1) + u(i,j,k-1))
                  enddo
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    u(i,j,k) = v(i,j,k) - 0.25 * (v(i-1,j,k) + v(i,j+1,k) + v(i,j,k+1))
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(boundary, List.of(1, 9, 8, 8), List.of(1, 1, 2, 2));
        for (long n : List.of(4L, 14L, 22L, 25L)) {
            agrees(program, n, 3);
        }
    }

    /** A boundary plane that is set to what no statement writes: blocks inside do not run that statement, and have what was there. */
    @Test
    void blocksInsideLeaveWhatStatementsOfBoundariesDoNotChange() {
        LoopNest boundary = NestParser.parse("boundary", """
            real u(n, n), v(n, n)
            do t = 1, steps
              do j = 1, n
                u(1,j) = 0.5 * v(1,j)
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  v(i,j) = u(i,j) + 0.125 * (u(i+1,j) + u(i-1,j) + u(i,j+1) + u(i,j-1))
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  u(i,j) = v(i,j)
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(boundary, List.of(1, 8, 8), List.of(1, 1, 2));
        for (long n : List.of(7L, 32L, 41L)) {
            agrees(program, n, 3);
        }
    }

    @Test
    void arraysCornersAndDistances() {
        EmulatedPrograms program = program(WAVE, List.of(1, 7, 4, 12), List.of(1, 1, 4, 2));
        for (long steps : List.of(1L, 3L)) {
            agrees(program, 13, steps);
        }
    }

    /** Arrays of different sizes: blocks at their ends check points, and copy those that exist, one by one, a plane ahead as blocks inside do. */
    @Test
    void blocksThatCheckPointsCopyPlanesAhead() {
        LoopNest flux = NestParser.parse("flux", """
            real u(n, n, n), v(n, n, n), c(n + 1, n + 1, n + 1)
            do t = 1, steps
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    v(i,j,k) = u(i,j,k) + 0.125 * (c(i+1,j,k) * u(i+1,j,k) + c(i,j+1,k) * u(i,j-1,k) - c(i,j,k) * u(i,j,k+1))
                  enddo
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    u(i,j,k) = v(i,j,k)
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(flux, List.of(1, 6, 6, 8), List.of(1, 1, 2, 4));
        String boundary =
                KernelText.print(program.program()).split("_boundary\\(")[1].split("\n}\n")[0];
        assertTrue(boundary.contains("copy 1 async shared.u"), boundary);
        assertFalse(boundary.contains("u_ijk_next"), boundary);
        for (long n : List.of(3L, 8L, 13L, 21L)) {
            agrees(program, n, 3);
        }
    }

    /** Arrays of the nest's own whose values nobody wants after their iteration: nothing of them is in memory, and boxes begin and end with the arrays that are. */
    @Test
    void whatNobodyWantsAfterItsIterationIsNotInMemory() {
        LoopNest strain = NestParser.parse("strain", """
            real u(n, n, n), v(n, n, n)
            local real e(2:n - 1, 2:n - 1, 2:n - 1)
            do t = 1, steps
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    e(i,j,k) = u(i+1,j,k) - u(i,j,k) + 0.5 * (u(i,j+1,k) - u(i,j,k-1))
                    v(i,j,k) = v(i,j,k) + 0.25 * e(i,j,k)
                  enddo
                enddo
              enddo
              do i = 2, n - 1
                do j = 2, n - 1
                  do k = 2, n - 1
                    u(i,j,k) = u(i,j,k) + 0.125 * (v(i,j,k) - v(i-1,j,k) + v(i,j,k+1))
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program = program(strain, List.of(1, 6, 8, 8), List.of(1, 1, 2, 2));
        String text = KernelText.print(program.program());
        assertFalse(text.contains("e: global"), text);
        assertFalse(text.contains("<- e["), text);
        for (long n : List.of(3L, 9L, 14L, 22L)) {
            agrees(program, n, 3);
        }
        agrees(program(strain, List.of(2, 4, 4, 8), List.of(1, 2, 2, 2), 0), 13, 3);
    }

    /** Where the box has room, a halo along rows is widened to whole accesses of two points as well as of four. */
    @Test
    void rowsBeginWithWholeAccesses() {
        LoopNest heat = EmulatedPrograms.nest(Path.of("loopnests/heat-3d.nest"));
        EmulatedPrograms program = program(heat, List.of(1, 5, 4, 10), List.of(1, 1, 2, 2));
        assertTrue(KernelText.print(program.program()).contains("copy 2 async shared.a"), "no copies of two");
        agrees(program, 19, 2);
    }
}
