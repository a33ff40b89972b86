package tilewright.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
