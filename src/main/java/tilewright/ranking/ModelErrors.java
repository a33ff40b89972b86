package tilewright.ranking;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tilewright.model.ShippedFile;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;

/**
 * How far off the model's predictions are, and on which sweeps that may be judged: {@code errors.json}, written by
 * {@code evaluate --errors}.
 *
 * @param schema {@value #SCHEMA}
 * @param fittedTo the nests whose sweeps served to choose constants and terms of the model; every other sweep judges it
 * @param search what a search that learns from measured times assumes of the errors beforehand
 * @param heldOut by kind of device ({@code gpu}, {@code host}), then by {@link Prediction.Term#jsonName} or {@value #ANY}: what was
 *     found on sweeps that only judge
 * @param closest by kind of device: predictions that differ by less than this factor cannot be told apart, since of pairs of
 *     candidates of a held-out sweep that lie so close fewer than {@value #CERTAIN} are in the right order
 * @param sources what each part was taken from
 */
public record ModelErrors(
        String schema,
        List<Nest> fittedTo,
        Prior search,
        Map<String, Map<String, Interval>> heldOut,
        Map<String, Double> closest,
        Map<String, String> sources) {
    /** Of this file. */
    public static final String SCHEMA = "tilewright/model-errors/1";

    /** Part of the candidates that lie in an interval, and of the pairs that are in the right order. */
    public static final double CERTAIN = 0.8;

    /** In place of a term: candidates that any term binds. */
    public static final String ANY = "any";

    public ModelErrors {
        if (!schema.equals(SCHEMA)) {
            throw new IllegalArgumentException("schema " + schema);
        }
        fittedTo = List.copyOf(fittedTo);
        heldOut = new TreeMap<>(heldOut);
        closest = new TreeMap<>(closest);
        sources = new TreeMap<>(sources);
    }

    /** A nest, by the hash of its text, and its name for people. */
    public record Nest(String name, String hash) {}

    /**
     * Standard deviations of the logarithm of measured over predicted time.
     *
     * @param common of what all candidates of a sweep share
     * @param spread of what differs between distant candidates
     * @param noise of a measurement
     * @param octaves how far apart, in factors of two of their sizes, candidates still share most of their error
     */
    public record Prior(double common, double spread, double noise, double octaves) {}

    /**
     * Where {@value ModelErrors#CERTAIN} of the measured times lie, over the predicted ones.
     *
     * @param low the tenth percentile
     * @param high the ninetieth percentile
     * @param candidates how many it was found on
     * @param nests of how many nests these are
     */
    public record Interval(double low, double high, int candidates, int nests) {}

    /** What is shipped. */
    public static ModelErrors shipped() {
        return ShippedFile.read(ModelErrors.class, "errors.json", ModelErrors.class);
    }

    /** The same with what was found on the held-out sweeps of one kind of device. */
    public ModelErrors with(String kind, Map<String, Interval> intervals, Optional<Double> factor) {
        Map<String, Map<String, Interval>> held = new TreeMap<>(heldOut);
        held.put(kind, intervals);
        Map<String, Double> factors = new TreeMap<>(closest);
        factors.remove(kind);
        factor.ifPresent(f -> factors.put(kind, f));
        return new ModelErrors(schema, fittedTo, search, held, factors, sources);
    }

    /** The text of the file. */
    public String write() {
        return ShippedFile.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    /** Whether sweeps of the nest with this hash served to fit the model. */
    public boolean isFittedTo(String nestHash) {
        return fittedTo.stream().anyMatch(nest -> nest.hash().equals(nestHash));
    }

    /** Where measured over predicted time lies for candidates that a resource binds, or for all where too few of these were held out; empty where too little was held out at all. */
    public Optional<Interval> interval(DeviceDescription device, Prediction.Term binding) {
        return interval(heldOut.getOrDefault(kind(device), Map.of()), binding);
    }

    /** The same of the intervals of one kind of device, by {@link Prediction.Term#jsonName} or {@value #ANY}. */
    public static Optional<Interval> interval(Map<String, Interval> intervals, Prediction.Term binding) {
        return Optional.ofNullable(intervals.getOrDefault(binding.jsonName(), intervals.get(ANY)));
    }

    /** The factor below which predictions for a device cannot be told apart; empty where too little was held out. */
    public Optional<Double> closest(DeviceDescription device) {
        return Optional.ofNullable(closest.get(kind(device)));
    }

    /** The kind of a device, as this file names it. */
    public static String kind(DeviceDescription device) {
        return switch (device) {
            case GpuDescription _ -> "gpu";
            case HostDescription _ -> "host";
        };
    }
}
