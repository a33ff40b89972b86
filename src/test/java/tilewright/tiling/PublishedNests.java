package tilewright.tiling;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.WithoutPositions;
import tilewright.tiling.schedule.Schedule;

/**
 * Nests with their usual tilers, which take longer to make than most of what tests ask them. A nest of {@code loopnests}, {@code reports} or the tests' resources is analysed once for all
 * classes that ask for it: its sets belong to a thread of its own, which answers one question after the other until all tests have ended.
 */
public final class PublishedNests {
    /** An analysed nest. */
    public record Analysed(Dependences dependences, Tiler tiler) {
        static Analysed of(Context context, LoopNest nest, Schedule schedule) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            return new Analysed(dependences, new Tiler(dependences, schedule));
        }
    }

    /** By nests without positions: one nest stands in several files. */
    private static final ConcurrentHashMap<LoopNest, Keeper> KEEPERS = new ConcurrentHashMap<>();

    private PublishedNests() {}

    /**
     * Asks a nest; other nests than those of these folders are analysed for this question alone.
     *
     * @param <T> of an answer, which holds nothing that belongs to the thread
     */
    public static <T> T ask(LoopNest nest, Function<Analysed, T> question) {
        if (isPublished(nest)) {
            return KEEPERS.computeIfAbsent(WithoutPositions.of(nest), _ -> new Keeper(nest))
                    .answer(question);
        }
        return ask(nest, new Schedule.Auto(), question);
    }

    /** Asks a nest in a schedule, for which it is analysed for this question alone. */
    public static <T> T ask(LoopNest nest, Schedule schedule, Function<Analysed, T> question) {
        try (Context context = new Context()) {
            return question.apply(Analysed.of(context, nest, schedule));
        }
    }

    /** The same where nothing is to be answered. */
    public static void check(LoopNest nest, Consumer<Analysed> check) {
        ask(nest, analysed -> {
            check.accept(analysed);
            return true;
        });
    }

    private static boolean isPublished(LoopNest nest) {
        String file = nest.statements().getFirst().statement().position().file();
        return Stream.of("loopnests/", "reports/", "src/test/resources/").anyMatch(file::startsWith);
    }

    private static final class Keeper {
        private final LoopNest nest;
        private final ExecutorService owner;
        private @Nullable Analysed analysed;
        private volatile @Nullable Thread thread;

        Keeper(LoopNest nest) {
            this.nest = nest;
            this.owner = Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("sets of " + nest.name()).factory());
        }

        <T> T answer(Function<Analysed, T> question) {
            if (Thread.currentThread() == thread) {
                // A question of a question.
                return question.apply(analysed());
            }
            try {
                return owner.submit(() -> question.apply(analysed())).get();
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case RuntimeException wrong -> throw wrong;
                    case Error wrong -> throw wrong;
                    case null, default -> throw new IllegalStateException(e);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Analysed analysed() {
            Analysed known = analysed == null ? Analysed.of(new Context(), nest, new Schedule.Auto()) : analysed;
            analysed = known;
            thread = Thread.currentThread();
            return known;
        }
    }
}
