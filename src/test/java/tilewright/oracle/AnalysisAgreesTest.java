package tilewright.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** Every nest in loopnests/, as written and with its silent writes left out. */
class AnalysisAgreesTest {
    @TestFactory
    Stream<DynamicTest> everyDependenceOfTheLoopNests() throws IOException {
        return nests().flatMap(nest -> Stream.of(false, true)
                .map(silent -> DynamicTest.dynamicTest(name(nest, silent), () -> {
                    try (AnalysisCheck check = new AnalysisCheck(nest, silent)) {
                        for (long n : List.of(1L, 2L, 5L)) {
                            check.dependencesAgree(sizes(nest, n));
                        }
                    }
                })));
    }

    static Map<String, Long> sizes(LoopNest nest, long n) {
        Map<String, Long> sizes = new HashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, p.equals("n") ? n : 3));
        return sizes;
    }

    static String name(LoopNest nest, boolean silent) {
        return nest.name() + (silent ? ", silent writes left out" : ", as written");
    }

    static Stream<LoopNest> nests() throws IOException {
        List<LoopNest> nests = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("loopnests"))) {
            files.filter(f -> f.toString().endsWith(".nest")).sorted().forEach(f -> nests.add(NestParser.parse(f)));
        }
        return nests.stream();
    }
}
