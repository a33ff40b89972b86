package tilewright.ranking.description;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostProbeTest {
    @TempDir
    Path root;

    @Test
    void readsDataAndUnifiedCachesAndLeavesInstructionCachesOut() throws IOException {
        cache(0, "1", "Data", "48K");
        cache(1, "1", "Instruction", "32K");
        cache(2, "2", "Unified", "2048K");
        cache(3, "3", "Unified", "36M");
        assertEquals(Map.of("L1", 48L << 10, "L2", 2L << 20, "L3", 36L << 20), new HostProbe(root).cacheBytes());
    }

    @Test
    void adaptsTheDescriptionAndScalesItsRates() throws IOException {
        cache(0, "1", "Data", "64K");
        write("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "4000000");
        HostDescription generic = DeviceCatalog.host();
        HostDescription adapted = new HostProbe(root).adapt(generic);
        assertEquals(4e9, adapted.clockHertz());
        assertEquals(64 << 10, adapted.caches().getFirst().bytes());
        assertEquals(
                generic.instructions().issuePerSecond() / generic.clockHertz(),
                adapted.instructions().issuePerSecond() / adapted.clockHertz(),
                1e-6);
    }

    @Test
    void whatCannotBeReadKeepsTheFilesValue() {
        HostDescription generic = DeviceCatalog.host();
        HostDescription adapted = new HostProbe(root).adapt(generic);
        assertEquals(generic.clockHertz(), adapted.clockHertz());
        assertEquals(generic.caches(), adapted.caches());
    }

    @Test
    void sizesHaveUnits() {
        assertEquals(Optional.of(512L), HostProbe.bytes("512"));
        assertEquals(Optional.of(1L << 30), HostProbe.bytes("1G"));
        assertEquals(Optional.empty(), HostProbe.bytes("many"));
    }

    private void cache(int index, String level, String type, String size) throws IOException {
        String folder = "sys/devices/system/cpu/cpu0/cache/index" + index;
        write(folder + "/level", level);
        write(folder + "/type", type);
        write(folder + "/size", size);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }
}
