package tilewright.graph;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.model.ArrayData;
import tilewright.model.DataType;
import tilewright.model.InputFile;
import tilewright.model.UserError;

/**
 * Arrays in files, by the ending of their names: {@code .npy} (NumPy), {@code .mtx} (Matrix Market, dense or coordinates),
 * {@code .txt}, {@code .csv}, {@code .dat} (numbers, rows as lines), {@code .raw} and {@code .bin} (elements of the array's own
 * type, little-endian, row-major).
 */
public final class ArrayFile {
    private ArrayFile() {}

    /**
     * What a file holds.
     *
     * @param shape null where the file does not say it
     * @param elements of the type asked for, row-major
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over, not kept.
    public record Contents(long @Nullable [] shape, Object elements) {}

    /**
     * Reads an array.
     *
     * @param dimensions of the array that it is for: a matrix of one column may be a vector
     * @throws UserError with the file, where in it, and what was expected
     */
    public static Contents read(Path file, DataType type, int dimensions) {
        if (Files.isDirectory(file)) {
            throw UserError.badInput(file + ": error: this is a folder; give a file");
        }
        if (!Files.exists(file)) {
            throw UserError.badInput(file + ": error: no such file; check the path");
        }
        return switch (ending(file)) {
            case "npy" -> NumPy.read(file, type);
            case "mtx" -> DenseText.matrixMarket(file, type, dimensions);
            case "txt", "csv", "dat", "tsv" -> DenseText.read(file, type, dimensions);
            case "raw", "bin" -> raw(file, type);
            default -> throw unknown(file);
        };
    }

    /** Writes an array. */
    public static void write(Path file, ArrayData array) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            switch (ending(file)) {
                case "npy" -> NumPy.write(file, array);
                case "mtx", "txt", "csv", "dat", "tsv" -> DenseText.write(file, array);
                case "raw", "bin" -> {
                    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
                        Elements.write(out, array.elements());
                    }
                }
                default -> throw unknown(file);
            }
        } catch (IOException e) {
            if (Files.isRegularFile(file)) {
                // A part of an array is none. Where it cannot be removed either, the reason is on its way.
                boolean _ = file.toFile().delete();
            }
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be written (" + e.getMessage() + ")", e);
        }
    }

    /** Refuses a file name that nothing could be written to, before anything runs. */
    public static void requireKnown(Path file) {
        switch (ending(file)) {
            case "npy", "mtx", "txt", "csv", "dat", "tsv", "raw", "bin" -> {}
            default -> throw unknown(file);
        }
    }

    static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.indexOf('.') < 0
                ? ""
                : name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static UserError unknown(Path file) {
        return UserError.badInput(file + ": error: "
                + (ending(file).isEmpty() ? "the name does not end in a" : "'." + ending(file) + "' is no")
                + " format of arrays; give .npy, .mtx, .txt, .csv, .dat, .raw or .bin");
    }

    private static Contents raw(Path file, DataType type) {
        try {
            InputFile.requireEnd(file);
            long bytes = Files.size(file);
            if (bytes % type.bytes() != 0 || bytes / type.bytes() > TupleList.MOST) {
                throw UserError.badInput(file + ": error: " + bytes + " bytes are no whole number of elements of "
                        + type.bytes() + " bytes ('" + type.notation() + "')");
            }
            try (InputStream in = new BufferedInputStream(InputFile.open(file), 1 << 16)) {
                return new Contents(null, Elements.read(in, type, (int) (bytes / type.bytes())));
            }
        } catch (NoSuchFileException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: no such file; check the path", e);
        } catch (IOException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** Dense matrices as text. */
    private static final class DenseText {
        private DenseText() {}

        static Contents read(Path file, DataType type, int dimensions) {
            double[] values = new double[1 << 10];
            int count = 0;
            int columns = -1;
            int rows = 0;
            try (LineScanner in = LineScanner.open(file)) {
                while (in.nextLine()) {
                    int before = count;
                    while (!in.atEnd() && in.first() != '#' && in.first() != '!') {
                        if (count == values.length) {
                            values = Arrays.copyOf(values, (int) Math.min(TupleList.MOST, 2L * count));
                        }
                        values[count++] = in.number("an element");
                    }
                    if (count == before) {
                        continue;
                    }
                    if (columns >= 0 && count - before != columns) {
                        throw in.fault(
                                "expected " + columns + " numbers as in the lines before; found " + (count - before));
                    }
                    columns = count - before;
                    rows++;
                }
            }
            if (count == 0) {
                throw UserError.badInput(
                        file + ": error: it holds no number; an array without elements is given as .npy");
            }
            boolean vector = dimensions == 1 || columns == 1 && dimensions < 2;
            long[] shape = dimensions == 0 ? new long[0] : vector ? new long[] {count} : new long[] {rows, columns};
            return new Contents(shape, Elements.of(Arrays.copyOf(values, count), type, file));
        }

        static Contents matrixMarket(Path file, DataType type, int dimensions) {
            try (LineScanner in = LineScanner.open(file)) {
                if (!in.nextLine() || !in.word("%%MatrixMarket").equalsIgnoreCase("%%MatrixMarket")) {
                    throw in.fault("expected the first line '%%MatrixMarket matrix array ..'");
                }
                MatrixMarket.option(in, "the word matrix", "matrix");
                String layout = MatrixMarket.option(in, "array or coordinate", "array", "coordinate");
                String field =
                        MatrixMarket.option(in, "real, integer or pattern", "real", "integer", "pattern", "double");
                boolean general = MatrixMarket.option(in, "general or symmetric", "general", "symmetric")
                        .equals("general");
                do {
                    if (!in.nextLine()) {
                        throw in.fault("expected the line of sizes; found the end of the file");
                    }
                } while (in.atEnd() || in.first() == '%');
                int rows = (int) in.integer("the number of rows", 0, TupleList.MOST);
                int columns = (int) in.integer("the number of columns", 0, TupleList.MOST);
                if (!general && rows != columns) {
                    throw in.fault("as many columns as rows, as the matrix is symmetric", rows + " and " + columns);
                }
                if ((long) rows * columns > TupleList.MOST) {
                    throw in.fault("the matrix has more than " + TupleList.MOST
                            + " elements as an array; for a sparse one" + " write a graph line and give --graph");
                }
                new MemoryNeed()
                        .with("numbers as they are read", (long) rows * columns * Double.BYTES)
                        .with("elements", (long) rows * columns * type.bytes())
                        .require(file + ": error: the matrix");
                double[] values = new double[rows * columns];
                boolean dense = layout.equals("array");
                long entries = dense
                        ? general ? (long) rows * columns : (long) rows * (rows + 1) / 2
                        : in.integer("the number of entries", 0, TupleList.MOST);
                BitSet given = new BitSet();
                int row = 0;
                int column = 0;
                for (long k = 0; k < entries; k++) {
                    do {
                        if (!in.nextLine()) {
                            throw in.fault("expected " + entries + " entries; the file ends after " + k);
                        }
                    } while (in.atEnd() || in.first() == '%');
                    if (!dense) {
                        row = (int) in.integer("a row", 1, rows) - 1;
                        column = (int) in.integer("a column", 1, columns) - 1;
                        requireOnce(in, given, row, column, columns, general);
                    }
                    double value = field.equals("pattern") ? 1 : in.number("a value");
                    values[row * columns + column] = value;
                    if (!general) {
                        values[column * columns + row] = value;
                    }
                    row++;
                    if (dense && row == rows) {
                        column++;
                        row = general ? 0 : column;
                    }
                }
                boolean vector = dimensions == 1 && (rows == 1 || columns == 1);
                long[] shape = vector ? new long[] {values.length} : new long[] {rows, columns};
                return new Contents(shape, Elements.of(values, type, file));
            }
        }

        /** Of two values for one element neither is the right one. */
        private static void requireOnce(
                LineScanner in, BitSet given, int row, int column, int columns, boolean general) {
            int place = row * columns + column;
            if (given.get(place) || !general && given.get(column * columns + row)) {
                throw in.fault("row " + (row + 1) + ", column " + (column + 1) + " is given twice; keep one of them");
            }
            given.set(place);
        }

        static void write(Path file, ArrayData array) throws IOException {
            long[] extents = array.extents();
            boolean market = ending(file).equals("mtx");
            String separator = ending(file).equals("csv") ? "," : " ";
            int columns = extents.length < 2 ? 1 : (int) extents[extents.length - 1];
            int rows = columns == 0 ? 0 : array.size() / columns;
            boolean real = array.declaration().type().isFloating();
            try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
                if (market) {
                    out.write("%%MatrixMarket matrix array " + (real ? "real" : "integer") + " general\n" + rows + " "
                            + columns + "\n");
                    for (int c = 0; c < columns; c++) {
                        for (int r = 0; r < rows; r++) {
                            out.write(Elements.text(array, r * columns + c));
                            out.write('\n');
                        }
                    }
                    return;
                }
                for (int r = 0; r < rows; r++) {
                    for (int c = 0; c < columns; c++) {
                        out.write(c == 0 ? "" : separator);
                        out.write(Elements.text(array, r * columns + c));
                    }
                    out.write('\n');
                }
            }
        }
    }
}
