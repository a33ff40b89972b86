package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NsightComputeTest {
    @Test
    void everyLaunchOfTheRawPageIsReadBetweenTheWordsOfProfilerAndProgram() {
        List<NsightCompute.Launch> launches = NsightCompute.parse("""
            ==PROF== Connected to process 4711 (/usr/bin/java)
            ==PROF== Profiling "matmul_step" - 0: 0%....100% - 9 passes
            ran the CUDA program of blocks "64x256x8"
            "ID","Process ID","Kernel Name","Block Size","gpu__time_duration.sum","dram__bytes_read.sum","launch__registers_per_thread"
            "","","","","ns","byte","register/thread"
            "0","4711","matmul_step(const float *, const float *, float *, int)","(128, 1, 1)","2,857,920","134217728","250"
            "1","4711","tail<float, 4>(float *)","(32, 1, 1)","1024.5","n/a","16"
            """);
        assertEquals(
                List.of("matmul_step", "tail<float, 4>"),
                launches.stream().map(NsightCompute.Launch::kernel).toList());
        assertEquals(2_857_920, launches.getFirst().counters().get("gpu__time_duration.sum"));
        assertEquals(134_217_728, launches.getFirst().counters().get("dram__bytes_read.sum"));
        assertEquals(250, launches.getFirst().counters().get("launch__registers_per_thread"));
        assertEquals(1024.5, launches.getLast().counters().get("gpu__time_duration.sum"));
        assertEquals(2, launches.getLast().counters().size(), "what a device does not count is left out");
    }

    @Test
    void withoutATableNothingIsRead() {
        assertTrue(NsightCompute.parse("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n")
                .isEmpty());
    }
}
