package tilewright.cli.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.Locality;
import tilewright.locality.Theorem1Volumes;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.ProgramTime;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.bound.LowerBounds;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.evaluation.ErrorStudy;
import tilewright.report.evaluation.Evaluation;
import tilewright.report.evaluation.Judgement;
import tilewright.report.evaluation.Quality;
import tilewright.report.stored.KnownResults;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.StoredSweep;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

/** Ranks what a stored sweep measured again, with today's model and without the device. */
public final class Replay {
    private Replay() {}

    /**
     * One results directory.
     *
     * @param device name or file of a device; null for the one that was measured
     * @return nothing where no candidate that was timed is one of today's space
     * @throws UserError if the directory lacks a file, nothing was timed, or the device has no description or runs no candidate
     */
    public static Optional<Evaluation> evaluate(Path directory, @Nullable String device) throws IOException {
        SweepIdentity identity = StoredSweep.read(directory).identity();
        LoopNest nest = Pipeline.parse(nestFile(directory, identity.nest()));
        DeviceDescription described = device == null ? measured(directory, identity) : DeviceCatalog.find(device);
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, nest);
            Tiler tiler = Pipeline.tiler(dependences, schedule(directory));
            return device == null
                    ? replayed(directory, described, dependences, tiler)
                    : Optional.of(evaluate(directory, described, dependences, tiler));
        }
    }

    /**
     * The same of a nest that is analysed already.
     *
     * @param tiler in the order that the sweep was in
     */
    public static Evaluation evaluate(Path directory, DeviceDescription described, Dependences dependences, Tiler tiler)
            throws IOException {
        return replayed(directory, described, dependences, tiler)
                .orElseThrow(() -> UserError.badInput(
                        directory + ": error: no candidate that was timed is one that " + described.fullName()
                                + " could run; leave --device out, or name the device that was measured"));
    }

    private static Optional<Evaluation> replayed(
            Path directory, DeviceDescription described, Dependences dependences, Tiler tiler) throws IOException {
        StoredSweep sweep = StoredSweep.read(directory);
        SweepIdentity identity = sweep.identity();
        SequencedMap<Candidate, Double> seconds = sweep.seconds();
        List<Family> families = tiler.families();
        SequencedMap<String, Long> sizes = new LinkedHashMap<>(tiler.rankedSizes(identity.sizes()));
        ProgramTime program = Pipeline.programTime(tiler, identity.sizes(), described);
        List<RankedCandidate> ranked = Ranker.order(tiler, identity.sizes(), described, seconds.keySet(), program);
        if (seconds.values().stream().noneMatch(Double::isFinite)) {
            throw UserError.badInput(directory + ": error: no candidate of this sweep was timed");
        }
        if (ranked.stream().noneMatch(r -> Double.isFinite(seconds.getOrDefault(r.candidate(), Double.NaN)))) {
            return Optional.empty();
        }
        Locality locality = Pipeline.locality(dependences);
        return Optional.of(Evaluation.of(
                measured(
                        directory,
                        identity,
                        seconds,
                        sweep.runs(),
                        StoredProgram.isGenerated(directory, identity, tiler, described)),
                ranked,
                program::seconds,
                candidate -> theorem1(dependences, locality, identity, candidate),
                least(tiler.ranked(), families, sizes, described),
                ModelErrors.shipped()));
    }

    /** The order that a sweep was in. */
    public static Schedule schedule(Path directory) {
        return ScheduleArguments.of(directory.toString(), KnownResults.schedule(directory));
    }

    private static Evaluation.Measured measured(
            Path directory,
            SweepIdentity identity,
            SequencedMap<Candidate, Double> seconds,
            Map<Candidate, List<Double>> runs,
            boolean generated) {
        int timed = (int) seconds.values().stream().filter(Double::isFinite).count();
        return new Evaluation.Measured(
                identity.nest(),
                identity.nestHash(),
                identity.sizes(),
                identity.device(),
                ResultsReader.judgesOrders(directory, timed),
                generated,
                seconds,
                runs);
    }

    /**
     * The same of the model's order alone, without what it is compared with; much faster.
     *
     * @param tiler of the nest that was measured, in the order that it was in
     * @throws UserError as {@link #evaluate}
     */
    public static Quality order(Path directory, Tiler tiler) throws IOException {
        StoredSweep sweep = StoredSweep.read(directory);
        SweepIdentity identity = sweep.identity();
        DeviceDescription described = measured(directory, identity);
        SequencedMap<Candidate, Double> seconds = sweep.seconds();
        ProgramTime program = Pipeline.programTime(tiler, identity.sizes(), described);
        return Evaluation.order(
                measured(directory, identity, seconds, Map.of(), true),
                Ranker.order(tiler, identity.sizes(), described, seconds.keySet(), program),
                program::seconds);
    }

    /**
     * What is shipped of the model's errors, with intervals and factors found on held-out sweeps, by kind of device.
     *
     * @throws UserError if no sweep is held out
     */
    public static ModelErrors errors(Judgement judgement) {
        if (judgement.heldOut().isEmpty() && judgement.heldOutOfHosts().isEmpty()) {
            throw UserError.badInput(
                    "--errors: no held-out sweep among these: the model was fitted to all of their nests");
        }
        ModelErrors errors = ModelErrors.shipped();
        if (!judgement.heldOut().isEmpty()) {
            errors = with(errors, DeviceCatalog.referenceGpu(), judgement.errors());
        }
        return judgement.heldOutOfHosts().isEmpty()
                ? errors
                : with(errors, DeviceCatalog.host(), judgement.errorsOfHosts());
    }

    private static ModelErrors with(ModelErrors errors, DeviceDescription device, ErrorStudy study) {
        return errors.with(ModelErrors.kind(device), study.intervals(), study.closest());
    }

    /** The same for all where a program runs in parts: candidates then cut the loops of some statements only. */
    private static double theorem1(
            Dependences dependences, Locality locality, SweepIdentity identity, Candidate candidate) {
        if (candidate.block().size() < dependences.nest().depth()) {
            return 0;
        }
        Volumes terms = Theorem1Volumes.of(dependences, locality, identity.sizes(), candidate.block());
        return (double) terms.reads() + terms.writes();
    }

    private static @Nullable ToDoubleFunction<RankedCandidate> least(
            Dependences dependences,
            List<Family> families,
            SequencedMap<String, Long> sizes,
            DeviceDescription device) {
        if (!(device instanceof GpuDescription gpu)) {
            return null;
        }
        LowerBounds bounds = new LowerBounds(dependences, families, sizes, gpu);
        return ranked -> bounds.of(ranked.family(), ranked.candidate()).seconds();
    }

    /** The nest that a directory's sweep measured, by its name. */
    public static Path nestFile(Path directory, String nest) {
        return Stream.of(nest + ".nest", nest + ".c")
                .map(directory::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> UserError.badInput(
                        directory + ": error: no " + nest + ".nest here; copy the nest that was measured there"));
    }

    /** The device that a directory's sweep ran on. */
    public static DeviceDescription measured(Path directory, SweepIdentity identity) {
        Path described = directory.resolve(StoredSweep.DEVICE);
        if (Files.isRegularFile(described)) {
            return DeviceCatalog.find(described.toString());
        }
        if (identity.target() == Target.C) {
            return DeviceCatalog.host();
        }
        return DeviceCatalog.gpu(identity.device())
                .orElseThrow(() -> UserError.badInput(directory + ": error: no description of " + identity.device()
                        + " is shipped; give one with --device FILE"));
    }
}
