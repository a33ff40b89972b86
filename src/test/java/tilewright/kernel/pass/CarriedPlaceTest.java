package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.text.KernelText;

/** Elements that all stores of a loop write. */
class CarriedPlaceTest {
    @Test
    void whatALoopStoresAtOnePlaceIsStoredBehindIt() {
        becomes("""
            for j in 0 .. n unroll 1 {
              if j >= t + 1 {
                d[t] = d[t] - d[j]
              }
              if j + 1 == n {
                d[t] = d[t] / 2.0f32
              }
            }\
            """, """
            var d_last: f32 = 0.0f32
            var d_has: i32 = 0
            for j in 0 .. n unroll 4 {
              if j >= t + 1 {
                d_last = (d_has == 1 ? d_last : d[t]) - d[j]
                d_has = 1
              }
              if j + 1 == n {
                d_last = (d_has == 1 ? d_last : d[t]) / 2.0f32
                d_has = 1
              }
            }
            if d_has == 1 {
              d[t] = d_last
            }\
            """);
    }

    /** The comparison may be written either way round, and leave room between the two. */
    @Test
    void conditionsSayThatElementsAreOthers() {
        for (String condition :
                new String[] {"t < j", "t + 2 <= j", "j - t >= 1", "j < t", "j != t", "n >= 3 && j > t"}) {
            assertEquals(2, stores(condition, "j").split("d\\[t\\] = ", -1).length, condition);
        }
    }

    /** Planted faults: the element may be the one that is stored, or the place moves. */
    @Test
    void whatMayBeTheSameElementStays() {
        for (String condition :
                new String[] {"t <= j", "j >= t", "j + 1 > t", "j < t + 1", "n >= 3", "j < t || n > 3"}) {
            staysAsItIs("""
                for j in 0 .. n {
                  if %s {
                    d[t] = d[t] - d[j]
                  }
                }\
                """.formatted(condition));
        }
        staysAsItIs("""
            for j in 0 .. n {
              if j >= t + 1 {
                d[t + j] = d[t + j] - d[2 * j]
                d[t + j] = d[t + j] * 2.0f32
              }
            }\
            """);
    }

    /** What a condition has said of a variable holds no more where it has been assigned. */
    @Test
    void placesOfVariablesThatTheLoopAssignsMayBeTheSame() {
        staysAsItIs("""
            var k: i32 = 0
            for j in 0 .. n {
              k = j + 1
              if k > t {
                k = t
                d[t] = d[t] - d[k]
              }
            }\
            """);
    }

    /** Behind a barrier other threads may read the element. */
    @Test
    void loopsInWhichThreadsWaitStay() {
        staysAsItIs("""
            for j in 0 .. n {
              if j >= t + 1 {
                d[t] = d[t] - d[j]
              }
              barrier
            }\
            """);
    }

    private static String stores(String condition, String other) {
        return KernelText.print(Pass.CARRY_VALUES.of(BlockOfThreads.running("""
            for j in 0 .. n {
              if %s {
                d[t] = d[t] - d[%s]
              }
            }\
            """.formatted(condition, other))));
    }

    private static void becomes(String before, String after) {
        assertEquals(
                KernelText.print(BlockOfThreads.running(after)),
                KernelText.print(Pass.CARRY_VALUES.of(BlockOfThreads.running(before))));
    }

    private static void staysAsItIs(String statements) {
        becomes(statements, statements);
    }
}
