package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.text.KernelText;

/** What a thread has of shared memory from one interval between barriers to the next. */
class CarrySharedTest {
    @Test
    void whatMovesByOneElementIsReadOnce() {
        becomes("""
            for w in 0 .. 8 unroll 4 {
              let r: i32 = t + 1
              shared.s[r][w + 2] = shared.s[t][w] + shared.s[t][w + 1] + shared.s[r][w + 1]
              barrier
            }\
            """, """
            scope {
              var s_kept: f32 = shared.s[t][0]
              var s_kept_2: f32
              var s_kept_3: f32 = shared.s[t + 1][0 + 1]
              var s_kept_4: f32
              for w in 0 .. 8 unroll 4 {
                let r: i32 = t + 1
                s_kept_2 = shared.s[t][w + 1]
                s_kept_4 = s_kept + s_kept_2 + s_kept_3
                shared.s[r][w + 2] = s_kept_4
                s_kept = s_kept_2
                s_kept_3 = s_kept_4
                barrier
              }
            }\
            """);
    }

    @Test
    void ofSeveralStoresToOneElementTheLastIsLeft() {
        becomes("""
            for w in 0 .. 8 {
              shared.s[t][w] = 1.0f32
              shared.s[t][w] = shared.s[t][w] + 0.5f32
              barrier
            }\
            """, """
            scope {
              var s_kept: f32
              for w in 0 .. 8 {
                s_kept = 1.0f32
                s_kept = s_kept + 0.5f32
                shared.s[t][w] = s_kept
                barrier
              }
            }\
            """);
    }

    @Test
    void neighboursOfAThreadAreRegisters() {
        becomes("""
            for w in 0 .. 8 {
              for p in 0 .. 2 unroll all {
                let r: i32 = t + p
                shared.s[r + 1][w] = shared.s[r][w - 1] + 1.0f32
              }
              barrier
            }\
            """, """
            scope {
              var s_kept: f32 = shared.s[t + 1][0 - 1]
              var s_kept_2: f32
              for w in 0 .. 8 {
                scope {
                  s_kept_2 = shared.s[t][w - 1] + 1.0f32
                  shared.s[t + 1][w] = s_kept_2
                }
                scope {
                  shared.s[t + 1 + 1][w] = s_kept + 1.0f32
                }
                s_kept = s_kept_2
                barrier
              }
            }\
            """);
    }

    @Test
    void whatNobodyWritesIsReadBeforeTheLoop() {
        becomes("""
            for w in 0 .. 8 {
              d[i64(t)] = shared.s[t][3] > 1.0f32 ? 1.0f32 : 2.0f32
              barrier
            }\
            """, """
            scope {
              let s_kept: f32 = shared.s[t][3]
              for w in 0 .. 8 {
                d[i64(t)] = s_kept > 1.0f32 ? 1.0f32 : 2.0f32
                barrier
              }
            }\
            """);
        staysAsItIs("for w in 0 .. 8 {\n d[i64(t)] = t > 1 ? shared.s[t][3] : 2.0f32\n barrier\n }");
    }

    @Test
    void whatNobodyWritesIsReadBeforeTheBarrierOfTheIterationBefore() {
        becomes("""
            for w in 0 .. 8 unroll 4 {
              let r: i32 = t + 1
              d[i64(r)] = shared.s[r][w] + shared.s[r][w + 1]
              barrier
            }\
            """, """
            scope {
              var s_kept: f32 = shared.s[t + 1][0]
              var s_kept_2: f32 = shared.s[t + 1][0 + 1]
              for w in 0 .. 8 unroll 4 {
                let r: i32 = t + 1
                d[i64(r)] = s_kept + s_kept_2
                s_kept = s_kept_2
                s_kept_2 = shared.s[t + 1][min(w + 1, 7) + 1]
                barrier
              }
            }\
            """);
    }

    @Test
    void whatNoThreadWritesInAnIterationIsReadBeforeItsBarrier() {
        becomes("""
            for w in 0 .. 8 {
              let old: f32 = shared.s[t][w + 2]
              shared.s[t][w + 2] = t > 3 ? 1.0f32 : old
              barrier
            }\
            """, """
            scope {
              var s_kept: f32 = shared.s[t][0 + 2]
              for w in 0 .. 8 {
                let old: f32 = s_kept
                s_kept = t > 3 ? 1.0f32 : old
                shared.s[t][w + 2] = s_kept
                s_kept = shared.s[t][min(w + 1, 7) + 2]
                barrier
              }
            }\
            """);
        becomes("""
            for w in 0 .. 8 {
              shared.s[t][w + 2] = shared.s[t][w]
              barrier
            }\
            """, """
            scope {
              var s_kept: f32 = shared.s[t][0]
              for w in 0 .. 8 {
                shared.s[t][w + 2] = s_kept
                s_kept = shared.s[t][min(w + 1, 7)]
                barrier
              }
            }\
            """);
        staysAsItIs("for w in 0 .. 8 {\n shared.s[w + 1][t + 2] = shared.s[w][t]\n barrier\n }");
    }

    @Test
    void whatOtherThreadsMayWriteMeanwhileIsRead() {
        staysAsItIs("for w in 0 .. 8 {\n shared.s[t][w + 1] = shared.s[t][w]\n }");
        staysAsItIs("for w in 0 .. 8 {\n barrier\n shared.s[t][w + 1] = shared.s[t][w]\n }");
        staysAsItIs("for w in 0 .. 8 {\n if t > 3 {\n shared.s[t][w + 1] = shared.s[t][w]\n }\n barrier\n }");
        staysAsItIs("for w in 0 .. 8 {\n shared.s[t][w + 1] = shared.s[x][w]\n barrier\n }");
        staysAsItIs("for w in 0 .. n {\n shared.s[t][w + 1] = shared.s[t][w]\n barrier\n }");
    }

    private static void staysAsItIs(String statements) {
        becomes(statements, statements);
    }

    private static void becomes(String before, String after) {
        assertEquals(
                KernelText.print(BlockOfThreads.running(after)),
                KernelText.print(Pass.CARRY_SHARED.of(BlockOfThreads.running(before))),
                () -> before);
    }
}
