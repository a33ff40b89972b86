package tilewright.graph;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.graph.ArrayFile.Contents;
import tilewright.model.ArrayData;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;
import tilewright.model.InputFile;
import tilewright.model.UserError;

/** NumPy's format for one array (versions 1 and 2), little-endian, of numbers and truth values. */
final class NumPy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final Pattern DESCRIPTION = Pattern.compile("'descr':\\s*'([<|>=])([fiub])(\\d)'");
    private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([0-9, ]*)\\)");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order':\\s*(True|False)");
    private static final int ALIGNMENT = 64;

    private NumPy() {}

    static Contents read(Path file, DataType type) {
        try (InputStream stream = new BufferedInputStream(InputFile.open(file), 1 << 16)) {
            DataInputStream in = new DataInputStream(stream);
            byte[] start = in.readNBytes(8);
            if (start.length < 8 || !Arrays.equals(Arrays.copyOf(start, 6), MAGIC) || start[6] < 1 || start[6] > 3) {
                throw fault(file, "expected NumPy's signature at byte 0");
            }
            byte[] size = in.readNBytes(start[6] == 1 ? 2 : 4);
            ByteBuffer number = ByteBuffer.wrap(Arrays.copyOf(size, 4)).order(ByteOrder.LITTLE_ENDIAN);
            String header = new String(in.readNBytes(Math.min(1 << 16, number.getInt())), StandardCharsets.ISO_8859_1);
            Matcher description = DESCRIPTION.matcher(header);
            Matcher shape = SHAPE.matcher(header);
            Matcher fortran = FORTRAN.matcher(header);
            if (!description.find()
                    || !shape.find()
                    || !fortran.find()
                    || description.group(1).equals(">")) {
                throw fault(
                        file,
                        "expected a header with little-endian numbers, e.g. {'descr': '<f4', 'fortran_order':"
                                + " False, 'shape': (3,), }; found " + header.strip());
            }
            long[] extents = Arrays.stream(shape.group(1).split(","))
                    .map(String::strip)
                    .filter(s -> !s.isEmpty())
                    .mapToLong(extent -> extent(extent, file))
                    .toArray();
            long count = 1;
            for (long extent : extents) {
                count *= extent;
                if (count > TupleList.MOST) {
                    throw fault(file, "the shape (" + shape.group(1) + ") has more elements than an array holds");
                }
            }
            new MemoryNeed().with("elements", count * type.bytes()).require(file + ": error: the array");
            Object elements = elements(
                    in, description.group(2).charAt(0), description.group(3).charAt(0) - '0', (int) count, type, file);
            boolean columns = fortran.group(1).equals("True") && extents.length > 1;
            return new Contents(extents, columns ? rowMajor(elements, extents, type) : elements);
        } catch (IOException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private static long extent(String digits, Path file) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw fault(file, "an extent of " + digits + " is more than an array holds");
        }
    }

    private static Object elements(DataInputStream in, char kind, int bytes, int count, DataType type, Path file)
            throws IOException {
        DataType stored = switch ("" + kind + bytes) {
            case "f2" -> DataType.HALF;
            case "f4" -> DataType.REAL;
            case "f8" -> DataType.DOUBLE;
            case "u1", "b1" -> DataType.BYTE;
            case "i2" -> DataType.SHORT;
            case "u2" -> DataType.UNSIGNED_SHORT;
            case "i4" -> DataType.INTEGER;
            case "u4" -> DataType.UNSIGNED;
            case "i1" -> DataType.SIGNED_BYTE;
            case "i8" -> DataType.LONG;
            case "u8" -> DataType.UNSIGNED_LONG;
            default -> null;
        };
        if (stored == type) {
            return Elements.read(in, type, count);
        }
        Object converted = Elements.array(type, count);
        byte[] element = new byte[8];
        ByteBuffer buffer = ByteBuffer.wrap(element).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            if (in.readNBytes(element, 0, bytes) < bytes) {
                throw fault(file, "expected " + count + " elements; the file ends after " + i);
            }
            double value = switch ("" + kind + bytes) {
                case "f2" -> HalfPrecision.value(buffer.getShort(0));
                case "f4" -> buffer.getFloat(0);
                case "f8" -> buffer.getDouble(0);
                case "u1", "b1" -> element[0] & 0xFF;
                case "i1" -> element[0];
                case "i2" -> buffer.getShort(0);
                case "u2" -> buffer.getShort(0) & 0xFFFF;
                case "i4" -> buffer.getInt(0);
                case "u4" -> buffer.getInt(0) & 0xFFFFFFFFL;
                case "i8", "u8" -> buffer.getLong(0);
                default ->
                    throw fault(
                            file,
                            "elements of type " + kind + bytes
                                    + " are not known; give f2, f4, f8, i1 .. i8 or u1 .. u8");
            };
            Elements.set(converted, i, value, type, file);
        }
        return converted;
    }

    /** Column-major elements of a matrix, row by row. */
    private static Object rowMajor(Object elements, long[] extents, DataType type) {
        int count = Array.getLength(elements);
        Object turned = Elements.array(type, count);
        for (int i = 0; i < count; i++) {
            long rest = i;
            long place = 0;
            long stride = count;
            for (long extent : extents) {
                stride /= extent;
                place += rest % extent * stride;
                rest /= extent;
            }
            System.arraycopy(elements, i, turned, (int) place, 1);
        }
        return turned;
    }

    static void write(Path file, ArrayData array) throws IOException {
        String description = switch (array.declaration().type()) {
            case HALF -> "<f2";
            case REAL -> "<f4";
            case DOUBLE -> "<f8";
            case BYTE -> "|u1";
            case SIGNED_BYTE -> "|i1";
            case SHORT -> "<i2";
            case UNSIGNED_SHORT -> "<u2";
            case INTEGER, LOGICAL -> "<i4";
            case UNSIGNED -> "<u4";
            case LONG -> "<i8";
            case UNSIGNED_LONG -> "<u8";
        };
        String shape = Arrays.stream(array.extents()).mapToObj(e -> e + ",").collect(Collectors.joining(" ", "(", ")"));
        String header = "{'descr': '" + description + "', 'fortran_order': False, 'shape': " + shape + ", }";
        int length = MAGIC.length + 4 + header.length() + 1;
        header += " ".repeat((ALIGNMENT - length % ALIGNMENT) % ALIGNMENT) + "\n";
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            out.write(MAGIC);
            out.write(new byte[] {1, 0, (byte) header.length(), (byte) (header.length() >> 8)});
            out.write(header.getBytes(StandardCharsets.ISO_8859_1));
            Elements.write(out, array.elements());
        }
    }

    private static UserError fault(Path file, String message) {
        return UserError.badInput(file + ": error: " + message);
    }
}
