package tilewright.cli.argument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import tilewright.model.UserError;
import tilewright.tune.stored.Target;

/** Who is to measure. */
class WorkerArgumentsTest {
    @Test
    void anEmptyCommandIsRefused() {
        WorkerArguments arguments = new WorkerArguments();
        arguments.workers = " ";
        UserError error = assertThrows(UserError.class, () -> arguments.workforce(Target.C));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        assertEquals(
                "--workers: the command is empty; give one that runs 'tilewright worker', or leave it out",
                error.getMessage());
    }
}
