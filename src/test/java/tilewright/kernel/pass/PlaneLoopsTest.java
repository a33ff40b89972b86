package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** What loops that go through arrays plane by plane find before they begin. */
class PlaneLoopsTest {
    private static final String REGISTERS = "register p: f32[4] align 16\nregister q: f32[4] align 16\n";

    private static final String LOOP = """
        for s in 0 .. 9 unroll 2 {
          let plane: i32 = first + s
          for m in 0 .. 4 unroll all {
            let j: i32 = 4 * i + m
            if plane < 3 || j < 3 || k < 2 {
              copy 1 async shared.s[0][m] <- g[(i64(plane - 2) * n + j) * pitch + k]
            }
          }
          for m in 0 .. 4 unroll all {
            let j: i32 = 4 * i + m
            p[m] = (m >= 1 || j >= 2) & (m <= 2 || n >= j + 1) ? q[m] : p[m]
          }
          if plane >= 4 {
            for m in 0 .. 4 unroll all {
              let j: i32 = 4 * i + m
              if j >= 4 && j <= n {
                f[(i64(plane - 4) * n + j) * pitch + k] = p[m]
              }
            }
          }
          for m in 0 .. 4 unroll all {
            p[m] = q[m]
          }
          barrier
        }
        """;

    @Test
    void offsetsAreADistanceTimesThePlane() {
        becomes(
                Pass.PLANE_OFFSETS,
                REGISTERS + LOOP,
                REGISTERS + """
                        var g_plane: i64 = i64(n) * i64(pitch)
                        let g_at: i64 = i64(k) + 4 * i64(i) * i64(pitch)
                        hide g_plane
                        """
                        + LOOP.replace(
                                        "(i64(plane - 2) * n + j) * pitch + k",
                                        "g_at + i64(first + s - 2) * g_plane + i64(m) * i64(pitch)")
                                .replace(
                                        "(i64(plane - 4) * n + j) * pitch + k",
                                        "g_at + i64(first + s - 4) * g_plane + i64(m) * i64(pitch)"));
    }

    @Test
    void whatIsAskedOfPointsIsAskedOnce() {
        becomes(Pass.PLANE_MASKS, REGISTERS + LOOP, REGISTERS + """
            var points: i32 = 0
            for m in 0 .. 4 unroll all {
              points = points | (4 * i + m < 3 || k < 2 ? 1 : 0) << m
            }
            for m in 0 .. 4 unroll all {
              points = points | ((m >= 1 || 4 * i + m >= 2) & (m <= 2 || n >= 4 * i + m + 1) ? 1 : 0) << m + 4
            }
            for m in 0 .. 4 unroll all {
              points = points | (4 * i + m >= 4 && 4 * i + m <= n ? 1 : 0) << m + 8
            }
            for s in 0 .. 9 unroll 2 {
              hide points
              let plane: i32 = first + s
              if plane < 3 || (points & 15) != 0 {
                for m in 0 .. 4 unroll all {
                  let j: i32 = 4 * i + m
                  if plane < 3 || (points >> m & 1) == 1 {
                    copy 1 async shared.s[0][m] <- g[(i64(plane - 2) * n + j) * pitch + k]
                  }
                }
              }
              for m in 0 .. 4 unroll all {
                let j: i32 = 4 * i + m
                p[m] = m >= 1 && m <= 2 || (points >> m + 4 & 1) == 1 ? q[m] : p[m]
              }
              if plane >= 4 {
                if (points & 3840) != 0 {
                  for m in 0 .. 4 unroll all {
                    let j: i32 = 4 * i + m
                    if (points >> m + 8 & 1) == 1 {
                      f[(i64(plane - 4) * n + j) * pitch + k] = p[m]
                    }
                  }
                }
              }
              for m in 0 .. 4 unroll all {
                p[m] = q[m]
              }
              barrier
            }
            """);
    }

    /** What alone stands under a guard may be left out by its own guard, too. */
    @Test
    void loopsInsideOfOthersAreLeftOutAsWell() {
        String inside = LOOP.replace("f[(i64(plane - 4) * n + j) * pitch + k] = p[m]", """
            for e in 0 .. 2 unroll all {
                  if k + e >= 3 && k + e <= n {
                    f[(i64(plane - 4) * n + j) * pitch + k + e] = p[m]
                  }
                }\
            """);
        String text = KernelText.print(Pass.PLANE_MASKS.of(program(REGISTERS + inside)));
        assertTrue(text.contains("if (points & 15360) != 0 && (points & 768) != 0 {"), text);
    }

    /** Loops that wait for nobody, or store nothing, or keep registers where they are, go through no planes. */
    @Test
    void otherLoopsStayAsTheyAre() {
        for (String other : new String[] {
            LOOP.replace("  barrier\n", ""),
            LOOP.replace("p[m] = q[m]\n", "p[m] = p[m]\n"),
            LOOP.replace("f[(i64(plane - 4) * n + j) * pitch + k] = p[m]", "q[m] = p[m] + 1.0f32")
        }) {
            becomes(Pass.PLANE_OFFSETS, REGISTERS + other, REGISTERS + other);
            becomes(Pass.PLANE_MASKS, REGISTERS + other, REGISTERS + other);
        }
    }

    private static void becomes(Pass pass, String before, String after) {
        assertEquals(KernelText.print(program(after)), KernelText.print(pass.of(program(before))), pass::toString);
    }

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array f: f32[i64(n)]
            array g: f32[i64(n)]

            kernel work(n: i32, f: global written f32 exclusive, g: global f32 exclusive, pitch: i32, k: i32) threads 32 {
              shared box {
                s: f32[2][64]  # tiles
              }
              let first: i32 = n - 1
              let i: i32 = @thread
              %s
            }

            host {
              launch work(n, &f, &g, n, 1) blocks i64(1) threads 32
            }
            """.formatted(statements));
    }
}
