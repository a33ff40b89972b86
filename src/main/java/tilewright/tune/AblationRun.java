package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tilewright.kernel.pass.Pass;
import tilewright.tune.build.Build;
import tilewright.tune.build.Builder;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.stored.Ablation;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Statistics;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Crew;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;

/**
 * Times the winner without each pass. A program that is the same without the pass is not timed; the others are verified as candidates are, and then run in
 * turn with the winner.
 *
 * @param rounds times programs in turn
 * @param threads that compile
 * @param policy of the measurement that goes with verifying a program
 * @param limit of one program
 */
record AblationRun(FinalRounds rounds, Builder builder, int threads, RunPolicy policy, Duration limit) {
    /** A program of the winner that is right. */
    private record Timed(Build.Ready build, double seconds) {}

    /**
     * Measures.
     *
     * @param winner with all passes
     * @param seconds that it takes
     * @param programs of the winner, with all passes and without one
     * @param sizes at which everything is timed
     */
    Ablation run(Build.Ready winner, double seconds, ProgramSource programs, SequencedMap<String, Long> sizes)
            throws InterruptedException {
        SequencedMap<Pass, Ablation.Effect> effects = new LinkedHashMap<>();
        programs.passes().forEach(pass -> effects.put(pass, new Ablation.Effect.None()));
        SequencedMap<Pass, Timed> right = new LinkedHashMap<>();
        for (Map.Entry<Pass, Build> each :
                builds(winner.contender(), programs, sizes).entrySet()) {
            Outcome outcome = outcome(each.getValue(), seconds);
            if (outcome.status() == Status.OK && each.getValue() instanceof Build.Ready ready) {
                right.put(each.getKey(), new Timed(ready, Statistics.median(outcome.runs())));
            } else {
                effects.put(each.getKey(), new Ablation.Effect.Failed(outcome.status(), outcome.message()));
            }
        }
        right.forEach((pass, timed) -> effects.put(pass, new Ablation.Effect.Timed(timed.seconds(), false)));
        return inTurn(new Timed(winner, seconds), right, effects);
    }

    /** The programs without each pass that changes anything. */
    private SequencedMap<Pass, Build> builds(
            Contender contender, ProgramSource programs, SequencedMap<String, Long> sizes) throws InterruptedException {
        ProgramSource.Program whole = programs.generate(contender.candidate());
        SequencedMap<Pass, Future<Build>> compiled = new LinkedHashMap<>();
        SequencedMap<Pass, Build> builds = new LinkedHashMap<>();
        try (ExecutorService compilers = Executors.newFixedThreadPool(threads)) {
            for (Pass pass : programs.passes()) {
                Supplier<ProgramSource.Program> generator;
                try {
                    ProgramSource.Program less = programs.without(pass, contender.candidate());
                    if (less.isSameAs(whole, sizes)) {
                        continue;
                    }
                    generator = () -> less;
                } catch (RuntimeException e) {
                    // The builder says what kind of failure that is.
                    generator = () -> {
                        throw e;
                    };
                }
                String label = contender.candidate() + " without " + pass;
                Supplier<Build> build = builder.generate(contender, label, generator, programs::staysWithinArrays);
                compiled.put(pass, compilers.submit(build::get));
            }
            for (Map.Entry<Pass, Future<Build>> each : compiled.entrySet()) {
                builds.put(each.getKey(), Crew.await(each.getValue()));
            }
        }
        return builds;
    }

    private Outcome outcome(Build build, double bestSeconds) throws InterruptedException {
        return switch (build) {
            case Build.Failed failed -> failed.outcome();
            case Build.Ready ready -> {
                Request.Measure request =
                        new Request.Measure(ready.code(), ready.cases(), ready.full(), policy, bestSeconds);
                yield rounds.call(worker -> {
                    try {
                        return worker.measure(request, limit);
                    } catch (WorkerDiedException e) {
                        return Outcome.failure(Status.LAUNCH_ERROR, e.getMessage());
                    }
                });
            }
        };
    }

    /** Those that a device can run often enough, in turn with the winner. */
    private Ablation inTurn(Timed winner, SequencedMap<Pass, Timed> right, SequencedMap<Pass, Ablation.Effect> effects)
            throws InterruptedException {
        List<Pass> compared = new ArrayList<>();
        double round = winner.seconds();
        for (Map.Entry<Pass, Timed> each : right.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingDouble(Timed::seconds)))
                .toList()) {
            round += each.getValue().seconds();
            if (Finals.isAffordable(round)) {
                compared.add(each.getKey());
            }
        }
        List<Timed> entrants = Stream.concat(
                        Stream.of(winner), compared.stream().map(right::get))
                .toList();
        List<List<Double>> runs = compared.isEmpty()
                ? List.of()
                : rounds.run(
                                entrants.stream()
                                        .map(each -> FinalRounds.entrant(each.build()))
                                        .toList(),
                                entrants.stream().map(Timed::seconds).toList(),
                                limit)
                        .runs();
        for (int i = 1; i < runs.size(); i++) {
            boolean tied = Finals.tied(runs.getFirst(), runs.get(i));
            effects.put(compared.get(i - 1), new Ablation.Effect.Timed(Statistics.median(runs.get(i)), tied));
        }
        return new Ablation(
                runs.isEmpty() ? winner.seconds() : Statistics.median(runs.getFirst()),
                runs.isEmpty() ? 0 : runs.getFirst().size(),
                effects.entrySet().stream()
                        .map(each -> new Ablation.Share(each.getKey(), each.getValue()))
                        .toList());
    }
}
