package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;

/**
 * Windows of pieces whose points find each other's values in memory behind barriers: then every iteration waits for global
 * memory, unless what the block touches is copied to shared memory once. That takes subscripts that stay in a box of constant
 * size while the block runs.
 *
 * <p>Example: blocks of 4 x 16 points that run 64 iterations of {@code A(i-t, wave-2t-2i)} and its eight neighbours touch
 * 21 x 102 elements.
 */
final class Windows {
    /** Several blocks fit on a multiprocessor. */
    private static final int MOST_BYTES = 48 * 1024;

    private final PieceContext context;
    /** Offsets from the block's base: variable to the number of its values. */
    private final Map<String, Integer> counts = new HashMap<>();

    private final Map<String, Affine> places = new HashMap<>();

    private Windows(PieceContext context, List<Sequence> sequences) {
        this.context = context;
        for (Axis axis : context.axes()) {
            add(axis.variable(), axis.base(), axis.extent());
        }
        for (Sequence sequence : sequences) {
            OptionalLong count = Affines.constantValue(sequence.count());
            boolean varies = sequence.origin().variables().stream().anyMatch(context.sequentialVariables()::contains);
            if (count.isPresent() && count.getAsLong() > 0 && sequence.startsAtOrigin() && !varies) {
                add(sequence.variable(), sequence.origin(), (int) count.getAsLong());
            }
        }
    }

    private void add(String variable, Affine base, int count) {
        counts.put(offset(variable), count);
        places.put(variable, base.plus(Affine.variable(offset(variable))));
    }

    /** No name of a nest or plan ends like this. */
    private static String offset(String variable) {
        return variable + "'";
    }

    /** One window for each array for which there is one, as long as there is room. */
    static List<Window> of(PieceContext context, List<Sequence> sequences) {
        if (!context.piece().barriers() || sequences.isEmpty()) {
            return List.of();
        }
        Windows windows = new Windows(context, sequences);
        List<Window> found = new ArrayList<>();
        int room = MOST_BYTES;
        for (String array : windows.arrays()) {
            Window window = windows.window(array);
            if (window != null && window.bytes() <= room) {
                found.add(window);
                room -= window.bytes();
            }
        }
        return found;
    }

    /** Arrays that are written: the others' values may stay in the first cache. */
    private Set<String> arrays() {
        Set<String> names = new TreeSet<>();
        context.piece()
                .statements()
                .forEach(s -> names.add(s.statement().target().array()));
        return names;
    }

    private @Nullable Window window(String array) {
        List<List<Affine>> accesses = new ArrayList<>();
        for (Piece.PlannedStatement statement : context.piece().statements()) {
            for (Piece.PlannedAccess access : statement.accesses()) {
                if (access.access().array().equals(array)) {
                    if (access.strategy() != Strategy.DIRECT || access.indices().isEmpty()) {
                        return null;
                    }
                    accesses.add(access.indices());
                }
            }
        }
        DataType type = context.nest().array(array).type();
        int most = MOST_BYTES / type.bytes();
        List<Affine> bases = new ArrayList<>();
        List<Integer> extents = new ArrayList<>();
        for (int d = 0; d < accesses.getFirst().size(); d++) {
            int dimension = d;
            Box box = box(accesses.stream().map(a -> a.get(dimension)).toList());
            if (box == null || box.extent() > most) {
                return null;
            }
            bases.add(box.base());
            extents.add((int) box.extent());
        }
        long elements = extents.stream().mapToLong(Integer::longValue).reduce(1, Math::multiplyExact);
        return elements > most ? null : new Window(array + "_window", array, type, bases, extents);
    }

    private record Box(Affine base, long extent) {}

    /** The range of one subscript over all accesses; null where its length is not constant. */
    private @Nullable Box box(List<Affine> subscripts) {
        Affine symbols = null;
        long least = 0;
        long greatest = 0;
        for (Affine subscript : subscripts) {
            LinearForm form = LinearForm.of(subscript.substitute(places));
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
            boolean moves = base.variables().stream()
                    .anyMatch(v -> v.endsWith("'")
                            || context.axisOf(v) >= 0
                            || context.sequentialVariables().contains(v));
            OptionalLong shift =
                    symbols == null ? OptionalLong.of(0) : Affines.constantValue(Affines.difference(base, symbols));
            if (moves || shift.isEmpty()) {
                return null;
            }
            least = symbols == null ? low : Math.min(least, low + shift.getAsLong());
            greatest = symbols == null ? high : Math.max(greatest, high + shift.getAsLong());
            symbols = symbols == null ? base : symbols;
        }
        return symbols == null ? null : new Box(symbols.plus(least), greatest - least + 1);
    }
}
