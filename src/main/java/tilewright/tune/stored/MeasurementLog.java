package tilewright.tune.stored;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tilewright.model.FolderFile;
import tilewright.model.InputFile;
import tilewright.model.UserError;

/** {@code measurements.jsonl}: one line per measurement, on the disk before the next one begins. */
public final class MeasurementLog implements AutoCloseable {
    public static final String FILE = "measurements.jsonl";

    private final FileOutputStream file;
    private final Object disk = new Object();
    /** Lines that wait for the disk, and how many came so far. */
    private final StringBuilder buffer = new StringBuilder();

    private long taken;
    /** How many of the lines are on the disk. */
    private long durable;

    private final List<Measurement> earlier;

    private MeasurementLog(FileOutputStream file, List<Measurement> earlier) {
        this.file = file;
        this.earlier = List.copyOf(earlier);
    }

    /**
     * Opens the log of a directory, which is made if it is missing.
     *
     * @param resume continue the log that is there, which is otherwise gone ({@link ResultsFolder})
     * @throws UserError when the log has a damaged line before its last, or measurements of other work
     */
    public static MeasurementLog open(Path directory, boolean resume, SweepIdentity sweep) throws IOException {
        Files.createDirectories(directory);
        Path file = FolderFile.toAppend(directory, FILE);
        List<Measurement> earlier = List.of();
        if (resume && Files.exists(file)) {
            dropTornLine(file);
            earlier = read(file);
            requireSameWork(file, earlier, sweep);
        }
        // A channel would be closed by an interrupt; a stream is not.
        return new MeasurementLog(new FileOutputStream(file.toFile(), true), earlier);
    }

    /** What the log held when it was opened. */
    public List<Measurement> earlier() {
        return earlier;
    }

    /**
     * Appends a line and waits until it is on the disk. Lines of several threads go there together. An interrupted thread
     * writes like any other.
     */
    public void append(Measurement measurement) {
        String line = MeasurementFormat.write(measurement) + "\n";
        long number;
        synchronized (buffer) {
            buffer.append(line);
            number = ++taken;
        }
        synchronized (disk) {
            if (durable < number) {
                writeAll();
            }
        }
    }

    private void writeAll() {
        String lines;
        long last;
        synchronized (buffer) {
            lines = buffer.toString();
            buffer.setLength(0);
            last = taken;
        }
        try {
            file.write(lines.getBytes(StandardCharsets.UTF_8));
            file.getFD().sync();
            durable = last;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** A killed sweep may leave half a line; what is after the last line end is no measurement. */
    private static void dropTornLine(Path file) throws IOException {
        byte[] content = InputFile.bytes(file, InputFile.LONGEST_RESULTS);
        int end = content.length;
        while (end > 0 && content[end - 1] != '\n') {
            end--;
        }
        if (end < content.length) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(end);
            }
        }
    }

    /** All whole lines. */
    public static List<Measurement> read(Path file) throws IOException {
        List<Measurement> found = new ArrayList<>();
        String text = InputFile.text(file, InputFile.LONGEST_RESULTS);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isBlank()) {
                continue;
            }
            try {
                found.add(MeasurementFormat.read(lines.get(i)));
            } catch (RuntimeException e) {
                throw UserError.badInput(file + ":" + (i + 1) + ": error: not a measurement of this version ("
                        + firstLine(e) + "); remove the line, or tune without --resume");
            }
        }
        return found;
    }

    /** Refuses a file in which lines of other work stand. */
    static void requireOneSweep(Path file, List<Measurement> all) {
        for (Measurement each : all) {
            if (!each.sweep().sameWork(all.getFirst().sweep())) {
                throw UserError.badInput(file + ": error: holds measurements of "
                        + describe(all.getFirst().sweep()) + " and of " + describe(each.sweep())
                        + "; move one of them to a directory of its own");
            }
        }
    }

    private static void requireSameWork(Path file, List<Measurement> earlier, SweepIdentity sweep) {
        for (Measurement measurement : earlier) {
            if (!measurement.sweep().sameWork(sweep)) {
                throw UserError.badInput(file + ": holds measurements of " + describe(measurement.sweep())
                        + ", and this sweep is of " + describe(sweep)
                        + "; give another directory with -o, or tune without --resume");
            }
        }
    }

    private static String describe(SweepIdentity sweep) {
        return sweep.nest() + " " + sweep.sizes() + " (source "
                + sweep.nestHash().substring(0, Math.min(8, sweep.nestHash().length())) + ") on " + sweep.device()
                + ", target "
                + sweep.target().jsonName();
    }

    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
