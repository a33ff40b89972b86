package tilewright.tune;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.CompilerOptions;
import tilewright.device.LaunchMode;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Ablation;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Certificate;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.Objective;
import tilewright.tune.stored.Place;
import tilewright.tune.stored.RankingQuality;
import tilewright.tune.stored.Statistics;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.OpenMp;

/**
 * Measurements to a summary.
 *
 * @param objective what the winner has least of
 * @param origin version and command line
 * @param spent where its time went
 * @param missing peers that could not be timed, and why
 * @param places where workers were, with the seconds of the baseline there
 */
record Summarizer(
        SweepIdentity identity,
        TuneJob job,
        Objective objective,
        SequencedMap<String, String> origin,
        TimeSpent spent,
        Map<String, String> missing,
        SequencedMap<Place, Double> places) {
    /**
     * Sums up.
     *
     * @param measured one per candidate, from the sweep
     * @param result of the finals, null where there were none
     * @param ablation of the winner, null where nobody asked
     */
    Summary summarize(
            Summary.End end,
            List<Measurement> measured,
            List<Baseline> baselines,
            Finals.@Nullable Result result,
            @Nullable Ablation ablation) {
        Measurement winner = winner(objective, measured, result).orElse(null);
        return new Summary(
                identity,
                end,
                measured.size() == job.space(),
                job.drawn(),
                winner == null ? null : describe(winner),
                result == null ? List.of() : result.ties(),
                RankingQuality.of(measured),
                baselines,
                environment(measured),
                winner == null ? null : certificate(measured, winner),
                ablation,
                places);
    }

    private @Nullable Certificate certificate(List<Measurement> measured, Measurement winner) {
        Set<Candidate> tried =
                measured.stream().map(m -> m.contender().candidate()).collect(Collectors.toSet());
        return Certificate.of(job.leastTimes(), tried, winner.seconds());
    }

    /** Who won the finals; where there were none, the one with the least of what is wanted. */
    static Optional<Measurement> winner(
            Objective objective, List<Measurement> measured, Finals.@Nullable Result result) {
        return result != null
                ? Optional.of(result.winner())
                : measured.stream().filter(Measurement::isOk).min(Comparator.comparingDouble(objective::of));
    }

    private Summary.Best describe(Measurement winner) {
        return new Summary.Best(
                winner.contender().candidate(),
                winner.seconds(),
                Statistics.spread(winner.outcome().runs()),
                job.operations() / winner.seconds(),
                winner.contender().rank());
    }

    private SequencedMap<String, String> environment(List<Measurement> measured) {
        SequencedMap<String, String> environment = new LinkedHashMap<>(origin);
        environment.put("device", identity.device());
        environment.put("driver", identity.driver());
        environment.put("compiler", identity.compiler());
        if (objective != Objective.TIME) {
            environment.put("objective", objective.word());
        }
        environment.put("java", Runtime.version().toString());
        environment.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        environment.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        if (identity.target() == Target.C) {
            environment.put("compiler options", String.join(" ", CompilerOptions.FAST));
            environment.putAll(OpenMp.settings());
        }
        environment.put(
                "launches",
                measured.stream()
                        .flatMap(each -> Optional.ofNullable(each.outcome().mode()).stream())
                        .map(LaunchMode::jsonName)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", ")));
        environment.putAll(spent.described());
        environment.putAll(missing);
        return environment;
    }
}
