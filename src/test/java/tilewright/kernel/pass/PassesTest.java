package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.Target;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** What each pass makes of a program's text. */
class PassesTest {
    @Test
    void aQuotientOfDataIsApproximated() {
        becomes(Pass.QUOTIENTS, "f[i] = f[i] / g[x] + 1.0f32", "f[i] = quotient(f[i], g[x]) + 1.0f32");
        becomes(Pass.QUOTIENTS, "f[i] = sqrt(f[i]) + 1.0f32", "f[i] = square_root(f[i]) + 1.0f32");
        staysAsItIs(Pass.QUOTIENTS, "f[i] = f[i] / 3.0f32");
        staysAsItIs(Pass.QUOTIENTS, "a[i] = a[i] / b[i]");
    }

    @Test
    void whatLoopsReadAroundThemIsReadOnce() {
        becomes(Pass.READ_WINDOWS, """
            let base: i32 = 4 * i
            register s: f32[4] align 16
            for p in 0 .. 3 unroll 3 {
              for m in 0 .. 4 unroll all {
                let j: i32 = base + m
                s[m] = s[m] + g[j + p + 1]
              }
            }
            """, """
            let base: i32 = 4 * i
            register s: f32[4] align 16
            # Read what the loops need of g.
            register g_window: f32[8] align 16
            for r1 in 0 .. 8 step 4 unroll all {
              copy 4 g_window[r1] <- g[base + r1]
            }
            for p in 0 .. 3 unroll 3 {
              for m in 0 .. 4 unroll all {
                let j: i32 = base + m
                s[m] = s[m] + g_window[p + m + 1]
              }
            }
            """);
    }

    @Test
    void rowsAreReadByWideAccessesWhereTheirBoxIsTooLarge() {
        becomes(Pass.READ_WINDOWS, """
            for p in 0 .. 32 unroll 32 {
              for m in 0 .. 4 unroll all {
                f[4 * i + m] = f[4 * i + m] + g[4 * i + 16 * p + m]
              }
            }
            """, """
            for p in 0 .. 32 unroll 32 {
              # Read what the loops need of g.
              register g_window: f32[4] align 16
              for r1 in 0 .. 4 step 4 unroll all {
                copy 4 g_window[r1] <- g[i * 4 + p * 16 + r1]
              }
              for m in 0 .. 4 unroll all {
                f[4 * i + m] = f[4 * i + m] + g_window[m]
              }
            }
            """);
    }

    @Test
    void whatTheNextIterationLoadsIsCarried() {
        becomes(Pass.CARRY_VALUES, """
            for k in 1 .. n {
              let at: i32 = x + n * k
              if n >= i {
                f[at] = 0.5f32 * f[n * (k - 1) + x]
              }
            }\
            """, """
            var f_last: f32 = 1 < n && n >= i ? f[x] : 0.0f32
            for k in 1 .. n {
              let f_carried: f32 = f_last
              let at: i32 = x + n * k
              if n >= i {
                f_last = 0.5f32 * f_carried
                f[at] = f_last
              }
            }\
            """);
        becomes(Pass.CARRY_VALUES, """
            for k in 1 .. n {
              f[x + k] = k > x ? f[k - 1 + x] : 0.5f32
            }\
            """, """
            var f_last: f32 = 0.0f32
            for k in 1 .. n {
              let f_carried: f32 = f_last
              f_last = k > x ? (k == 1 ? f[k - 1 + x] : f_carried) : 0.5f32
              f[x + k] = f_last
            }\
            """);
    }

    @Test
    void whatIsNotAlignedOrNotReadAgainStays() {
        staysAsItIs(Pass.READ_WINDOWS, """
            for p in 0 .. 3 unroll 3 {
              for m in 0 .. 4 unroll all {
                f[i] = f[i] + g[x + m + p]
              }
            }
            """);
        staysAsItIs(Pass.READ_WINDOWS, """
            for m in 0 .. 4 unroll all {
              f[4 * i + m] = g[4 * i + 4 * m]
            }
            """);
    }

    @Test
    void whatOtherStoresOrThreadsMayChangeIsLoaded() {
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n { f[k] = f[k - 2] }");
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n { f[k * k] = f[k * k - 1] }");
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n {\n barrier\n f[k] = f[k - 1]\n barrier\n }");
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n {\n f[k] = 0.5f32\n barrier\n g[k] = f[k - 1]\n }");
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n {\n f[k] = f[k - 1]\n f[x] = 0.0f32\n }");
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n { if k != x { f[k] = 0.5f32 * f[k - 1] } }");
        staysAsItIs(Pass.CARRY_VALUES, "for k in 1 .. n {\n if x == i { f[k] = 0.5f32 }\n g[k] = f[k - 1]\n }");
    }

    @Test
    void neighboursThatAStatementReadsAreReadTogether() {
        becomes(Pass.JOIN_NEIGHBOURS, "f[i] = g[2 * i] * g[2 * i + 1] - (x == 0 ? g[2 * i] : g[2 * i + 3])", """
            register g_wide: f32[2] align 8
            copy 2 g_wide[0] <- g[2 * i]
            f[i] = g_wide[0] * g_wide[1] - (x == 0 ? g_wide[0] : g[2 * i + 3])\
            """);
        becomes(
                Pass.JOIN_NEIGHBOURS,
                "f[i] = g[4 * i] + g[4 * i + 1] + g[4 * i + 2] + g[4 * i + 3] + g[4 * i + 4]",
                """
                register g_wide: f32[4] align 16
                copy 4 g_wide[0] <- g[4 * i]
                f[i] = g_wide[0] + g_wide[1] + g_wide[2] + g_wide[3] + g[4 * i + 4]\
                """);
        // Not aligned; read only where data say so; an element of the pair is missing; written by the function; several
        // iterations at once.
        staysAsItIs(Pass.JOIN_NEIGHBOURS, "f[i] = g[x] * g[x + 1]");
        staysAsItIs(Pass.JOIN_NEIGHBOURS, "f[i] = x == 0 ? g[2 * i] * g[2 * i + 1] : 0.0f32");
        staysAsItIs(Pass.JOIN_NEIGHBOURS, "f[i] = g[2 * i + 1] * g[2 * i + 2]");
        staysAsItIs(Pass.JOIN_NEIGHBOURS, "f[i] = f[2 * i] * f[2 * i + 1]");
        // m is 0 in one scope and a counter in another one, where j is not even.
        staysAsItIs(Pass.JOIN_NEIGHBOURS, """
            if n >= 1 {
              let m: i32 = 0
              let j: i32 = 2 * i + m
              f[j] = 0.5f32
            }
            for m in 0 .. 2 unroll all {
              let j: i32 = 2 * i + m
              f[i] = g[j] * g[j + 1]
            }
            """);
        staysAsItIs(Pass.JOIN_NEIGHBOURS, "for k in 0 .. n unroll 16 { f[k] = g[2 * k] * g[2 * k + 1] }");
    }

    @Test
    void neighboursThatLoopsWriteAreWrittenTogether() {
        becomes(Pass.JOIN_NEIGHBOURS, """
            register p: f32[4] align 16
            register q: f32[4] align 16
            # Store p.
            for m in 0 .. 4 unroll all {
              if n >= m {
                f[2 * (x + m)] = p[m]
              }
            }
            # Store q.
            for m in 0 .. 4 unroll all {
              if n >= m {
                f[2 * (x + m) + 1] = q[m]
              }
            }
            """, """
            register p: f32[4] align 16
            register q: f32[4] align 16
            # Store p.
            # Store q.
            for m in 0 .. 4 unroll all {
              if n >= m {
                register f_wide: f32[2] align 8 = {p[m], q[m]}
                copy 2 f[2 * (x + m)] <- f_wide[0]
              }
            }
            """);
        // Another guard; the same element twice; what is written is read from memory; something stands between them.
        for (String other : List.of(
                "for m in 0 .. 4 unroll all { if n >= m + 1 { f[2 * (x + m) + 1] = q[m] } }",
                "for m in 0 .. 4 unroll all { if n >= m { f[2 * (x + m)] = q[m] } }",
                "for m in 0 .. 4 unroll all { if n >= m { f[2 * (x + m) + 1] = g[m] } }",
                "barrier for m in 0 .. 4 unroll all { if n >= m { f[2 * (x + m) + 1] = q[m] } }")) {
            staysAsItIs(Pass.JOIN_NEIGHBOURS, """
                register p: f32[4] align 16
                register q: f32[4] align 16
                for m in 0 .. 4 unroll all { if n >= m { f[2 * (x + m)] = p[m] } }
                """ + other.replace("barrier ", "barrier\n"));
        }
    }

    @Test
    void unusedDeclarationsGo() {
        becomes(Pass.DROP_UNUSED, "let y: i32 = x + 1\n  a[i] = x", "a[i] = x");
    }

    @Test
    void updatesOutsideTheDiagonalAskNothing() {
        becomes(Pass.UNSWITCH, """
            var c: i32 = 0
            for c while c < n step 4 {
              for k in 0 .. 4 unroll 4 {
                f[i] = x + i >= c + k + 1 ? f[i] + g[c + k] : f[i]
              }
            }\
            """, """
            var c: i32 = 0
            for c while c < n step 4 {
              if n >= c + 5 {
                for k in 0 .. 4 unroll 4 {
                  f[i] = f[i] + g[c + k]
                }
              } else {
                for k in 0 .. 4 unroll 4 {
                  f[i] = x + i >= c + k + 1 ? f[i] + g[c + k] : f[i]
                }
              }
            }\
            """);
    }

    /** Indices kept inside of an array are what they would be without, where the whole row is inside. */
    @Test
    void rowsInsideOfArraysAskForNoElement() {
        becomes(Pass.ROWS_INSIDE, """
            var c: i32 = 0
            for c while c < n step 4 {
              for k in 0 .. 4 {
                f[k] = n >= c + k + 1 ? f[k] + g[c + k < n - 1 ? c + k : n - 1] : f[k]
              }
            }\
            """, """
            var c: i32 = 0
            for c while c < n step 4 {
              if n >= c + 4 {
                for k in 0 .. 4 {
                  f[k] = f[k] + g[c + k]
                }
              } else {
                for k in 0 .. 4 {
                  f[k] = n >= c + k + 1 ? f[k] + g[c + k < n - 1 ? c + k : n - 1] : f[k]
                }
              }
            }\
            """);
        String loop = "var c: i32 = 0\nfor c while c < n step 4 {\n  for k in 0 .. 4 {\n%s\n  }\n}";
        staysAsItIs(Pass.ROWS_INSIDE, loop.formatted("f[k] = f[k] + g[c + k > n - 1 ? c + k : n - 1]"));
        staysAsItIs(Pass.ROWS_INSIDE, loop.formatted("f[k] = f[k] + g[x + k < n - 1 ? x + k : n - 1]"));
    }

    @Test
    void guardsThatDifferFromThreadToThreadOrInABlockAloneStay() {
        String loop = "var c: i32 = 0\nfor c while c < n step 4 {\n  for k in 0 .. 4 unroll 4 {\n%s\n  }\n}";
        staysAsItIs(Pass.UNSWITCH, loop.formatted("f[i] = a[i] >= c + k ? 1.0f32 : f[i]"));
        staysAsItIs(Pass.UNSWITCH, loop.formatted("f[i] = x >= k ? 1.0f32 : f[i]"));
        staysAsItIs(Pass.UNSWITCH, loop.formatted("f[i] = x >= c + k ? 1.0f32 : f[i]\nbarrier"));
    }

    @Test
    void quotientsOfACounterAndAThreadAreSplit() {
        String loop = "for s in 0 .. 8 unroll 8 {\n%s\n}";
        becomes(
                Pass.SPLIT_QUOTIENTS,
                loop.formatted("let g: i32 = 32 * s + i\n a[g / 8 * n + g % 8] = g"),
                loop.formatted("let g: i32 = 32 * s + i\n a[(4 * s + i / 8) * n + i % 8] = g"));
        becomes(Pass.SPLIT_QUOTIENTS, loop.formatted("a[(64 * s + i) / 32] = 0"), loop.formatted("a[2 * s] = 0"));
        becomes(
                Pass.SPLIT_QUOTIENTS,
                loop.formatted("a[(32 * s + i) / 128 * n + (32 * s + i) / 8 % 16] = 0"),
                loop.formatted("a[s / 4 * n + (4 * (s % 4) + i / 8)] = 0"));
    }

    @Test
    void quotientsThatMayBeOfNegativeNumbersStay() {
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. 8 { a[(32 * s - i) / 8] = 0 }");
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. 8 { a[(i - 32 * s) % 8] = 0 }");
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. 8 { a[(32 * s + x) / 8] = 0 }");
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. n { a[(32 * s + i) / 8] = 0 }");
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. 8 { a[(12 * s + i) / 8] = 0 }");
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. 8 { a[(16 * s + i) / 64] = 0 }");
        staysAsItIs(Pass.SPLIT_QUOTIENTS, "for s in 0 .. 8 {\n let g: i32 = 32 * s + i\n s = s + 1\n a[g / 8] = 0\n }");
        staysAsItIs(
                Pass.SPLIT_QUOTIENTS,
                "var y: i32 = i\n for s in 0 .. 8 {\n let g: i32 = 32 * s + y\n y = y + 1\n a[g / 8] = 0\n }");
    }

    @Test
    void functionsWithTilesOfSingleNumbersKeepTheirAddresses() {
        String tile = "register t: f32[%d][4] align 16\nfor s in 0 .. 8 { a[(32 * s + i) / 8] = i }";
        staysAsItIs(Pass.SPLIT_QUOTIENTS, tile.formatted(4));
        becomes(
                Pass.SPLIT_QUOTIENTS,
                tile.formatted(3),
                tile.formatted(3).replace("(32 * s + i) / 8", "4 * s + i / 8"));
    }

    @Test
    void whatTheLastIterationAloneAsksIsAskedBehindTheLoop() {
        becomes(Pass.LAST_ITERATIONS, """
            for s in 0 .. 11 unroll 8 {
              let g: i32 = 32 * s + i
              if g < 340 { a[g] = 0 }
            }\
            """, """
            for s in 0 .. 10 unroll 5 {
              let g: i32 = 32 * s + i
              a[g] = 0
            }
            for s in 10 .. 11 unroll 1 {
              let g: i32 = 32 * s + i
              if g < 340 { a[g] = 0 }
            }\
            """);
        becomes(Pass.LAST_ITERATIONS, "for s in 0 .. 4 { if s + i < 40 { a[s] = 0 } }", "for s in 0 .. 4 { a[s] = 0 }");
    }

    @Test
    void conditionsThatFailInTheFirstIterationOrThatNobodyKnowsStay() {
        staysAsItIs(Pass.LAST_ITERATIONS, "for s in 0 .. 4 { if s + i < 31 { a[s] = 0 } }");
        staysAsItIs(Pass.LAST_ITERATIONS, "for s in 0 .. 4 { if s + x < 31 { a[s] = 0 } }");
        staysAsItIs(Pass.LAST_ITERATIONS, "for s in 0 .. 4 {\n if s < 3 { a[s] = 0 }\n b[s] = 1\n }");
        staysAsItIs(Pass.LAST_ITERATIONS, "for s in 0 .. 4 { if s < 3 { a[s] = 0 } else { a[s] = 1 } }");
    }

    @Test
    void comparisonsWithACounterAreSolvedBeforeTheLoop() {
        becomes(Pass.GUARD_INTERVALS, """
            for w in 0 .. 8 unroll 4 {
              let v: i32 = x + 2 * w
              if (v >= i + 2) & (n + i > v) & (n >= i) { a[w] = 0 }
            }\
            """, """
            let guard_first: i32 = max(0, i - x + 2)
            let guard_count: u32 = u32(n >= i ? max(min(14, i + n - x - 1) - guard_first + 1, 0) : 0)
            for w in 0 .. 8 unroll 4 {
              let v: i32 = x + 2 * w
              if u32(2 * w - guard_first) < guard_count { a[w] = 0 }
            }\
            """);
    }

    /** Two comparisons, few iterations, another factor, a comparison that is no bound, what changes, and what is loaded. */
    @Test
    void comparisonsThatAreNoIntervalStay() {
        staysAsItIs(Pass.GUARD_INTERVALS, "for w in 0 .. 8 unroll 4 { if (w >= x) & (n >= w) { a[w] = 0 } }");
        staysAsItIs(
                Pass.GUARD_INTERVALS, "for w in 0 .. 2 unroll all { if (w >= x) & (n >= w) & (n > i) { a[w] = 0 } }");
        staysAsItIs(Pass.GUARD_INTERVALS, "for w in 0 .. 8 { if (w >= x) & (n >= w) & (n > i) { a[w] = 0 } }");
        staysAsItIs(
                Pass.GUARD_INTERVALS, "for w in 0 .. 8 unroll 4 { if (2 * w >= x) & (n >= w) & (n > i) { a[w] = 0 } }");
        staysAsItIs(Pass.GUARD_INTERVALS, "for w in 0 .. 8 unroll 4 { if (w != x) & (n >= w) & (n > i) { a[w] = 0 } }");
        staysAsItIs(
                Pass.GUARD_INTERVALS,
                "for w in 0 .. 8 unroll 4 {\n"
                        + " var v: i32 = w\n"
                        + " v = v + 1\n"
                        + " if (w >= x) & (n >= v) & (n > i) { a[w] = 0 }\n"
                        + " }");
        staysAsItIs(
                Pass.GUARD_INTERVALS, "for w in 0 .. 8 unroll 4 { if (w >= x) & (a[x] >= w) & (n > i) { a[w] = 0 } }");
    }

    /** A name that is a number in one scope counts a loop in another one. */
    @Test
    void aCounterIsNotTheConstantOfItsNameElsewhere() {
        staysAsItIs(
                Pass.GUARD_INTERVALS,
                "for w in 0 .. 8 unroll 4 {\n"
                        + " scope {\n let m: i32 = 0\n b[w] = m\n }\n"
                        + " for m in 0 .. 4 unroll all {\n if (w >= x) & (n >= w) & (n > m) { a[w] = 0 }\n }\n"
                        + " }");
    }

    @Test
    void constantsOfScalarsStandBeforeLoops() {
        becomes(Pass.HOIST, """
            for k in 0 .. n {
              for m in 0 .. 4 {
                let factor: f32 = -g[0]
                f[k + m] = factor
              }
            }\
            """, """
            let factor2: f32 = -g[0]
            for k in 0 .. n {
              for m in 0 .. 4 {
                f[k + m] = factor2
              }
            }\
            """);
        // What is written, what has no number, and what is changed.
        staysAsItIs(Pass.HOIST, "for k in 0 .. n {\n let factor: f32 = f[0]\n f[k] = factor\n }");
        staysAsItIs(Pass.HOIST, "for k in 0 .. n {\n let factor: f32 = g[x]\n f[k] = factor\n }");
        staysAsItIs(Pass.HOIST, "for k in 0 .. n {\n var factor: f32 = g[0]\n factor = 0.5f32\n f[k] = factor\n }");
    }

    @Test
    void offsetsOfCopiesAreOneAndAMultiple() {
        becomes(Pass.COPY_OFFSETS, """
            for step in 0 .. 4 unroll 4 {
              let row: i32 = 8 * step + i
              copy 1 async shared.s[0][row] <- g[i64(row) * n + x]
            }
            """, """
            let g_from: i64 = i64(i) * n + x
            let g_step: i64 = 8 * i64(n)
            for step in 0 .. 4 unroll 4 {
              let row: i32 = 8 * step + i
              copy 1 async shared.s[0][row] <- g[g_from + g_step * step]
            }
            """);
        // Rows that are kept inside of an array, and a loop that does more.
        staysAsItIs(Pass.COPY_OFFSETS, """
            for step in 0 .. 4 unroll 4 {
              copy 1 async shared.s[0][8 * step] <- g[min(8 * step + i, n - 1)]
            }
            """);
        staysAsItIs(Pass.COPY_OFFSETS, """
            for step in 0 .. 4 unroll 4 {
              copy 1 async shared.s[0][8 * step] <- g[8 * step + i]
              f[step] = 0.5f32
            }
            """);
    }

    @Test
    void copiesOfTheNextTileStartBetweenIterations() {
        String copies = """
            if y < n {
              # Stage g.
              for step in 0 .. 8 unroll 8 {
                let k: i32 = 8 * step + i
                copy 1 async shared.s[1][k] <- g[k]
              }
            }
            """;
        String loop = """
            for k in 0 .. 8 unroll 8 {
            %s
              if k + 1 < 8 {
                r[(k + 1) %% 2] = shared.s[0][k + 1]
              } else {
                await
                barrier
                r[0] = shared.s[1][0]
              }
              c[0] = c[0] + r[k %% 2]
            }
            """;
        String registers = "var y: i32 = x\nregister r: f32[2] align 16\nregister c: f32[1] align 16\n";
        becomes(Pass.SPREAD_COPIES, registers + copies + loop.formatted(""), registers + loop.formatted("""
            # Stage g.
            if k < 4 {
              for part in 0 .. 2 unroll all {
                let step: i32 = 2 * k + part
                let k_to: i32 = 8 * step + i
                if y < n {
                  copy 1 async shared.s[1][k_to] <- g[k_to]
                }
              }
            }
            """));
        // Iterations that wait for each other, that write memory, and that change where copies lead.
        for (String more : List.of("barrier", "f[k] = 0.5f32", "y = k")) {
            staysAsItIs(Pass.SPREAD_COPIES, registers + copies + loop.formatted(more));
        }
        // Iterations that are not written out.
        staysAsItIs(Pass.SPREAD_COPIES, registers + copies + loop.formatted("").replace("unroll 8", "unroll 4"));
        // Copies of which all move as much as one can: neither where they start nor their offsets change.
        String wide = copies.replace("copy 1", "copy 4").replace("8 * step + i", "4 * step");
        staysAsItIs(Pass.SPREAD_COPIES, registers + wide + loop.formatted(""));
        staysAsItIs(Pass.COPY_OFFSETS, registers + wide + loop.formatted(""));
    }

    @Test
    void launchesThatFollowOneAnotherInALoopStartEarly() {
        String one = "launch work(n, &a, &b, &f, &g) blocks i64(1) threads 32";
        String loop = "for k in 0 ..= n {\n%s\n}";
        Program launches = program("a[x] = 0", loop.formatted(one));
        assertEquals(
                KernelText.print(launches).replace("threads 32 {", "threads 32 early {"),
                KernelText.print(Pass.EARLY_LAUNCHES.of(launches)));
        // What stands in no loop waits for little; what is in other streams, or the host's to do, is waited for in
        // other ways.
        for (String host : List.of(
                one,
                loop.formatted(one + " ahead"),
                loop.formatted(one + " meets"),
                loop.formatted("fill a = 0\n" + one),
                "launch together work(n, &a, &b, &f, &g) threads 32\n" + loop.formatted(one))) {
            Program program = program("a[x] = 0", host);
            assertEquals(program, Pass.EARLY_LAUNCHES.of(program), host);
        }
    }

    @Test
    void passesAreNamedAndLeftOutByTheirWords() {
        Passes all = Passes.OF_DEVICES;
        assertEquals(
                Stream.of(Pass.values())
                        .filter(p -> p.level() != Pass.Level.LOOPS && p.level() != Pass.Level.HOST)
                        .toList(),
                all.passes());
        List<Pass> before = all.passes().subList(0, all.passes().indexOf(Pass.QUOTIENTS));
        assertEquals(
                List.of(Pass.SHARE_VALUES, Pass.JOIN_LAUNCHES),
                all.through(Pass.JOIN_LAUNCHES).passes());
        assertEquals(Pass.UNSWITCH, all.through(Pass.UNSWITCH).passes().getLast());
        assertEquals(
                List.of(
                        Pass.QUOTIENTS,
                        Pass.WHOLE_LENGTHS,
                        Pass.SINK_READS,
                        Pass.UNSWITCH,
                        Pass.READ_WINDOWS,
                        Pass.CARRY_VALUES,
                        Pass.CARRY_SHARED,
                        Pass.LATE_OPERANDS,
                        Pass.HOIST,
                        Pass.CHECKED_AT_END,
                        Pass.RECIPROCALS,
                        Pass.CHECKED_BEHIND,
                        Pass.IF_CONVERSION,
                        Pass.LAST_ITERATIONS,
                        Pass.SPLIT_QUOTIENTS,
                        Pass.COPY_OFFSETS,
                        Pass.PLANE_OFFSETS,
                        Pass.PLANE_MASKS,
                        Pass.GUARD_INTERVALS,
                        Pass.JOIN_NEIGHBOURS),
                all.through(Pass.DROP_UNUSED)
                        .without(before)
                        .without(Set.of(Pass.DROP_UNUSED))
                        .passes());
        for (Pass pass : Pass.values()) {
            assertEquals(pass, Pass.of(pass.word()).orElseThrow());
        }
        assertTrue(Pass.of("drop_unused").isEmpty());
        assertThrows(IllegalArgumentException.class, () -> Passes.NONE.through(Pass.QUOTIENTS));
    }

    @Test
    void passesThatADeviceHasNoUseForAreLeftOut() {
        Passes passes = Passes.of(offering());
        assertTrue(Passes.of(offering(Target.Offer.MATRIX_PRODUCTS)).passes().contains(Pass.MATRIX_PRODUCTS));
        assertTrue(!passes.passes().contains(Pass.MATRIX_PRODUCTS)
                && passes.passes().contains(Pass.DROP_UNUSED));
    }

    @Test
    void whereCopiesAreNotAsynchronousTheyAreDoneWhenTheyStart() {
        String asynchronous = "register r: i32[4]\ncopy 4 async r[0] <- a[i]\nawait\nb[i] = r[1]";
        String wide = "register r: i32[4]\ncopy 4 r[0] <- a[i]\nb[i] = r[1]";
        assertEquals(
                text(wide),
                KernelText.print(new Passes(List.of(), Set.of(), Target.USUAL_RESIDENCY).of(program(asynchronous))));
        assertEquals(text(asynchronous), KernelText.print(Passes.NONE.of(program(asynchronous))));
    }

    private static String text(String statements) {
        return KernelText.print(program(statements));
    }

    private static Target offering(Target.Offer... offers) {
        return new Target("other", 64, 4, 100, 2048, 32, 131072, 65536, 0, Target.USUAL_ROUNDS, Set.of(offers));
    }

    static void staysAsItIs(Pass pass, String statements) {
        becomes(pass, statements, statements);
    }

    static void becomes(Pass pass, String before, String after) {
        assertEquals(
                KernelText.print(program(after)),
                KernelText.print(pass.of(program(before))),
                () -> pass + ": " + before);
    }

    private static Program program(String statements) {
        return program(statements, "launch work(n, &a, &b, &f, &g) blocks i64(1) threads 32");
    }

    private static Program program(String statements, String host) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array a: i32[i64(n)]
            array b: i32[i64(n)]
            array f: f32[i64(n)]
            array g: f32[i64(n)]

            kernel work(n: i32, a: global written i32, b: global i32, f: global written f32 exclusive, g: global f32 exclusive) threads 32 {
              shared box {
                s: f32[2][64]  # tiles
              }
              let x: i32 = n - 1
              let i: i32 = @thread
              %s
            }

            host {
              %s
            }
            """.formatted(statements, host));
    }
}
