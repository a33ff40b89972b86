package tilewright.report.stored;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.schedule.Schedule;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

/**
 * What stored sweeps know of one nest. A sweep is of this nest if the text that was measured has the same hash, or if the
 * nest beside the measurements prints as this one does (other comments, other spacing); its file may have another name.
 *
 * @param folder that was searched, with all folders in it
 * @param nest name
 * @param all in the order of their folders
 * @param others folders with results of a nest of this name and another text
 */
public record KnownResults(Path folder, String nest, List<KnownBest> all, List<Path> others) {
    private static final String SCHEDULE = "schedule.txt";

    public KnownResults {
        all = List.copyOf(all);
        others = List.copyOf(others);
    }

    /**
     * Searches a folder. Sweeps without a summary, which were killed, and those without a right candidate are passed over.
     *
     * @param text the nest's source, as {@code tune} would store it
     * @throws UserError where there is no such folder, or a result of the nest is damaged
     */
    public static KnownResults of(Path folder, LoopNest nest, String text) {
        if (!Files.isDirectory(folder)) {
            throw UserError.badInput(
                    folder + ": error: " + (Files.exists(folder) ? "not a directory" : "no such directory")
                            + "; give a folder that holds results of tune, e.g. reports");
        }
        String hash = SweepIdentity.hash(text);
        String printed = NestPrinter.print(nest);
        List<KnownBest> found = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        Map<String, @Nullable String> texts = new HashMap<>();
        for (Path directory : sweeps(folder)) {
            Work work = work(directory.resolve(ResultsReader.MEASUREMENTS));
            if (work == null) {
                continue;
            }
            if (hash.equals(work.nestHash())
                    || printed.equals(texts.computeIfAbsent(work.nestHash(), _ -> printed(directory, work.nest())))) {
                best(directory, work).ifPresent(found::add);
            } else if (work.nest().equals(nest.name())) {
                others.add(directory);
            }
        }
        return new KnownResults(folder, nest.name(), found, others);
    }

    private static List<Path> sweeps(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> Files.isRegularFile(f.resolve(ResultsReader.MEASUREMENTS))
                            && Files.isRegularFile(f.resolve(ResultsReader.SUMMARY)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the first line is of; null where it is no measurement of a candidate, as in sweeps of graphs. */
    private static @Nullable Work work(Path measurements) {
        Optional<String> first = ResultsReader.text(measurements)
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst();
        if (first.isEmpty()) {
            return null;
        }
        Fields line = new Fields(
                measurements + ":1: error",
                ResultsReader.tree(first.get(), measurements + ":1", "remove the line and run tune --resume"));
        return Schema.MEASUREMENT.is(line) ? Work.of(line) : null;
    }

    private static @Nullable String printed(Path directory, String nest) {
        Path file = directory.resolve(nest + ".nest");
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            return NestPrinter.print(NestParser.parse(file));
        } catch (UserError otherVersion) {
            return null;
        }
    }

    /** The schedule of a sweep, as its text. */
    public static String schedule(Path directory) {
        Path schedule = directory.resolve(SCHEDULE);
        return Files.isRegularFile(schedule) ? ResultsReader.text(schedule).strip() : new Schedule.Auto().text();
    }

    private static Optional<KnownBest> best(Path directory, Work work) {
        Results results = ResultsReader.read(directory);
        Summary.Best best = results.summary().best();
        if (best == null) {
            return Optional.empty();
        }
        return Optional.of(new KnownBest(
                directory,
                new LinkedHashMap<>(work.sizes()),
                work.target() == null
                        ? Target.CUDA
                        : Target.valueOf(work.target().toUpperCase(Locale.ROOT)),
                work.device(),
                schedule(directory),
                best.candidate().candidate(directory.resolve(ResultsReader.SUMMARY) + ": error"),
                best.seconds(),
                best.program()));
    }

    /**
     * What is asked of results.
     *
     * @param deviceName for messages
     * @param device whether a stored name is that of the device
     * @param schedule whether programs of a stored order are taken
     */
    public record Wanted(
            Map<String, Long> sizes,
            Target target,
            String deviceName,
            Predicate<String> device,
            Predicate<String> schedule) {
        /** In what a result is not what was asked for: {@code "; ..."} for each, or nothing. */
        public String differences(KnownBest known) {
            return (device.test(known.device())
                            ? ""
                            : "; nothing is known of " + deviceName + ", this is another device")
                    + (known.distance(sizes) > 0 ? "; these are the nearest sizes that were measured" : "");
        }
    }

    /**
     * The fastest at the sizes that are wanted; where none was measured at these, at the sizes nearest to them. Where none was measured on the
     * device, of others that run the same target.
     */
    public Optional<KnownBest> search(Wanted wanted) {
        return all.stream()
                .filter(k -> k.target() == wanted.target() && wanted.schedule().test(k.schedule()))
                .min(Comparator.comparing((KnownBest k) -> !wanted.device().test(k.device()))
                        .thenComparingDouble(k -> k.distance(wanted.sizes()))
                        .thenComparingDouble(KnownBest::seconds));
    }

    /**
     * The same.
     *
     * @throws UserError where nothing is known, with what is known of others
     */
    public KnownBest fastest(Wanted wanted) {
        return search(wanted)
                .orElseThrow(() -> UserError.badInput(folder + ": error: no results of " + nest + " for target "
                        + wanted.target().jsonName() + " on " + wanted.deviceName() + known()
                        + "; run tune, or leave --results out"));
    }

    private String known() {
        if (!all.isEmpty()) {
            return "; there are some for "
                    + all.stream()
                            .map(k -> k.target().jsonName() + " on " + k.device() + ", schedule " + k.schedule())
                            .collect(Collectors.toCollection(TreeSet::new))
                            .stream()
                            .collect(Collectors.joining("; "));
        }
        return others.isEmpty() ? "" : "; " + others.getFirst() + " is of another text of " + nest;
    }
}
