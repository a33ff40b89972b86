package tilewright.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ProgressTest {
    /** A run prints a kernel when it gets there, and is then at the run again, which may take long. */
    @Test
    void whatIsDoneInBetweenIsOverAfterwards() {
        try (Progress progress = Progress.silent()) {
            ScopedValue.where(Progress.CURRENT, progress).run(() -> {
                Progress.enter("running");
                assertEquals("printing", Progress.during("printing", progress::stage));
                assertEquals("running", progress.stage());
            });
        }
        assertEquals(7, Progress.during("printing", () -> 7), "where no command runs");
    }
}
