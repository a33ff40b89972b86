package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;

class DeviceFileTest {
    @Test
    void aWrittenDeviceFileIsReadBack(@TempDir Path folder) throws IOException {
        GpuDescription device = DeviceCatalog.referenceGpu();
        Path file = Files.writeString(folder.resolve("mine.json"), DeviceCatalog.write(device));
        assertEquals(device, DeviceCatalog.find(file.toString()));
    }

    /** They were taken, and rankings were of infinite times, or of none. */
    @Test
    void numbersThatNoDeviceHasAreRefused(@TempDir Path folder) throws IOException {
        refused(folder, "issueSlots", "-1", "issueSlots is -1, and that of a device is 0 or more and at most 1e20");
        refused(folder, "warp", "0", "limits.warp is 0, and that of a device is above 0 and at most 1e20");
        refused(
                folder,
                "globalBytesPerSecond",
                "0",
                "memory.globalBytesPerSecond is 0, and that of a device is above 0");
        refused(
                folder,
                "drain",
                "1e308",
                "latency.drain is 1.0E308, and that of a device is 0 or more and at most a second");
    }

    private static void refused(Path folder, String name, String value, String words) throws IOException {
        String text = DeviceCatalog.write(DeviceCatalog.referenceGpu());
        String changed = text.replaceFirst("\"" + name + "\"\\s*:\\s*[0-9.eE+-]+", "\"" + name + "\":" + value);
        assertNotEquals(text, changed);
        Path file = Files.writeString(folder.resolve("mine.json"), changed);
        String message = String.valueOf(assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()))
                .getMessage());
        assertTrue(message.startsWith(file + ": error: ") && message.contains(words), message);
    }
}
