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

    @TestFactory
    Stream<DynamicTest> everyVolumeOfTheLoopNests() throws IOException {
        return nests().flatMap(nest -> Stream.of(false, true)
                .map(silent -> DynamicTest.dynamicTest(name(nest, silent), () -> {
                    try (AnalysisCheck check = new AnalysisCheck(nest, silent)) {
                        for (List<Integer> block : List.of(
                                List.of(1, 1, 1),
                                List.of(2, 2, 2),
                                List.of(3, 2, 5),
                                List.of(1, 4, 2),
                                List.of(9, 9, 9))) {
                            check.volumesAgree(sizes(nest, 7), block);
                        }
                    }
                })));
    }

    private static Map<String, Long> sizes(LoopNest nest, long n) {
        Map<String, Long> sizes = new HashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, p.equals("n") ? n : 3));
        return sizes;
    }

    private static String name(LoopNest nest, boolean silent) {
        return nest.name() + (silent ? ", silent writes left out" : ", as written");
    }

    private static Stream<LoopNest> nests() throws IOException {
        List<LoopNest> nests = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("loopnests"))) {
            files.sorted().forEach(f -> nests.add(NestParser.parse(f)));
        }
        return nests.stream();
    }
}
