package tilewright.tune.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerMainTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        garbage        | 2
        {"re":"alive"} | 2
        ''             | 0
        """)
    void inputThatTuneDidNotWriteIsRefused(String line, int code) throws InterruptedException {
        InputStream input = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
        PrintStream replies = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        assertEquals(code, new WorkerMain(input, replies).run());
    }
}
