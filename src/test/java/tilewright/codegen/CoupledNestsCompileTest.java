package tilewright.codegen;

import java.nio.file.Path;
import java.util.List;
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

    static List<CoupledNests> nests() {
        return CoupledNests.all();
    }

    @ParameterizedTest
    @MethodSource("nests")
    void compiles(CoupledNests nest) throws Exception {
        Nvcc.orSkip(folder).accepts(CudaText.of(nest.plan()));
    }
}
