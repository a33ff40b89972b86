package tilewright.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.cli.Library;
import tilewright.dependence.Dependences;
import tilewright.locality.Locality;
import tilewright.model.SourcePosition;
import tilewright.ranking.Ranking;
import tilewright.ranking.cost.Prediction;
import tilewright.report.AnalysisJson;
import tilewright.tune.stored.Summary;

/**
 * The tool as functions. Each reads the nest, does what the command of its name does, and gives values back. Calls of
 * several threads do not disturb each other, but sweeps on one machine do: their times are worth nothing then.
 *
 * <p>All of them throw {@link TilewrightException} and nothing else that a caller should catch. An argument that is null, here or in the
 * records of this package, is a {@link NullPointerException} that names it; what a listener throws ends the sweep and comes out as it is.
 */
public final class Tilewright {
    private Tilewright() {}

    /**
     * Finds dependences, and how data grow when loops are cut.
     *
     * @param nest to analyse
     * @return exact results, for all sizes
     */
    public static Analysis analyze(Nest nest) {
        Library.Call call = new Arguments(Objects.requireNonNull(nest, "nest")).call();
        return answered(() -> Library.analyze(call, Tilewright::analysis));
    }

    /**
     * Orders candidates by predicted time.
     *
     * @param nest to cut
     * @param setting sizes, target and device
     * @param count how many of the first to return, at least one
     * @return the one predicted fastest first
     */
    public static List<RankedCandidate> rank(Nest nest, Setting setting, int count) {
        if (count < 1) {
            throw new TilewrightException(
                    TilewrightException.Kind.BAD_INPUT,
                    "error: count " + count + ": ask for at least one candidate",
                    null);
        }
        Library.Call call = new Arguments(Objects.requireNonNull(nest, "nest"))
                .setting(Objects.requireNonNull(setting, "setting"))
                .call();
        return answered(() -> Library.rank(
                call,
                ranking -> ranking.candidates().stream()
                        .limit(count)
                        .map(each -> ranked(ranking, each))
                        .toList()));
    }

    /**
     * Generates a program that stands on its own.
     *
     * @param nest to cut
     * @param setting sizes, target and device
     * @param choice of the candidate
     * @return the texts of all files; nothing is written
     */
    public static Program generate(Nest nest, Setting setting, Choice choice) {
        Library.Call call = new Arguments(Objects.requireNonNull(nest, "nest"))
                .setting(Objects.requireNonNull(setting, "setting"))
                .choice(Objects.requireNonNull(choice, "choice"))
                .call();
        return answered(() -> {
            Library.Generated made = Library.generate(call);
            return new Program(
                    Candidate.of(made.plan().candidate()),
                    Target.valueOf(made.target().name()),
                    made.plan().rule(),
                    made.files(),
                    made.notes());
        });
    }

    /**
     * Ranks, generates, compiles, verifies and times candidates, and stores what it measures as it goes. An interrupt
     * of the thread ends the sweep; what is measured until then is the result.
     *
     * @param nest to cut
     * @param setting sizes, target and device
     * @param sweep what is measured, and where results go
     * @param listener told how it goes; if it throws, the sweep ends, and the folder keeps what was measured
     * @return the fastest, and what it was compared with
     */
    public static TuneResult tune(Nest nest, Setting setting, Sweep sweep, TuneListener listener) {
        Objects.requireNonNull(listener, "listener");
        Library.Call call = new Arguments(Objects.requireNonNull(nest, "nest"))
                .setting(Objects.requireNonNull(setting, "setting"))
                .sweep(Objects.requireNonNull(sweep, "sweep"))
                .call();
        return answered(() -> {
            try {
                return result(sweep, Library.tune(call, new Told(listener)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** What a listener threw, on its way through the tuner. */
    private static final class ListenerFault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient RuntimeException thrown;

        ListenerFault(RuntimeException thrown) {
            super(thrown);
            this.thrown = thrown;
        }
    }

    private static <T> T answered(Supplier<T> answer) {
        try {
            return answer.get();
        } catch (ListenerFault fault) {
            throw fault.thrown;
        } catch (RuntimeException | LinkageError | StackOverflowError problem) {
            Library.Fault fault = Library.faultOf(problem);
            TilewrightException.Kind kind = switch (fault.exitCode()) {
                case 1 -> TilewrightException.Kind.ANSWER_IS_NO;
                case 2 -> TilewrightException.Kind.BAD_INPUT;
                case 3 -> TilewrightException.Kind.MISSING_TOOL;
                default -> TilewrightException.Kind.INTERNAL;
            };
            throw new TilewrightException(kind, fault.message(), problem);
        }
    }

    private static Analysis analysis(Dependences dependences, Locality locality) {
        return new Analysis(
                dependences.nest().name(),
                dependences.nest().parameters(),
                dependences.nest().statements().stream()
                        .map(s -> new Analysis.Statement(
                                s.statement().id(),
                                s.loopVariables(),
                                s.statement().toString(),
                                position(s.statement().position())))
                        .toList(),
                dependences.dependences().stream()
                        .map(d -> new Analysis.Dependence(
                                Analysis.Kind.valueOf(d.kind().name()),
                                d.array(),
                                d.source(),
                                d.sink(),
                                d.relation().toString(),
                                d.vector().components().stream()
                                        .map(Object::toString)
                                        .toList(),
                                position(d.position())))
                        .toList(),
                locality.blockRanking(),
                AnalysisJson.print(AnalysisJson.of(dependences, locality, null, null)));
    }

    private static Position position(SourcePosition position) {
        return new Position(position.file(), position.line(), position.column());
    }

    private static RankedCandidate ranked(Ranking ranking, tilewright.ranking.RankedCandidate each) {
        Prediction.Traffic traffic = each.prediction().traffic();
        return new RankedCandidate(
                each.rank(),
                Candidate.of(each.candidate()),
                each.family().name(),
                ranking.programSeconds(each),
                traffic.reads(),
                traffic.writes(),
                traffic.memoryBytes());
    }

    private static TuneResult result(Sweep sweep, Summary summary) {
        Summary.Best best = summary.best();
        return new TuneResult(
                sweep.folder(),
                summary.sweep().device(),
                best == null
                        ? Optional.empty()
                        : Optional.of(new TuneResult.Best(
                                Candidate.of(best.candidate()), best.seconds(), best.spread(), best.predictedRank())),
                summary.baselines().stream().map(Tilewright::baseline).toList(),
                summary.exhaustive());
    }

    private static TuneResult.Baseline baseline(tilewright.tune.stored.Baseline baseline) {
        return new TuneResult.Baseline(baseline.name(), baseline.seconds());
    }

    /** Hands on what the tuner says, as values of this package. */
    private record Told(TuneListener listener) implements tilewright.tune.TuneListener {
        private static void tell(Runnable news) {
            try {
                news.run();
            } catch (RuntimeException thrown) {
                throw new ListenerFault(thrown);
            }
        }

        @Override
        public void started(
                tilewright.tune.stored.SweepIdentity sweep,
                int total,
                int done,
                tilewright.tune.stored.Baseline baseline) {
            tell(() -> listener.started(total, baseline(baseline)));
        }

        @Override
        public void measured(
                tilewright.tune.stored.Measurement measurement, tilewright.tune.stored.@Nullable Measurement best) {
            tell(() -> listener.measured(
                    Measurement.of(measurement), Optional.ofNullable(best).map(Measurement::of)));
        }

        @Override
        public void finals(int finalists) {
            tell(() -> listener.finals(finalists));
        }

        @Override
        public void ended() {
            tell(listener::ended);
        }
    }
}
