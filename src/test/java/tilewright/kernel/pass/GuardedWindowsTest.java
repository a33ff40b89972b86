package tilewright.kernel.pass;

import static tilewright.kernel.pass.PassesTest.becomes;
import static tilewright.kernel.pass.PassesTest.staysAsItIs;

import org.junit.jupiter.api.Test;

/** Loops of which the last iterations may not exist: how they come to be written out, and what they read together. */
class GuardedWindowsTest {
    @Test
    void aLoopOfAtMostSoManyIterationsAsksInEach() {
        becomes(Pass.WHOLE_LENGTHS, """
            for q in 0 .. (15 < n - i ? 15 : n - i) + 1 unroll 16 {
              f[i] = f[i] + g[q]
            }
            """, """
            for q in 0 .. 16 unroll 16 {
              if q <= n - i {
                f[i] = f[i] + g[q]
              }
            }
            """);
        // fewer are written out than there may be
        staysAsItIs(Pass.WHOLE_LENGTHS, """
            for q in 0 .. (15 < n - i ? 15 : n - i) + 1 unroll 8 {
              f[i] = f[i] + g[q]
            }
            """);
        // more than computing
        staysAsItIs(Pass.WHOLE_LENGTHS, """
            for q in 0 .. (15 < n - i ? 15 : n - i) + 1 unroll 16 {
              f[i] = f[i] + g[q]
              barrier
            }
            """);
    }

    @Test
    void whatAGuardedStatementAloneUsesIsReadUnderItsGuard() {
        becomes(Pass.SINK_READS, """
            for q in 0 .. 8 unroll 8 {
              let h: f32 = i + q <= n - 1 ? g[i + q] : 0.0f32
              if n >= i + q + 1 {
                f[i] = f[i] + h
              }
            }
            """, """
            for q in 0 .. 8 unroll 8 {
              if n >= i + q + 1 {
                let h: f32 = g[i + q]
                f[i] = f[i] + h
              }
            }
            """);
        // the guard asks for less
        staysAsItIs(Pass.SINK_READS, """
            for q in 0 .. 8 unroll 8 {
              let h: f32 = i + q <= n - 1 ? g[i + q] : 0.0f32
              if n >= i + q {
                f[i] = f[i] + h
              }
            }
            """);
        // what is read is written before
        staysAsItIs(Pass.SINK_READS, """
            for q in 0 .. 8 unroll 8 {
              let h: f32 = i + q <= n - 1 ? f[i + q] : 0.0f32
              f[i + q] = 1.0f32
              if n >= i + q + 1 {
                f[i] = f[i] + h
              }
            }
            """);
    }

    @Test
    void ofAGuardedWindowWhatSomeIterationReadsIsRead() {
        becomes(Pass.READ_WINDOWS, """
            register s: f32[4] align 16
            for q in 0 .. 8 unroll 8 {
              if q <= n - 1 {
                for m in 0 .. 4 unroll all {
                  s[m] = s[m] + g[4 * i + q + m]
                }
              }
            }
            """, """
            register s: f32[4] align 16
            # Read what the loops need of g.
            register g_window: f32[12] align 16
            for r1 in 0 .. 12 step 4 unroll all {
              if n >= max(0, r1 - 3) + 1 {
                copy 4 g_window[r1] <- g[i * 4 + r1]
              }
            }
            for q in 0 .. 8 unroll 8 {
              if q <= n - 1 {
                for m in 0 .. 4 unroll all {
                  s[m] = s[m] + g_window[m + q]
                }
              }
            }
            """);
        // downwards: what lies last is read first
        becomes(Pass.READ_WINDOWS, """
            register s: f32[4] align 16
            for q in 0 .. 8 unroll 8 {
              if q <= n - 1 {
                for m in 0 .. 4 unroll all {
                  s[m] = s[m] + g[4 * i + m - q + 8]
                }
              }
            }
            """, """
            register s: f32[4] align 16
            # Read what the loops need of g.
            register g_window: f32[12] align 16
            for r1 in 0 .. 12 step 4 unroll all {
              if n >= max(0, (r1 + 3) * -1 + 8) + 1 {
                copy 4 g_window[r1] <- g[i * 4 + r1]
              }
            }
            for q in 0 .. 8 unroll 8 {
              if q <= n - 1 {
                for m in 0 .. 4 unroll all {
                  s[m] = s[m] + g_window[q * -1 + m + 8]
                }
              }
            }
            """);
        // two counters are asked of
        staysAsItIs(Pass.READ_WINDOWS, """
            register s: f32[4] align 16
            for q in 0 .. 8 unroll 8 {
              for m in 0 .. 4 unroll all {
                if q + m <= n - 1 {
                  s[m] = s[m] + g[4 * i + q + m]
                }
              }
            }
            """);
        // another read of the same element asks for something else
        staysAsItIs(Pass.READ_WINDOWS, """
            register s: f32[4] align 16
            for q in 0 .. 8 unroll 8 {
              for m in 0 .. 4 unroll all {
                s[m] = q <= x ? g[4 * i + q + m] : s[m]
              }
              if q <= n - 1 {
                for m in 0 .. 4 unroll all {
                  s[m] = s[m] + g[4 * i + q + m]
                }
              }
            }
            """);
    }

    @Test
    void whatIsReadInAnyCaseServesGuardedReadsToo() {
        String reads = """
            register s: f32[4] align 16
            %sfor q in 0 .. 8 unroll 8 {
              for m in 0 .. 4 unroll all {
                s[m] = s[m] + %s
                if q <= x {
                  s[m] = s[m] * %s
                }
              }
            }
            """;
        String element = "g[4 * i + q + m]";
        String register = "g_window[m + q]";
        becomes(Pass.READ_WINDOWS, reads.formatted("", element, element), reads.formatted("""
            # Read what the loops need of g.
            register g_window: f32[12] align 16
            for r1 in 0 .. 12 step 4 unroll all {
              copy 4 g_window[r1] <- g[i * 4 + r1]
            }
            """, register, register));
    }

    @Test
    void rowsThatPointsDoNotShareAreReadOneAfterAnother() {
        becomes(Pass.READ_WINDOWS, """
            register s: f32[2][4] align 16
            for q in 0 .. 5 unroll 5 {
              let h: f32 = g[4 * x + q]
              for p in 0 .. 2 unroll all {
                for m in 0 .. 4 unroll all {
                  s[p][m] = s[p][m] + h * g[(i + p) * (4 * n) + q + m]
                }
              }
            }
            """, """
            register s: f32[2][4] align 16
            # Read what the loops need of g.
            register g_window: f32[8] align 16
            for r1 in 0 .. 8 step 4 unroll all {
              copy 4 g_window[r1] <- g[x * 4 + r1]
            }
            for p in 0 .. 2 unroll all {
              # Read what the loops need of g.
              register g_window2: f32[1][8] align 16
              for r12 in 0 .. 1 unroll all {
                for r2 in 0 .. 8 step 4 unroll all {
                  copy 4 g_window2[r12][r2] <- g[i64(i + p + r12) * (4 * n) + r2]
                }
              }
              for q in 0 .. 5 unroll 5 {
                let h: f32 = g_window[q]
                for m in 0 .. 4 unroll all {
                  s[p][m] = s[p][m] + h * g_window2[0][m + q]
                }
              }
            }
            """);
    }
}
