package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Resources;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Blocks that fit a multiprocessor, beside what the driver said of recorded kernels. */
public class OccupancyTest {
    private static final GpuDescription.Limits LIMITS =
            DeviceCatalog.referenceGpu().limits();
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The examples of docs/equations.md: 16,384 registers of a scheduler hold 3 warps of 168 a thread. */
    @Test
    void schedulersHaveTheirShareOfRegisters() {
        assertEquals(1, LIMITS.residentByRegisters(288, 168));
        assertEquals(4, LIMITS.residentByRegisters(96, 168));
        assertEquals(1, LIMITS.residentByRegisters(288, 104), "2 by all registers together");
        assertEquals(1, LIMITS.residentByRegisters(288, 200), "spills what is beyond 168");
        assertEquals(0, LIMITS.residentByRegisters(512, 136));
        assertEquals(4, LIMITS.residentByRegisters(64, 196), "5 by all registers together, of 168 each");
    }

    @Test
    void theDriverSaysTheSameOfRecordedKernels() throws IOException {
        int kernels = 0;
        int right = 0;
        Map<String, Integer> wrong = new HashMap<>();
        for (Path recorded : recorded()) {
            for (String line : Files.readAllLines(recorded)) {
                for (JsonNode kernel : JSON.readTree(line).path("kernels")) {
                    // One thread is a loop of the host that runs on the device: its occupancy is of its launch.
                    if (kernel.path("occupancy").asDouble() > 0
                            && kernel.path("threads").asInt() > 1) {
                        kernels++;
                        boolean same = Math.abs(occupancy(kernel)
                                        - kernel.path("occupancy").asDouble())
                                < 1e-6;
                        right += same ? 1 : 0;
                        wrong.merge(same ? "" : kernel.toString(), 1, Integer::sum);
                    }
                }
            }
        }
        wrong.remove("");
        assertTrue(kernels > 3000, kernels + " kernels");
        assertTrue(
                right >= 0.995 * kernels,
                right + " of " + kernels + ": "
                        + wrong.keySet().stream().limit(5).toList());
    }

    private static double occupancy(JsonNode kernel) {
        int threads = kernel.path("threads").asInt();
        int blocks = Resources.of(
                        threads,
                        kernel.path("sharedBytes").asInt(),
                        kernel.path("registers").asInt(),
                        LIMITS)
                .residentBlocks();
        return (double) blocks * Math.ceilDiv(threads, LIMITS.warp()) * LIMITS.warp() / LIMITS.threadsPerProcessor();
    }

    private static List<Path> recorded() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("reports", "held-out"))) {
            return files.filter(f -> String.valueOf(f.getFileName()).equals("measurements.jsonl"))
                    .filter(f -> f.toString().contains("nvidia-h200"))
                    .sorted()
                    .toList();
        }
    }
}
