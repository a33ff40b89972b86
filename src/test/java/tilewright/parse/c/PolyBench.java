package tilewright.parse.c;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tilewright.model.LoopNest;
import tilewright.parse.c.unit.COptions;

/** The kernels in loopnests/polybench. */
public final class PolyBench {
    private static final Path DIRECTORY = Path.of("loopnests", "polybench");

    private PolyBench() {}

    /** The names of all kernels. */
    public static List<String> kernels() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.endsWith(".c"))
                    .map(name -> name.substring(0, name.length() - 2))
                    .sorted()
                    .toList();
        }
    }

    public static LoopNest nest(String kernel) {
        return parse(kernel, COptions.NONE).nest();
    }

    static CParser.CProgram parse(String kernel, COptions options) {
        return CParser.parse(DIRECTORY.resolve(kernel + ".c"), options);
    }

    /** Small sizes, all different: the first parameter gets {@code least}, each further one more. */
    public static Map<String, Long> sizes(LoopNest nest, long least) {
        Map<String, Long> sizes = new HashMap<>();
        for (String parameter : nest.parameters()) {
            sizes.put(parameter, least + sizes.size());
        }
        return sizes;
    }
}
