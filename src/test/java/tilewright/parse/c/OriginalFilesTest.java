package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.UserError;
import tilewright.parse.c.unit.COptions;

/** Files written as PolyBench writes its own, with its macros and headers, are the same nests as the ones shipped here. */
class OriginalFilesTest {
    private static final Path DIRECTORY = Path.of("src/test/resources/c/original");

    private static COptions options(@org.jspecify.annotations.Nullable String dataset) {
        return new COptions(List.of(DIRECTORY.resolve("utilities")), new LinkedHashMap<>(), null, dataset);
    }

    private static CParser.CProgram original(String kernel, COptions options) {
        return CParser.parse(DIRECTORY.resolve(kernel + ".c"), options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemm", "correlation", "nussinov", "durbin", "adi", "jacobi-2d"})
    void originalFileIsTheSameNest(String kernel) {
        LoopNest original = original(kernel, options(null)).nest();
        LoopNest shipped = PolyBench.nest(kernel);
        assertEquals(NestPrinter.print(shipped.body()), NestPrinter.print(original.body()));
        assertEquals(shipped.parameters(), original.parameters());
        assertEquals(shipped.arrays().size(), original.arrays().size());
        shipped.arrays()
                .forEach(a ->
                        assertEquals(a.type(), original.array(a.name()).type().promoted(), a.name()));
    }

    @Test
    void extentsFollowTheSizeParameters() {
        LoopNest gemm = original("gemm", options(null)).nest();
        assertEquals("double precision C(0:ni - 1, 0:nj - 1)", NestPrinter.declaration(gemm.array("C")));
        // PolyBench itself gives this one a constant size.
        LoopNest durbin = original("durbin", options(null)).nest();
        assertEquals("local double precision z(0:1999)", NestPrinter.declaration(durbin.array("z")));
    }

    @Test
    void datasetsAreThoseOfTheHeader() {
        for (String dataset : List.of("MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE")) {
            assertEquals(
                    PolyBench.parse("gemm", new COptions(List.of(), new LinkedHashMap<>(), null, dataset))
                            .sizes(),
                    original("gemm", options(dataset)).sizes());
        }
        assertEquals(
                Map.of("ni", 20L, "nj", 25L, "nk", 30L),
                original("gemm", options("MINI")).sizes());
    }

    @Test
    void elementTypeIsChosenByMacro() {
        Map<String, String> macros = Map.of("DATA_TYPE_IS_FLOAT", "1");
        COptions single =
                new COptions(List.of(DIRECTORY.resolve("utilities")), new LinkedHashMap<>(macros), null, null);
        LoopNest original = original("correlation", single).nest();
        LoopNest shipped = PolyBench.parse(
                        "correlation", new COptions(List.of(), new LinkedHashMap<>(macros), null, null))
                .nest();
        assertEquals(NestPrinter.print(shipped.body()), NestPrinter.print(original.body()));
        assertEquals("real mean(0:m - 1)", NestPrinter.declaration(original.array("mean")));
    }

    @Test
    void missingHeaderIsNamed() {
        UserError error = assertThrows(UserError.class, () -> original("gemm", COptions.NONE));
        assertTrue(
                String.valueOf(error.getMessage())
                        .endsWith("gemm.c:7:1), which was not found: give its directory by -I DIRECTORY"),
                error.getMessage());
    }
}
