package tilewright.tune.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.device.HostCompiler;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.HostDescription;

class HostCalibrationTest {
    private static final HostDescription LIKE = DeviceCatalog.host();

    /** The name before each figure that the program prints. */
    private static final Pattern PRINTED = Pattern.compile("printf\\(\"([a-z0-9 ]+) %\\.5g");

    private static final Pattern PAGES = Pattern.compile("const long pages\\[\\] = \\{([0-9, ]+)\\}");

    private static final Pattern SIZES = Pattern.compile("const double (sizes|shares|rings)\\[\\] = \\{([0-9, ]+)\\}");

    /** What the program would print on a machine where streams get slower with their size. */
    private static String output() {
        String source = HostCalibration.source(LIKE);
        StringBuilder output = new StringBuilder("threads 2\n");
        Matcher printed = PRINTED.matcher(source);
        while (printed.find()) {
            output.append(printed.group(1)).append(" 2e-09\n");
        }
        Matcher sizes = SIZES.matcher(source);
        while (sizes.find()) {
            String name =
                    sizes.group(1).equals("sizes") ? "stream" : sizes.group(1).equals("shares") ? "streams" : "latency";
            for (String size : sizes.group(2).split(", ")) {
                boolean beyond = Long.parseLong(size) > 8 << 20;
                String figure =
                        name.equals("latency") ? beyond ? " 9e-08\n" : " 1e-09\n" : beyond ? " 1e+10\n" : " 9e+10\n";
                output.append(name).append(' ').append(size).append(figure);
                if (name.equals("latency")) {
                    output.append("apart ").append(size).append(beyond ? " 3e-08\n" : " 2e-09\n");
                }
            }
        }
        Matcher pages = PAGES.matcher(source);
        assertTrue(pages.find());
        for (String count : pages.group(1).split(", ")) {
            output.append("pages ").append(count).append(Long.parseLong(count) > 1024 ? " 5e-09\n" : " 1e-09\n");
        }
        return output.toString();
    }

    @Test
    void figuresBecomeADescriptionThatIsReadAgain(@TempDir Path folder) throws IOException {
        HostDescription described = HostCalibration.described(output(), LIKE, "gcc", "today");
        assertEquals(2, described.processors());
        assertEquals(9e10, described.caches().getFirst().coreBytesPerSecond());
        assertEquals(1e10, described.memory().coreBytesPerSecond());
        assertEquals(3e-8, described.memory().apartSeconds());
        assertEquals(9e-8, described.memory().latencySeconds());
        assertEquals(
                new HostDescription.Memory.Column(2048, 5e-9),
                described.memory().columns().stream()
                        .filter(c -> c.pages() == 2048)
                        .findFirst()
                        .orElseThrow());
        assertEquals(13, described.loops().rows().get("double min").size());
        assertTrue(
                described.lastCache().bytes() <= LIKE.lastCache().bytes(),
                "a shared cache is no larger than the system says");
        Path file = Files.writeString(folder.resolve("host.json"), DeviceCatalog.write(described));
        assertEquals(described, DeviceCatalog.find(file.toString()));
    }

    /** Rows that leave the first cache would take what the model counts beside them once more. */
    @Test
    void rowsOfAllLengthsStayInTheFirstCache() {
        Matcher rows = Pattern.compile("enum \\{ ROWS = (\\d+), CHUNK = (\\d+), LENGTH = (\\d+), NEXT = (\\d+)"
                        + " \\};\\s+_Alignas\\(64\\) (float|double)")
                .matcher(HostCalibration.source(LIKE));
        int found = 0;
        while (rows.find()) {
            int chunk = Integer.parseInt(rows.group(2));
            int length = Integer.parseInt(rows.group(3));
            int own = Integer.parseInt(rows.group(1)) * length;
            int right = (chunk - 1) * Integer.parseInt(rows.group(4)) + length;
            int bytes = (own + right) * (rows.group(5).equals("float") ? Float.BYTES : Double.BYTES);
            assertTrue(bytes <= LIKE.caches().getFirst().bytes() / 2, rows.group());
            found++;
        }
        assertEquals(4 * 13, found);
    }

    @Test
    void wordsInsteadOfFiguresAreNoOutput() {
        assertThrows(IOException.class, () -> HostCalibration.described("out-of-memory", LIKE, "gcc", "today"));
    }

    @Test
    void theProgramCompiles(@TempDir Path folder) {
        HostCompiler compiler = HostCompiler.find();
        assertTrue(Files.isExecutable(compiler.compileProgram("calibration", HostCalibration.source(LIKE), folder)));
    }
}
