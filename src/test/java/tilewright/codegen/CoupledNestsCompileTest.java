package tilewright.codegen;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The CUDA texts of nests with more statements and loops than the tuned ones compile. */
@Order(1)
@Tag("nvcc")
@Execution(ExecutionMode.CONCURRENT)
class CoupledNestsCompileTest {
    @TempDir
    Path folder;

    /** Those of one run of the compiler. */
    static List<List<CoupledNests>> nests() {
        List<CoupledNests> all = CoupledNests.all();
        int half = all.size() / 2;
        return List.of(all.subList(0, half), all.subList(half, all.size()));
    }

    @ParameterizedTest
    @MethodSource("nests")
    void compile(List<CoupledNests> nests) throws Exception {
        Nvcc nvcc = Nvcc.orSkip(folder);
        Map<String, String> texts = new LinkedHashMap<>();
        nests.forEach(nest -> texts.put(nest.name(), CudaText.of(nest.plan())));
        nvcc.accepts(texts);
    }
}
