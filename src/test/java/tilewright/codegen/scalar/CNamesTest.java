package tilewright.codegen.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CNamesTest {
    @Test
    void namesThatCompilersHaveTakenAreSpelledOtherwise() {
        CNames names = new CNames();
        assertEquals(
                List.of("a", "linux_", "x__global__", "x__LINE__", "x__global___", "_b"),
                List.of("a", "linux", "__global__", "__LINE__", "x__global__", "_b").stream()
                        .map(names::declare)
                        .toList());
        assertEquals("x__global__", names.of("__global__"));
    }
}
