package tilewright.cli.argument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.UserError;

class SizesTest {
    @Test
    void readsParameters() {
        assertEquals(Map.of("n", 4096L, "m", 0L), Sizes.parameters(List.of("n=4096", "m = 0")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n         | --set n: expected NAME=VALUE, e.g. --set n=4096",
                "=4        | --set =4: expected NAME=VALUE, e.g. --set n=4096",
                "n=        | --set n=: '' is not a whole number",
                "n=many    | --set n=many: 'many' is not a whole number",
                "n=1.5     | --set n=1.5: '1.5' is not a whole number",
                "n=-2147483648 | --set n=-2147483648: -2147483648 is beyond -2147483647, the least number that"
                        + " generated programs take",
                "n=2147483648 | --set n=2147483648: 2147483648 is beyond 2147483647, the largest number that generated"
                        + " programs count to",
            })
    void refusesParameter(String assignment, String message) {
        assertEquals(
                message,
                assertThrows(UserError.class, () -> Sizes.parameters(List.of(assignment)))
                        .getMessage());
    }

    @Test
    void refusesParameterGivenTwice() {
        assertEquals(
                "--set n=5: n is given twice",
                assertThrows(UserError.class, () -> Sizes.parameters(List.of("n=4", "n=5")))
                        .getMessage());
    }

    @Test
    void readsSizes() {
        assertEquals(List.of(64, 128, 1), Sizes.list("--block", "64, 128,1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "64,,4  | --block 64,,4: a size is missing; expected e.g. 64,64,16 or 64x64x16",
                "8,x,8  | --block 8,x,8: a size is missing; expected e.g. 64,64,16 or 64x64x16",
                "64*64  | --block 64*64: '64*64' is not a whole number; expected e.g. 64,64,16 or 64x64x16",
                "0,4    | --block 0,4: 0 is not between 1 and 65536",
                "4,-4   | --block 4,-4: -4 is not between 1 and 65536",
                "65537  | --block 65537: 65537 is not between 1 and 65536",
                "12345678901 | --block 12345678901: 12345678901 is not between 1 and 65536",
            })
    void refusesSizes(String text, String message) {
        assertEquals(
                message,
                assertThrows(UserError.class, () -> Sizes.list("--block", text)).getMessage());
    }

    @Test
    void listsAreReadAsTheyAreWrittenToo() {
        assertEquals(List.of(64, 64, 16), Sizes.list("--block", "64x64x16"));
        assertEquals(List.of(64, 64, 16), Sizes.list("--block", "64,64,16"));
    }
}
