package tilewright.tune.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.model.UserError;

class OpenMpTest {
    @Test
    void threadsSleepWhileTheyWaitAndStayWhereTheyAre() {
        Map<String, String> settings = OpenMp.settings(Map.of());
        assertEquals("passive", settings.get("OMP_WAIT_POLICY"));
        assertEquals("close", settings.get("OMP_PROC_BIND"));
        assertEquals(String.valueOf(Runtime.getRuntime().availableProcessors()), settings.get("OMP_NUM_THREADS"));
    }

    /** The runtime passes over the first two without a word; the last one ended programs by a segmentation fault. */
    @Test
    void numbersOfThreadsThatAreNoneAreRefused() {
        for (String threads : List.of("0", "abc", "-2", "100000", "4;2", "1e3")) {
            UserError error =
                    assertThrows(UserError.class, () -> OpenMp.settings(Map.of("OMP_NUM_THREADS", threads)), threads);
            assertTrue(
                    String.valueOf(error.getMessage()).startsWith("OMP_NUM_THREADS=" + threads + ": expected a number"),
                    error.getMessage());
        }
        assertEquals("4,2", OpenMp.settings(Map.of("OMP_NUM_THREADS", "4,2")).get("OMP_NUM_THREADS"));
        assertEquals(
                String.valueOf(Runtime.getRuntime().availableProcessors()),
                OpenMp.settings(Map.of("OMP_NUM_THREADS", "")).get("OMP_NUM_THREADS"));
    }

    @Test
    void whatTheUserHasSetStays() {
        Map<String, String> settings = OpenMp.settings(Map.of("OMP_NUM_THREADS", "3", "OMP_PROC_BIND", "spread"));
        assertEquals("3", settings.get("OMP_NUM_THREADS"));
        assertEquals("spread", settings.get("OMP_PROC_BIND"));
    }
}
