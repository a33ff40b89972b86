package tilewright.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tilewright.cli.pipeline.Pipeline;
import tilewright.cli.pipeline.Replay;
import tilewright.model.LoopNest;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.schedule.Schedule;
import tilewright.tune.stored.StoredSweep;

/** Nests of recorded sweeps: many were measured at several sizes and on several devices, and are analysed once for all tests. */
final class StoredNests {
    private static final ConcurrentHashMap<String, LoopNest> NESTS = new ConcurrentHashMap<>();

    private StoredNests() {}

    /** What a test wants to know of an analysed sweep. */
    @FunctionalInterface
    interface Question<T> {
        T of(PublishedNests.Analysed nest) throws IOException;
    }

    /** Asks the nest of a sweep, in the schedule in which it was recorded. */
    static <T> T ask(Path sweep, Question<T> question) throws IOException {
        Schedule schedule = Replay.schedule(sweep);
        LoopNest nest = NESTS.computeIfAbsent(text(sweep), _ -> Pipeline.parse(file(sweep)));
        try {
            Function<PublishedNests.Analysed, T> asked = analysed -> {
                try {
                    return question.of(analysed);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
            return schedule instanceof Schedule.Auto
                    ? PublishedNests.ask(nest, asked)
                    : PublishedNests.ask(nest, schedule, asked);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The nest as it was measured. */
    static String text(Path sweep) throws IOException {
        return Files.readString(file(sweep));
    }

    private static Path file(Path sweep) {
        try {
            return Replay.nestFile(sweep, StoredSweep.read(sweep).identity().nest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
