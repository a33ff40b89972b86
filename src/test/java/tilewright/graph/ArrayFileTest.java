package tilewright.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.DataType;
import tilewright.model.UserError;

class ArrayFileTest {
    private static final String MATRIX = "%%MatrixMarket matrix array real ";

    @TempDir
    Path folder;

    private ArrayFile.Contents read(String name, String text) throws IOException {
        Path file = Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
        return ArrayFile.read(file, DataType.REAL, 2);
    }

    private void assertRefused(String name, String text, String words) {
        String message = String.valueOf(
                assertThrows(UserError.class, () -> read(name, text)).getMessage());
        assertTrue(message.contains(words), message);
    }

    private static String numpy(String shape) {
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
        return "\u0093NUMPY\1\0v\0" + header + " ".repeat(117 - header.length()) + "\n" + "\0\0\0?".repeat(6);
    }

    @Test
    void aSymmetricMatrixIsFilledFromItsLowerHalf() throws IOException {
        ArrayFile.Contents read = read("a.mtx", MATRIX + "symmetric\n2 2\n1\n2\n3\n");
        assertArrayEquals(new long[] {2, 2}, read.shape());
        assertArrayEquals(new float[] {1, 2, 2, 3}, (float[]) read.elements());
    }

    @Test
    void matricesThatAreNotWhatTheyCallThemselvesAreRefused() {
        assertRefused("a.mtx", MATRIX + "symmetric\n2 3\n1\n2\n3\n", "as many columns as rows");
        assertRefused(
                "a.mtx", MATRIX + "skew-symmetric\n2 2\n1\n", "expected general or symmetric; found 'skew-symmetric'");
        assertRefused("a.mtx", MATRIX.replace("real", "complex") + "general\n1 1\n1 2\n", "found 'complex'");
    }

    @Test
    void sizesThatNoFileHoldsTakeNoMemory() throws IOException {
        assertEquals(6, ((float[]) read("a.npy", numpy("(2, 3)")).elements()).length);
        assertRefused("a.npy", numpy("(99999999999999999999, 3)"), "more than an array holds");
        assertRefused("a.npy", numpy("(2000000, 2000000)"), "more elements than an array holds");
        assertRefused("a.npy", numpy("(4, 3)"), "ends after less than 12 elements");
    }

    /** Bytes of other characters once ended the file, so that what followed them was missing. */
    @Test
    void charactersThatAreNotAsciiEndNothing() throws IOException {
        for (String text : List.of("\u00ef\u00bb\u00bf1,2\n3,4\n", "# gr\u00f6\u00dfe\n1,2\n3,4 ! \u00fc\n")) {
            ArrayFile.Contents read = read("a.csv", text);
            assertArrayEquals(new long[] {2, 2}, read.shape());
            assertArrayEquals(new float[] {1, 2, 3, 4}, (float[]) read.elements());
        }
        assertRefused("a.csv", "1,2\n3,\u00fc\n", "a.csv:2: error: expected an element, a number; found '");
    }

    @Test
    void numbersAreReadWholeOrRefused() throws IOException {
        String long99 = "0." + "3".repeat(99);
        assertArrayEquals(new float[] {0.33333334f, 2}, (float[])
                read("a.csv", long99 + ",2\n").elements());
        assertRefused("a.csv", "0." + "3".repeat(1200), "has 1000 characters or more");
        assertRefused("a.csv", "1e999,2\n", "a number that a double holds; found '1e999'");
        assertRefused("a.csv", "1f,2\n", "a number that a double holds; found '1f'");
        assertRefused("a.csv", "1e39,2\n", "element 1 is 1.0E39, which 'real' does not hold");
        float[] special = (float[]) read("a.csv", "nan,-inf,Infinity\n").elements();
        assertTrue(Float.isNaN(special[0]));
        assertEquals(Float.NEGATIVE_INFINITY, special[1]);
        assertEquals(Float.POSITIVE_INFINITY, special[2]);
    }

    @Test
    void filesThatSayNothingOrOneThingTwiceAreRefused() {
        assertRefused("a.csv", "", "a.csv: error: it holds no number");
        assertRefused("a.csv", "# nothing\n", "a.csv: error: it holds no number");
        String twice = "%%MatrixMarket matrix coordinate real ";
        assertRefused(
                "a.mtx", twice + "general\n2 2 2\n1 2 5\n1 2 6\n", "a.mtx:4: error: row 1, column 2 is given twice");
        assertRefused(
                "a.mtx", twice + "symmetric\n2 2 2\n1 2 5\n2 1 6\n", "a.mtx:4: error: row 2, column 1 is given twice");
        assertRefused("numbers", "1\n", "numbers: error: the name does not end in a format of arrays; give .npy,");
    }
}
