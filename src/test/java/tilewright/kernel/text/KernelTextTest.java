package tilewright.kernel.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.kernel.Program;
import tilewright.model.UserError;

class KernelTextTest {
    private static final int PROGRAMS = 500;

    private static final String COPY = """
        program "copy of a row"
        # b(i) = a(i)
        size n: i32
        array a: f32[n]
        array b: f32[n]

        ## Four elements a thread.
        kernel copy_row(n: i32, a: global f32 exclusive, b: global written f32 exclusive) threads 64 resident 2 {
          shared Row {
            cells: f32[256]  # the block's elements
          }
          let first: i32 = 4 * @thread
          if 256 * @block + first + 4 > n {
            return
          }
          copy 4 async shared.cells[first] <- a[256 * @block + first]
          await
          barrier
          for i in 0 .. 4 unroll all {
            b[256 * @block + first + i] = max(shared.cells[first + i], 0.0f32)
          }
        }

        host {
          launch copy_row(n, &a, &b) blocks (n + 255) / 256 threads 64 shared 1024  # everything
        }
        """;

    @Test
    void aTextOfEverydayStatementsIsPrintedAsItWasRead() {
        assertEquals(COPY, KernelText.print(KernelReader.parse("copy", COPY)));
    }

    @Test
    void everyProgramEqualsWhatIsReadFromItsText() {
        for (long seed = 0; seed < PROGRAMS; seed++) {
            Program program = new RandomPrograms(seed).program();
            String text = KernelText.print(program);
            assertEquals(program, KernelReader.parse("seed " + seed, text), () -> text);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        barrier                     | barier                       | 19:3: error: expected '=', found 'for'
        threads 64 resident         | threads 64 resident resident | 8:103: error: expected INTEGER, found 'resident'
        = 4 * @thread                | = 4 * lane                   | 12:24: error: nothing here is called 'lane'; declare it before
        shared.cells[first] <-      | shared.cell[first] <-        | 16:16: error: the function has no shared array 'cell'
        max(                        | mox(                         | 20:35: error: 'mox' is unknown here; write one of min, max, abs
        max(shared.cells[first + i] | max(shared.cells[0][i]       | 20:39: error: 'shared.cells[0][i]' has 2 indices; write 1
        (n + 255) / 256             | (n + 255) /                  | 25:57: error: expected
        4 * @thread                  | 4 * n.relaxed                | 12:24: error: 'n.relaxed': only global memory
        ' i in 0 .. 4'              | ' i in 0 .. 99999999999999999999' | 19:17: error: '99999999999999999999' is no number of 64 bits
        """)
    void faultsAreNamedWithTheirPlace(String right, String wrong, String message) {
        String text = COPY.replaceFirst(java.util.regex.Pattern.quote(right), wrong);
        UserError error = assertThrows(UserError.class, () -> KernelReader.parse("copy", text));
        assertEquals("copy:" + message, prefix(error.getMessage(), message.length() + 5));
    }

    private static String prefix(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }
}
