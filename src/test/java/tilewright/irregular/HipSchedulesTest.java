package tilewright.irregular;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.codegen.DevicePrinter;
import tilewright.codegen.Hipcc;
import tilewright.codegen.Language;
import tilewright.codegen.Templates;
import tilewright.kernel.Target;
import tilewright.kernel.pass.Passes;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;

/** Programs of graphs have votes, shuffles, ordered accesses and barriers of all blocks: they compile for gfx90a. */
@Tag("hip")
class HipSchedulesTest {
    @TempDir
    Path folder;

    @Test
    void everyScheduleCompiles() throws Exception {
        Hipcc hipcc = Hipcc.orSkip();
        Target target = DeviceCatalog.gpu(GpuDescription.Language.HIP).target();
        DevicePrinter printer = new DevicePrinter(Language.HIP, Templates.packed(), target, Passes.of(target));
        Fixpoint fixpoint = Fixpoints.distances();
        Arcs arcs = RandomGraphs.hostile(true).getLast();
        List<String> texts = new ArrayList<>();
        for (Schedule schedule : AllowedSchedules.of(fixpoint)) {
            Prepared prepared = Inspector.prepare(fixpoint, arcs, schedule, "fixpoint", List.of("a fixpoint"));
            texts.add("namespace schedule" + texts.size() + " {\n" + printer.print(prepared.program()) + "}\n");
        }
        hipcc.compile(
                folder,
                "#include <hip/hip_runtime.h>\n" + String.join("\n", texts).replace("extern \"C\"", ""));
    }
}
