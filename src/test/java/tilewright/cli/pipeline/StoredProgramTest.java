package tilewright.cli.pipeline;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.PassArguments;
import tilewright.codegen.Templates;
import tilewright.isl.Context;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.Tiler;
import tilewright.tune.stored.StoredSweep;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

/** A sweep judges the model of the programs that it measured. */
class StoredProgramTest {
    private static final Path STORED = Path.of("reports/held-out/mvt/nvidia-h100");

    @Test
    void oneLetterMakesItAnotherProgram(@TempDir Path sweep) throws IOException {
        Files.copy(STORED.resolve("summary.json"), sweep.resolve("summary.json"));
        SweepIdentity identity = StoredSweep.read(STORED).identity();
        Devices devices = new Devices(
                Target.CUDA, "", DeviceCatalog.gpu(identity.device()).orElseThrow());
        try (Context sets = Pipeline.integerSets()) {
            Tiler tiler = Pipeline.tiler(
                    Pipeline.dependences(sets, Pipeline.parse(Replay.nestFile(STORED, identity.nest()))));
            String text = Pipeline.source(
                    Templates.packed(),
                    PassArguments.all(devices),
                    devices,
                    Pipeline.lower(
                            Pipeline.plan(tiler, ResultsReader.fastest(sweep).orElseThrow()),
                            Target.CUDA,
                            PassArguments.all(devices)));
            tell(sweep, "\"program\" : \"" + SweepIdentity.hash(text) + "\"");
            assertTrue(StoredProgram.isGenerated(sweep, identity, tiler, devices.described()));
            tell(sweep, "\"program\" : \"" + SweepIdentity.hash(text + " ") + "\"");
            assertFalse(StoredProgram.isGenerated(sweep, identity, tiler, devices.described()));
            tell(sweep, "\"programme\" : \"\"");
            assertFalse(StoredProgram.isGenerated(sweep, identity, tiler, devices.described()), "none is told");
        }
    }

    private static void tell(Path sweep, String program) throws IOException {
        Path summary = sweep.resolve("summary.json");
        Files.writeString(summary, Files.readString(summary).replaceFirst("\"programm?e?\" : \"[^\"]*\"", program));
    }
}
