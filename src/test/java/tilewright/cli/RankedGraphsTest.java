package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.model.UserError;

/** What {@code rank --graph} prints of small graphs. */
class RankedGraphsTest {
    private static CommandLineRun ranked(String graph) {
        return CommandLineRun.of("rank", "loopnests/irregular/bfs.nest", "--graph", graph, "--device", "h200");
    }

    /** All schedules took no time. */
    @Test
    void aGraphWithoutArcsIsNotRanked() {
        ranked("path:n=1")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--graph path:n=1: the graph has no arcs, and no schedule anything to do; give a larger one");
    }

    /** Times stood under each other for short names alone. */
    @Test
    void timesStandUnderEachOther() {
        CommandLineRun run = ranked("path:n=9");
        assertEquals(
                1,
                run.out()
                        .lines()
                        .skip(1)
                        .map(l -> l.indexOf(" G arcs/s"))
                        .distinct()
                        .count(),
                run.out());
    }
}
