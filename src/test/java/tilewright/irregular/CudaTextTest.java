package tilewright.irregular;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.codegen.DevicePrinter;
import tilewright.codegen.Templates;

class CudaTextTest {
    @Test
    void everyScheduleHasATextForCuda() throws Exception {
        for (Fixpoint fixpoint : List.of(Fixpoints.levels(), Fixpoints.distances(), Fixpoints.labels())) {
            boolean weighted = !fixpoint.relaxation().inputs().isEmpty();
            Arcs arcs = RandomGraphs.hostile(weighted).getLast();
            for (Schedule schedule : AllowedSchedules.of(fixpoint)) {
                Prepared prepared = Inspector.prepare(fixpoint, arcs, schedule, "fixpoint", List.of("a fixpoint"));
                String text = DevicePrinter.forReferenceGpu(Templates.packed()).print(prepared.program());
                assertTrue(text.contains("__global__"), schedule.toString());
                if (System.getProperty("keep") != null) {
                    java.nio.file.Files.writeString(
                            java.nio.file.Path.of(
                                    System.getProperty("keep"),
                                    fixpoint.relaxation().type() + "-"
                                            + schedule.toString().replace(' ', '-') + ".cu"),
                            text);
                }
            }
        }
    }
}
