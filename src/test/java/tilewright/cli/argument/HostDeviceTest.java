package tilewright.cli.argument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.device.HostCompiler;
import tilewright.ranking.description.DeviceCatalog;

/** A machine that is not known is measured once, by a stand-in here. */
class HostDeviceTest {
    @TempDir
    Path base;

    private final StringWriter said = new StringWriter();
    private int measured;

    private void ask(Path folder) {
        new HostDevice(folder).measured(new PrintWriter(said, true), compiler -> {
            measured++;
            return DeviceCatalog.host();
        });
    }

    @Test
    void aMachineIsMeasuredOnceAndSoSaid() {
        assumeTrue(HostCompiler.search().isPresent());
        Path folder = base.resolve("devices");
        ask(folder);
        assertEquals(1, measured);
        assertTrue(said.toString().startsWith("measuring this machine's processors once"), said::toString);
        assertTrue(said.toString().contains("kept in " + HostDevice.file(folder)), said::toString);
        said.getBuffer().setLength(0);
        ask(folder);
        assertEquals(1, measured);
        assertEquals("", said.toString());
    }

    @Test
    void compilersOfOneVersionInTwoPlacesHaveFilesOfTheirOwn() {
        Optional<HostCompiler> compiler = HostCompiler.search();
        assumeTrue(compiler.isPresent());
        String place = compiler.get()
                .program()
                .toString()
                .replaceAll("[^A-Za-z0-9]+", "-")
                .toLowerCase(Locale.ROOT);
        Path file = HostDevice.file(base);
        assertTrue(file.toString().endsWith(place + ".json"), file::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"schema\": \"tilewright/dev",
                "{}",
                "{\"schema\": \"tilewright/device/1\", \"kind\": \"host\", \"processors\": 2, \"overlap\": 2,"
                        + " \"sources\": {}, \"caches\": [{\"name\": \"L1\", \"bytes\": 1}]}"
            })
    void aDamagedFileIsMeasuredAnew(String text) throws IOException {
        assumeTrue(HostCompiler.search().isPresent());
        Path file = HostDevice.file(base);
        Files.writeString(file, text);
        assertEquals(
                DeviceCatalog.host().fullName(), new HostDevice(base).known().fullName());
        ask(base);
        assertEquals(1, measured);
        assertTrue(said.toString().startsWith("note: " + file + " is damaged"), said::toString);
        ask(base);
        assertEquals(1, measured, "the new one is kept");
    }
}
