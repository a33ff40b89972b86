package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

final class ProgressBarListenerTest {
    private static String shown(int columns) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream output = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        SweepIdentity sweep = new SweepIdentity(
                "matmul", "0", new LinkedHashMap<>(Map.of("n", 512L)), Target.CUDA, "NVIDIA H200", "1", "2");
        ProgressBarListener listener = new ProgressBarListener(output, false, columns);
        listener.started(sweep, 20, 3, new Baseline("the nest as written, one thread", 0.25));
        listener.note("the first runs of some candidates took longer than the others, and are left out of the median");
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void linesAreAsWideAsTheTerminal() {
        assertTrue(shown(60).lines().allMatch(line -> line.length() <= 60), shown(60));
        assertEquals(2, shown(Integer.MAX_VALUE).lines().count());
    }

    @Test
    void theBarIsNoWiderThanTheTerminal() {
        assertEquals(59, ProgressBarListener.width(60));
        assertEquals(40, ProgressBarListener.width(20));
        assertEquals(100, ProgressBarListener.width(Integer.MAX_VALUE));
    }
}
