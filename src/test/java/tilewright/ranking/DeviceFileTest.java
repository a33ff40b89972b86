package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceFileTest {
    @Test
    void aWrittenDeviceFileIsReadBack(@TempDir Path folder) throws IOException {
        GpuDescription device = DeviceCatalog.referenceGpu();
        Path file = Files.writeString(folder.resolve("mine.json"), DeviceCatalog.write(device));
        assertEquals(device, DeviceCatalog.find(file.toString()));
    }
}
