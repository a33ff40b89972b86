package tilewright.tune.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RunPolicyTest {
    private static final RunPolicy POLICY = RunPolicy.DEFAULT;

    @Test
    void fastCandidatesRunTenTimesAndHopelessOnesThreeTimes() {
        assertEquals(10, POLICY.runs(0.01, Double.POSITIVE_INFINITY));
        assertEquals(10, POLICY.runs(0.0124, 0.01));
        assertEquals(3, POLICY.runs(0.0126, 0.01));
    }

    @Test
    void slowCandidatesRunLessOften() {
        assertEquals(5, POLICY.runs(0.5, 0.5));
        assertEquals(3, POLICY.runs(2, 2));
        assertEquals(1, POLICY.runs(5, 5));
    }

    @Test
    void fiveTimesTheBestIsCutOff() {
        assertTrue(POLICY.isCutOff(0.051, 0.01));
        assertFalse(POLICY.isCutOff(0.049, 0.01));
        assertFalse(POLICY.isCutOff(9, Double.POSITIVE_INFINITY), "the first one is");
    }
}
