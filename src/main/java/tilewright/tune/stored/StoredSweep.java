package tilewright.tune.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;

/**
 * What a directory that {@link tilewright.tune.Tuner Tuner} wrote says of its sweep.
 *
 * @param identity nest, sizes and machine
 * @param measured one measurement per candidate, in the order in which they were taken
 */
public record StoredSweep(SweepIdentity identity, List<Measurement> measured) {
    /** The description of the processors that were measured: their names tell less of them than those of GPUs. */
    public static final String DEVICE = "device.json";

    public StoredSweep {
        measured = List.copyOf(measured);
    }

    /**
     * Reads it; half a line at the end of a killed sweep is passed over.
     *
     * @throws UserError when the directory holds no measurements or damaged ones
     */
    public static StoredSweep read(Path directory) throws IOException {
        Path file = directory.resolve(MeasurementLog.FILE);
        if (!Files.isRegularFile(file)) {
            throw UserError.badInput(
                    directory + ": error: no " + MeasurementLog.FILE + " here; give a directory that tune wrote");
        }
        Map<Candidate, Measurement> byCandidate = new LinkedHashMap<>();
        List<Measurement> lines = MeasurementLog.read(file);
        MeasurementLog.requireOneSweep(file, lines);
        for (Measurement each : lines) {
            if (each.phase() != Measurement.Phase.FINAL) {
                byCandidate.put(each.contender().candidate(), each);
            }
        }
        if (byCandidate.isEmpty()) {
            throw UserError.badInput(file + ": error: no measurement in it; run tune --resume");
        }
        List<Measurement> measured = List.copyOf(byCandidate.values());
        return new StoredSweep(measured.getFirst().sweep(), measured);
    }

    /** A single run that took so many times as long as the launches of all its kernels was disturbed. */
    private static final double DISTURBED = 4;

    /** Median seconds by candidate, infinite where a candidate failed; without measurements that were disturbed. */
    public SequencedMap<Candidate, Double> seconds() {
        SequencedMap<Candidate, Double> seconds = new LinkedHashMap<>();
        for (Measurement each : measured) {
            if (isDisturbed(each.outcome())) {
                continue;
            }
            seconds.put(each.contender().candidate(), each.isOk() ? each.seconds() : Double.POSITIVE_INFINITY);
        }
        return seconds;
    }

    /** The runs of each candidate that has some, in seconds, in the order in which they were made. */
    public Map<Candidate, List<Double>> runs() {
        Map<Candidate, List<Double>> runs = new HashMap<>();
        measured.stream()
                .filter(m -> m.isOk() && !isDisturbed(m.outcome()))
                .forEach(m -> runs.put(m.contender().candidate(), m.outcome().runs()));
        return runs;
    }

    /** Sweeps once kept the first run of a slow candidate as its only one; its kernels were timed after it, one by one. */
    private static boolean isDisturbed(Outcome outcome) {
        double kernels = outcome.kernelSeconds().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        return outcome.runs().size() == 1 && kernels > 0 && outcome.runs().getFirst() > DISTURBED * kernels;
    }
}
