package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.tiling.space.OffsetBounds;

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
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** Elements that a box may have for each that threads read of it along rows of their own: what lies between these rows moves with them. */
    private static final int WALKED = 2;
    /** What a block writes of an array, and what its rows and its columns need of it elsewhere. */
    private static final int MOST_BOXES = 4;
    /** Rows that are shifted further share no sectors with their neighbours anyway. */
    private static final int MOST_SHEAR = 8;

    /**
     * An element that a block's iterations access.
     *
     * @param where the iterations that do so; comparisons of points and sequences alone make boxes smaller, others do nothing
     * @param written whether they write it
     */
    public record Element(List<Affine> subscripts, Condition where, boolean written) {
        public Element {
            subscripts = List.copyOf(subscripts);
        }
    }

    /**
     * What is accessed of an array.
     *
     * @param elements those that are written first
     */
    public record Accesses(DataType type, List<Element> elements) {
        public Accesses {
            elements = List.copyOf(elements);
        }

        public boolean written() {
            return elements.stream().anyMatch(Element::written);
        }
    }

    /**
     * The part of an array.
     *
     * @param bases smallest index in each dimension
     * @param shear for each dimension but the last, how far a row lies beside the one before it
     * @param written whether the block writes some of it
     */
    public record Box(List<Affine> bases, List<Integer> extents, List<Integer> shear, boolean written) {
        public Box {
            bases = List.copyOf(bases);
            extents = List.copyOf(extents);
            shear = List.copyOf(shear);
        }

        public long elements() {
            return extents.stream().mapToLong(e -> e).reduce(1, Math::multiplyExact);
        }

        /** The place of an element in the box. */
        public List<Affine> place(List<Affine> subscripts) {
            List<Affine> place = new ArrayList<>();
            for (int d = 0; d < subscripts.size(); d++) {
                place.add(subscripts.get(d).minus(bases.get(d)));
            }
            Affine last = place.getLast();
            for (int d = 0; d < shear.size(); d++) {
                if (shear.get(d) != 0) {
                    last = last.minus(place.get(d).times(shear.get(d)));
                }
            }
            place.set(place.size() - 1, last);
            return place;
        }

        /** In shared memory. */
        public long bytes(DataType type) {
            return shape(extents).stream().mapToLong(e -> e).reduce(1, Math::multiplyExact) * type.bytes();
        }
    }

    /** A box of some extents in shared memory, with rows of odd length: neighbours along a diagonal, as blocks of skewed loops touch them, lie on different banks. */
    public static List<Integer> shape(List<Integer> extents) {
        List<Integer> shape = new ArrayList<>(extents);
        shape.set(shape.size() - 1, extents.getLast() | 1);
        return shape;
    }

    /**
     * All boxes of a block.
     *
     * @param boxes by array; several where its accesses lie a distance apart that changes from block to block
     * @param apart where they may be used: no element that is written lies in two of them
     */
    public record Found(Map<String, List<Box>> boxes, Condition apart) {
        public Found {
            boxes = Collections.unmodifiableMap(new LinkedHashMap<>(boxes));
        }
    }

    public SharedBoxes {
        offsets = Map.copyOf(offsets);
        counts = new LinkedHashMap<>(counts);
        moving = Set.copyOf(moving);
    }

    /**
     * The boxes of each array for which there are some, as long as there is room.
     *
     * @param arrays those that are written first
     * @param several whether an array may have several boxes
     * @param walked whether threads walk rows of their own ({@link WalkedRows}): without a box each of them asks for sectors of its own
     */
    public Found of(Map<String, Accesses> arrays, boolean several, boolean walked) {
        Map<String, List<Box>> found = new LinkedHashMap<>();
        List<Condition> apart = new ArrayList<>();
        long room = LIMITS.boxBytes();
        for (Map.Entry<String, Accesses> array : arrays.entrySet()) {
            DataType type = array.getValue().type();
            List<List<Element>> groups = groups(array.getValue().elements());
            if (groups.size() > (several ? MOST_BOXES : 1)) {
                continue;
            }
            List<Box> boxes = new ArrayList<>();
            groups.forEach(g -> boxes.add(box(type, g)));
            if (boxes.stream().anyMatch(Objects::isNull)) {
                continue;
            }
            List<Condition> own = apart(type, groups, boxes);
            long bytes = boxes.stream().mapToLong(b -> b.bytes(type)).sum();
            boolean pays = IntStream.range(0, boxes.size())
                    .allMatch(g -> boxes.get(g).written()
                            || isReadOften(boxes.get(g), groups.get(g).size() * (walked ? WALKED : 1)));
            if (bytes <= room && pays && !own.contains(Condition.FALSE)) {
                found.put(array.getKey(), boxes);
                apart.addAll(own);
                room -= bytes;
            }
        }
        return new Found(found, Condition.and(apart.stream().distinct().toList()));
    }

    /** Whether a box of what is only read has no more elements than so many accesses in the block's iterations. */
    private boolean isReadOften(Box box, int accesses) {
        long iterations = counts.values().stream().mapToLong(c -> c).reduce(1, Math::multiplyExact);
        return box.elements() <= iterations * accesses;
    }

    /** Accesses whose places differ by numbers and by what changes within the block. */
    private List<List<Element>> groups(List<Element> elements) {
        Map<List<Affine>, List<Element>> groups = new LinkedHashMap<>();
        for (Element element : elements) {
            List<Affine> base = element.subscripts().stream()
                    .map(s -> {
                        LinearForm form = LinearForm.of(s.substitute(offsets));
                        for (Affine term : List.copyOf(form.terms().keySet())) {
                            form = term instanceof Affine.Variable v && counts.containsKey(v.name())
                                    ? form.without(term)
                                    : form;
                        }
                        return sorted(form);
                    })
                    .toList();
            groups.computeIfAbsent(base, _ -> new ArrayList<>()).add(element);
        }
        return List.copyOf(groups.values());
    }

    /** The terms of a form without its constant, in one order for equal ones. */
    private static Affine sorted(LinearForm form) {
        Map<Affine, Long> terms = new LinkedHashMap<>();
        form.terms().entrySet().stream()
                .sorted(Comparator.comparing(e -> e.getKey().toString()))
                .forEach(e -> terms.put(e.getKey(), e.getValue()));
        return new LinearForm(terms, 0).toAffine();
    }

    /** That what each group writes lies in no other group's box. */
    private List<Condition> apart(DataType type, List<List<Element>> groups, List<Box> boxes) {
        List<Condition> all = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            List<Element> written =
                    groups.get(g).stream().filter(Element::written).toList();
            for (int h = 0; h < boxes.size() && !written.isEmpty(); h++) {
                if (h != g) {
                    // A part of a box that there is.
                    all.add(apart(Objects.requireNonNull(box(type, written)), boxes.get(h)));
                }
            }
        }
        return all;
    }

    /** That two boxes of an array have no common element; as rows are shifted by a few elements, the last dimension says it where none is. */
    private static Condition apart(Box one, Box other) {
        List<Condition> ways = new ArrayList<>();
        for (int d = 0; d < one.bases().size(); d++) {
            boolean shifted = d == one.shear().size()
                    && Stream.of(one, other).anyMatch(b -> b.shear().stream().anyMatch(s -> s != 0));
            if (!shifted) {
                ways.add(before(one, other, d));
                ways.add(before(other, one, d));
            }
        }
        List<Condition> possible =
                ways.stream().filter(w -> !w.equals(Condition.FALSE)).distinct().toList();
        return possible.contains(Condition.TRUE) ? Condition.TRUE : Condition.or(possible);
    }

    private static Condition before(Box one, Box other, int dimension) {
        LinearForm room = LinearForm.of(other.bases()
                .get(dimension)
                .minus(one.bases().get(dimension))
                .plus(-one.extents().get(dimension)));
        if (room.isConstant()) {
            return room.constant() >= 0 ? Condition.TRUE : Condition.FALSE;
        }
        long divisor = room.terms().values().stream().reduce(0L, ArithmeticUtils::gcd);
        Map<Affine, Long> terms = new LinkedHashMap<>();
        room.terms().forEach((t, c) -> terms.put(t, c / divisor));
        return new Condition.Compare(
                new LinearForm(terms, Math.floorDiv(room.constant(), divisor)).toAffine(),
                Condition.Relation.GE,
                Affine.constant(0));
    }

    private @Nullable Box box(DataType type, List<Element> elements) {
        int most = LIMITS.boxBytes() / type.bytes();
        int last = elements.getFirst().subscripts().size() - 1;
        if (last < 0) {
            return null;
        }
        List<Affine> bases = new ArrayList<>();
        List<Integer> extents = new ArrayList<>();
        List<Integer> shear = new ArrayList<>();
        List<Place> columns = places(elements, last);
        for (int d = 0; d < last; d++) {
            List<Place> rows = places(elements, d);
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
        boolean written = elements.stream().anyMatch(Element::written);
        Box box = new Box(bases, extents, shear, written);
        return box.elements() > most ? null : box;
    }

    /** A subscript, or what is made of several, and the iterations that have it. */
    private record Place(Affine value, List<LinearForm> notNegative) {}

    private List<Place> places(List<Element> elements, int dimension) {
        return elements.stream()
                .map(e -> new Place(e.subscripts().get(dimension), bounds().notNegative(e.where(), offsets, false)))
                .toList();
    }

    /** How far rows are shifted against each other, so that the box is short: what a variable adds to the last subscript for 1 in this one. */
    private int shear(List<Place> rows, List<Place> columns) {
        Map<Affine, Long> row = LinearForm.of(rows.getFirst().value()).terms();
        Map<Affine, Long> column = LinearForm.of(columns.getFirst().value()).terms();
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
    private static List<Place> beside(List<Place> columns, List<Place> rows, Affine base, int shear) {
        List<Place> shifted = new ArrayList<>();
        for (int a = 0; a < columns.size(); a++) {
            Affine row = rows.get(a).value().minus(base);
            shifted.add(new Place(
                    columns.get(a).value().minus(row.times(shear)),
                    columns.get(a).notNegative()));
        }
        return shifted;
    }

    private record Range(Affine base, long extent) {}

    /** The range of one subscript over all accesses; null where its length is not constant. */
    private @Nullable Range range(List<Place> subscripts) {
        Affine symbols = null;
        long least = 0;
        long greatest = 0;
        for (Place subscript : subscripts) {
            LinearForm form = LinearForm.of(subscript.value().substitute(offsets));
            LinearForm rest = form;
            Map<Affine, Long> within = new LinkedHashMap<>();
            for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
                if (term.getKey() instanceof Affine.Variable v && counts.containsKey(v.name())) {
                    rest = rest.without(term.getKey());
                    within.put(term.getKey(), term.getValue());
                }
            }
            Affine base = rest.toAffine();
            LinearForm offset = new LinearForm(within, 0);
            long low = bounds().least(offset, subscript.notNegative());
            long high = -bounds().least(negated(offset), subscript.notNegative());
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

    private OffsetBounds bounds() {
        return new OffsetBounds(counts);
    }

    private static LinearForm negated(LinearForm form) {
        return LinearForm.of(form.toAffine().times(-1));
    }

    private static OptionalLong difference(Affine left, Affine right) {
        LinearForm form = LinearForm.of(left.minus(right));
        return form.isConstant() ? OptionalLong.of(form.constant()) : OptionalLong.empty();
    }

    /** What stands for a variable's distance from the block's first value in boxes of {@link #ofBlock}. */
    public static String offset(String variable) {
        return variable + "'";
    }

    /**
     * The boxes of a block whose variables have some values each, whatever its place.
     *
     * @param first the first value of variables of which a block has all values, where it is a number
     */
    public static SharedBoxes ofBlock(Map<String, Integer> sizes, Map<String, Long> first, Set<String> moving) {
        Map<String, Affine> offsets = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        sizes.forEach((variable, size) -> {
            Long known = first.get(variable);
            Affine base = known == null ? Affine.variable(variable + "\"") : Affine.constant(known);
            counts.put(offset(variable), size);
            offsets.put(variable, base.plus(Affine.variable(offset(variable))));
        });
        return new SharedBoxes(offsets, counts, moving);
    }
}
