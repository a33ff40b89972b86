package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps whose one timed candidate is the nest as written, which has no sizes of blocks. */
class NestAsWrittenPageTest {
    @Test
    void pageAndTextAreWritten(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("measurements.jsonl"), """
            {"schema":"tilewright/measurement/1","nest":"x","nestHash":"6e5c46e3b4179a642f789ab78c6b5070",\
            "sizes":{"n":40},"target":"c","device":"none","driver":"d","compiler":"c","phase":"sweep","rank":1,\
            "block":[],"thread":[],"options":{"kTile":0,"stages":1},"predicted":{"seconds":3.5E-8,"reads":40.0},\
            "host":"h","unit":"","worker":0,"status":"ok","seconds":0.5,"runs":[0.5],"mode":"call"}
            """);
        Files.writeString(folder.resolve("summary.json"), """
            {"schema": "tilewright/summary/1", "nest": "x", "sizes": {"n": 40}, "target": "c", "device": "none",
             "best": {"block": [], "thread": [], "options": {"kTile": 0, "stages": 1}, "seconds": 0.5},
             "ranking": {"candidates": 1}, "environment": {}}
            """);
        String text = Report.run(List.of(folder));
        assertTrue(text.contains("as written"), text);
        assertTrue(Files.exists(folder.resolve("report.html")));
    }
}
