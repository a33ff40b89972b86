package tilewright.tiling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/**
 * The boxes of elements that a block's iterations touch of its arrays, which it keeps in shared memory where points find each other's values behind barriers: those of
 * constant size that there is room for. Kernels are made and times predicted by this one choice.
 *
 * <p>Example: blocks of 4 x 16 points that run 64 iterations of {@code A(i-t, wave-2t-2i)} and its eight neighbours touch
 * 21 rows of 82 elements, each two columns before the one above it.
 *
 * @param offsets variables of points and sequences as the block's base and an offset
 * @param counts number of values of each offset
 * @param moving variables that change while the block runs; those without an offset have no constant number of values
 */
public record SharedBoxes(Map<String, Affine> offsets, Map<String, Integer> counts, Set<String> moving) {
    /** Two blocks fit on a multiprocessor of 227 KB. Where dependences leave few blocks, larger ones pay: reports/experiments/nvidia-h100-fronts.txt. */
    private static final int MOST_BYTES = 112 * 1024;
    /** Rows that are shifted further share no sectors with their neighbours anyway. */
    private static final int MOST_SHEAR = 8;

    /**
     * What is accessed of an array.
     *
     * @param subscripts of all accesses, those of targets first
     * @param written whether there are targets
     */
    public record Accesses(DataType type, List<List<Affine>> subscripts, boolean written) {
        public Accesses {
            subscripts = List.copyOf(subscripts);
        }
    }

    /**
     * The part of an array.
     *
     * @param bases smallest index in each dimension
     * @param shear for each dimension but the last, how far a row lies beside the one before it
     */
    public record Box(List<Affine> bases, List<Integer> extents, List<Integer> shear) {
        public Box {
            bases = List.copyOf(bases);
            extents = List.copyOf(extents);
            shear = List.copyOf(shear);
        }

        public long elements() {
            return extents.stream().mapToLong(e -> e).reduce(1, Math::multiplyExact);
        }

        /** With rows of odd length: neighbours along a diagonal, as blocks of skewed loops touch them, lie on different banks. */
        public List<Integer> shape() {
            List<Integer> shape = new ArrayList<>(extents);
            shape.set(shape.size() - 1, extents.getLast() | 1);
            return shape;
        }

        /** In shared memory. */
        public long bytes(DataType type) {
            return shape().stream().mapToLong(e -> e).reduce(1, Math::multiplyExact) * type.bytes();
        }
    }

    public SharedBoxes {
        offsets = Map.copyOf(offsets);
        counts = new LinkedHashMap<>(counts);
        moving = Set.copyOf(moving);
    }

    /**
     * One box for each array for which there is one, as long as there is room.
     *
     * @param arrays those that are written first
     */
    public Map<String, Box> of(Map<String, Accesses> arrays) {
        Map<String, Box> found = new LinkedHashMap<>();
        long room = MOST_BYTES;
        for (Map.Entry<String, Accesses> array : arrays.entrySet()) {
            Accesses accesses = array.getValue();
            Box box = box(accesses);
            if (box != null
                    && box.bytes(accesses.type()) <= room
                    && (accesses.written()
                            || isReadOften(box, accesses.subscripts().size()))) {
                found.put(array.getKey(), box);
                room -= box.bytes(accesses.type());
            }
        }
        return found;
    }

    /** Whether a box of what is only read has no more elements than the block's iterations read. */
    private boolean isReadOften(Box box, int accesses) {
        long iterations = counts.values().stream().mapToLong(c -> c).reduce(1, Math::multiplyExact);
        return box.elements() <= iterations * accesses;
    }

    private @Nullable Box box(Accesses array) {
        List<List<Affine>> accesses = array.subscripts();
        if (accesses.getFirst().isEmpty()) {
            return null;
        }
        int most = MOST_BYTES / array.type().bytes();
        int last = accesses.getFirst().size() - 1;
        List<Affine> bases = new ArrayList<>();
        List<Integer> extents = new ArrayList<>();
        List<Integer> shear = new ArrayList<>();
        List<Affine> columns = accesses.stream().map(List::getLast).toList();
        for (int d = 0; d < last; d++) {
            int dimension = d;
            List<Affine> rows = accesses.stream().map(a -> a.get(dimension)).toList();
            Range range = range(rows);
            if (range == null || range.extent() > most) {
                return null;
            }
            bases.add(range.base());
            extents.add((int) range.extent());
            int best = shear(rows, columns);
            shear.add(best);
            columns = beside(columns, rows, range.base(), best);
        }
        Range along = range(columns);
        if (along == null || along.extent() > most) {
            return null;
        }
        bases.add(along.base());
        extents.add((int) along.extent());
        Box box = new Box(bases, extents, shear);
        return box.elements() > most ? null : box;
    }

    /** How far rows are shifted against each other, so that the box is short: what a variable adds to the last subscript for 1 in this one. */
    private int shear(List<Affine> rows, List<Affine> columns) {
        Map<Affine, Long> row = LinearForm.of(rows.getFirst()).terms();
        Map<Affine, Long> column = LinearForm.of(columns.getFirst()).terms();
        Set<Integer> shears = new TreeSet<>(Set.of(0));
        row.forEach((variable, factor) -> {
            long other = column.getOrDefault(variable, 0L);
            boolean moves = variable instanceof Affine.Variable v && offsets.containsKey(v.name());
            if (moves && other % factor == 0 && Math.abs(other / factor) <= MOST_SHEAR) {
                shears.add((int) (other / factor));
            }
        });
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int s : shears) {
            Range range = range(beside(columns, rows, Affine.constant(0), s));
            if (range != null && range.extent() < least) {
                best = s;
                least = range.extent();
            }
        }
        return best;
    }

    /** The last subscripts in a box whose rows are shifted. */
    private static List<Affine> beside(List<Affine> columns, List<Affine> rows, Affine base, int shear) {
        List<Affine> shifted = new ArrayList<>();
        for (int a = 0; a < columns.size(); a++) {
            shifted.add(columns.get(a).minus(rows.get(a).minus(base).times(shear)));
        }
        return shifted;
    }

    private record Range(Affine base, long extent) {}

    /** The range of one subscript over all accesses; null where its length is not constant. */
    private @Nullable Range range(List<Affine> subscripts) {
        Affine symbols = null;
        long least = 0;
        long greatest = 0;
        for (Affine subscript : subscripts) {
            LinearForm form = LinearForm.of(subscript.substitute(offsets));
            LinearForm rest = form;
            long low = 0;
            long high = 0;
            for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
                Integer count = term.getKey() instanceof Affine.Variable v ? counts.get(v.name()) : null;
                if (count != null) {
                    rest = rest.without(term.getKey());
                    low += Math.min(0, term.getValue() * (count - 1L));
                    high += Math.max(0, term.getValue() * (count - 1L));
                }
            }
            Affine base = rest.toAffine();
            boolean moves = base.variables().stream().anyMatch(v -> counts.containsKey(v) || moving.contains(v));
            OptionalLong shift = symbols == null ? OptionalLong.of(0) : difference(base, symbols);
            if (moves || shift.isEmpty()) {
                return null;
            }
            least = symbols == null ? low : Math.min(least, low + shift.getAsLong());
            greatest = symbols == null ? high : Math.max(greatest, high + shift.getAsLong());
            symbols = symbols == null ? base : symbols;
        }
        return symbols == null ? null : new Range(symbols.plus(least), greatest - least + 1);
    }

    private static OptionalLong difference(Affine left, Affine right) {
        LinearForm form = LinearForm.of(left.minus(right));
        return form.isConstant() ? OptionalLong.of(form.constant()) : OptionalLong.empty();
    }

    /** The boxes of a block whose variables have some values each, whatever its place. */
    public static SharedBoxes ofBlock(Map<String, Integer> sizes, Set<String> moving) {
        Map<String, Affine> offsets = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        sizes.forEach((variable, size) -> {
            counts.put(variable + "'", size);
            offsets.put(variable, Affine.variable(variable + "\"").plus(Affine.variable(variable + "'")));
        });
        return new SharedBoxes(offsets, counts, moving);
    }
}
