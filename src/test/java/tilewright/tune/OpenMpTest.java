package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenMpTest {
    @Test
    void threadsSleepWhileTheyWaitAndStayWhereTheyAre() {
        Map<String, String> settings = OpenMp.settings(Map.of());
        assertEquals("passive", settings.get("OMP_WAIT_POLICY"));
        assertEquals("close", settings.get("OMP_PROC_BIND"));
        assertEquals(String.valueOf(Runtime.getRuntime().availableProcessors()), settings.get("OMP_NUM_THREADS"));
    }

    @Test
    void whatTheUserHasSetStays() {
        Map<String, String> settings = OpenMp.settings(Map.of("OMP_NUM_THREADS", "3", "OMP_PROC_BIND", "spread"));
        assertEquals("3", settings.get("OMP_NUM_THREADS"));
        assertEquals("spread", settings.get("OMP_PROC_BIND"));
    }
}
