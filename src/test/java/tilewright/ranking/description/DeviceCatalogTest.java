package tilewright.ranking.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.kernel.Target;
import tilewright.model.DataType;
import tilewright.model.UserError;
import tilewright.ranking.bound.LowerBoundsTest;

class DeviceCatalogTest {
    @TempDir
    Path folder;

    @Test
    void everyShippedFileLoadsUnderItsOwnNameAndSaysWhereItsFiguresComeFrom() {
        assertEquals(List.of("h200", "h100", "host", "mi250x"), DeviceCatalog.names());
        for (String name : DeviceCatalog.names()) {
            DeviceDescription device = DeviceCatalog.find(name);
            assertEquals(name, device.name());
            for (DataType type : DataType.values()) {
                assertTrue(device.instructions().of(type, "compare").perSecond() > 0);
            }
        }
        assertTrue(((GpuDescription) DeviceCatalog.find("h200"))
                .sources()
                .getOrDefault("*", "")
                .contains("measured"));
    }

    @Test
    void namesIgnoreCaseAndDriverNamesAreKnown() {
        assertEquals("NVIDIA H200", DeviceCatalog.find("H200").fullName());
        assertEquals("h200", DeviceCatalog.gpu("NVIDIA H200").orElseThrow().name());
        assertTrue(DeviceCatalog.gpu("NVIDIA T4").isEmpty());
    }

    @Test
    void anUnknownNameListsWhatExists() {
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find("h300"));
        assertEquals(
                "no device 'h300': shipped are h200, h100, host, mi250x; or give the path of a device file "
                        + "(copy a shipped one and edit it)",
                error.getMessage());
        assertEquals(UserError.BAD_INPUT, error.exitCode());
    }

    @Test
    void aFileOfTheUsersOwnIsReadByPath() throws IOException {
        Path file = write("mine.json", shipped().replace("\"NVIDIA H200\"", "\"My GPU\""));
        assertEquals("My GPU", DeviceCatalog.find(file.toString()).fullName());
    }

    @Test
    void aFileOfAnotherSchemaIsRefused() throws IOException {
        Path file = write("mine.json", shipped().replace("tilewright/device/1", "tilewright/device/9"));
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()));
        assertEquals(
                file + ": error: schema must be \"tilewright/device/1\", found \"tilewright/device/9\"; "
                        + "see docs/equations.md and the shipped device files",
                error.getMessage());
    }

    @Test
    void aMisspeltFieldIsNamed() throws IOException {
        Path file = write("mine.json", shipped().replace("\"schedulers\"", "\"shedulers\""));
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()));
        assertTrue(message(error).startsWith(file + ": error: not a device file: "), error.getMessage());
        assertTrue(message(error).contains("'schedulers'"), error.getMessage());
    }

    @Test
    void aFieldOfAnotherTypeIsNamed() throws IOException {
        Path file = write("mine.json", shipped().replaceFirst("\"warp\" : \\d+", "\"warp\" : \"many\""));
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()));
        assertTrue(message(error).startsWith(file + ": error: not a device file: limits.warp: "), error.getMessage());
    }

    @Test
    void aFieldThatStandsTwiceIsRefused() throws IOException {
        Path file =
                write("mine.json", shipped().replaceFirst("\"processors\" :", "\"processors\" : 1, \"processors\" :"));
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()));
        assertTrue(message(error).contains("\"processors\""), error.getMessage());
    }

    @Test
    void aFileThatIsNoJsonIsRefused() throws IOException {
        Path file = write("mine.json", "processors: 132");
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()));
        assertTrue(message(error).startsWith(file + ": error: not a device file: "), error.getMessage());
    }

    @Test
    void anImpossibleFigureIsRefusedWithItsName() throws IOException {
        Path file = write("mine.json", shipped().replace("\"overlap\" : 1.9", "\"overlap\" : 0.5"));
        UserError error = assertThrows(UserError.class, () -> DeviceCatalog.find(file.toString()));
        assertTrue(message(error).contains("processors and overlap must be at least 1"), error.getMessage());
    }

    @Test
    void aMissingRateSaysWhereToAddIt() {
        UserError error = assertThrows(
                UserError.class, () -> DeviceCatalog.find("h200").instructions().of(DataType.LOGICAL, "cube"));
        assertEquals(
                "the device file has no rate for operation 'cube' on type 'logical'; add it under"
                        + " instructions.types.logical",
                error.getMessage());
    }

    @Test
    void theHostHasTheCoresOfThisMachine() {
        HostDescription host = assertInstanceOf(HostDescription.class, DeviceCatalog.find("host"));
        assertEquals(Runtime.getRuntime().availableProcessors(), host.processors());
        assertEquals(host, DeviceCatalog.host());
    }

    @Test
    void barriersAreInterpolatedBetweenMeasuredPoints() {
        GpuDescription.Latency latency = ((GpuDescription) DeviceCatalog.find("h200")).latency();
        double at128 = latency.barrier(128);
        double at256 = latency.barrier(256);
        assertEquals((at128 + at256) / 2, latency.barrier(192), 1e-12);
        assertEquals(latency.barrier(32), latency.barrier(1), 1e-12, "no points below");
        assertEquals(39e-9, latency.barrier(1024), 1e-9);
    }

    @Test
    void aGpuWithoutAFileIsScaledFromTheReference() {
        GpuDescription reference = DeviceCatalog.referenceGpu();
        GpuDescription half = LowerBoundsTest.facts(
                        reference.processors() / 2, new GpuFacts.Memory(80_000_000_000L, 2e12, 30_000_000))
                .described();
        double whole = reference.instructions().of(DataType.REAL, "fma").perSecond();
        assertEquals(whole / 2, half.instructions().of(DataType.REAL, "fma").perSecond(), 1e-3 * whole);
        assertEquals(
                reference.memory().pathBytesPerSecond(), half.memory().pathBytesPerSecond(), 1, "one processor's own");
        assertEquals(2e12, half.memory().interfaceBytesPerSecond());
        assertEquals(
                "not measured: scaled from NVIDIA H200 by processors and clock",
                half.sources().get("rates and latencies"));
    }

    @Test
    void blocksThatStayGoAsManyRoundsAsALaunchTakesOnThatDevice() {
        assertEquals(Target.USUAL_ROUNDS, DeviceCatalog.referenceGpu().target().rounds());
        assertEquals(4, ((GpuDescription) DeviceCatalog.find("h100")).target().rounds(), "its launches take longer");
    }

    private static String message(UserError error) {
        return String.valueOf(error.getMessage());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String shipped() throws IOException {
        try (InputStream in = DeviceCatalog.class.getResourceAsStream("devices/h200.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
