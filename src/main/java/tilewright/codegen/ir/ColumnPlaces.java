package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.OwnedColumns;

/**
 * Where blocks that keep columns have what a step reads and writes. Arrays that the steps write are columns, in the block's memory, or values, one of a column in a
 * step, which all threads of the block have. All other arrays are read from global memory.
 *
 * <p>Example: of modified Gram-Schmidt, A and Q are columns; r(k,j), r(k,k) and the norm are values.
 *
 * @param columns arrays that have columns
 * @param told values that pivots compute and columns behind them read
 */
public record ColumnPlaces(List<Column> columns, List<Element> told) {
    /**
     * An array of two dimensions, of which one numbers columns.
     *
     * @param along the other dimension
     * @param kept whether columns have contents from step to step; else the pivot writes its own in its step
     * @param told whether columns behind the pivot read its column
     */
    public record Column(String array, int along, boolean kept, boolean told) {}

    /** An element by its subscripts. */
    public record Element(String array, List<Affine> indices) {
        public Element {
            indices = List.copyOf(indices);
        }
    }

    /** A statement of a step with the variables of its update. */
    public record Part(PlacedStatement statement, OwnedColumns.Update update, boolean pivot) {
        /** The loop that threads share out. */
        public Optional<Node.Loop> along() {
            return loop(update.along());
        }

        /** The loop that numbers columns. */
        public Node.Loop column() {
            return loop(update.column()).orElseThrow();
        }

        private Optional<Node.Loop> loop(@Nullable String variable) {
            return statement.loops().stream()
                    .filter(l -> l.variable().equals(variable))
                    .findFirst();
        }

        boolean mentionsAlong(Affine index) {
            return update.along() != null && index.variables().contains(update.along());
        }

        /** Whether the access has the loop of the threads as a subscript. */
        public boolean isAlong(Access access) {
            return access.indices().stream().anyMatch(this::mentionsAlong);
        }
    }

    public ColumnPlaces {
        columns = List.copyOf(columns);
        told = List.copyOf(told);
    }

    /** The column array of that name, or null. */
    public @Nullable Column column(String array) {
        return columns.stream().filter(c -> c.array().equals(array)).findFirst().orElse(null);
    }

    /** The statements of a step. */
    public static List<Part> parts(LoopNest nest, OwnedColumns owned, String step) {
        return owned.updates().stream()
                .map(u -> new Part(nest.statement(u.statement()), u, u.column().equals(step)))
                .toList();
    }

    /** The arrays that the steps write. */
    public static Set<String> written(List<Part> parts) {
        return parts.stream()
                .map(p -> p.statement().statement().target().array())
                .collect(Collectors.toSet());
    }

    /**
     * The places of a loop's columns; empty where an access is of no form that has one.
     *
     * @param step variable of the loop
     */
    public static Optional<ColumnPlaces> of(LoopNest nest, OwnedColumns owned, String step) {
        List<Part> parts = parts(nest, owned, step);
        List<Column> columns = new ArrayList<>();
        List<Element> told = new ArrayList<>();
        for (String array : written(parts)) {
            boolean along = parts.stream().anyMatch(p -> accesses(p, array).anyMatch(p::isAlong));
            if (!along) {
                Optional<List<Element>> values = values(parts, array);
                if (values.isEmpty()) {
                    return Optional.empty();
                }
                told.addAll(values.get());
            } else {
                Optional<Column> column = column(parts, array, step);
                if (column.isEmpty() || !column.get().kept() && !isWrittenFirst(parts, array)) {
                    return Optional.empty();
                }
                columns.add(column.get());
            }
        }
        boolean reductions = parts.stream()
                .filter(p -> p.update().joins() != null)
                .allMatch(p -> columns.stream()
                        .noneMatch(c -> c.array()
                                .equals(p.statement().statement().target().array())));
        columns.sort(Comparator.comparing(Column::array));
        return reductions && columns.stream().anyMatch(Column::kept)
                ? Optional.of(new ColumnPlaces(columns, told))
                : Optional.empty();
    }

    private static Stream<Access> accesses(Part part, String array) {
        return part.statement().statement().accesses().stream()
                .filter(a -> a.array().equals(array));
    }

    /** Elements of an array of values that are told; empty where a step has several elements of it for a column, of which it writes one. */
    private static Optional<List<Element>> values(List<Part> parts, String array) {
        for (boolean pivot : List.of(true, false)) {
            List<List<Affine>> own = parts.stream()
                    .filter(p -> p.pivot() == pivot)
                    .flatMap(p -> accesses(p, array).filter(a -> pivot || ofColumn(p, a)))
                    .map(Access::indices)
                    .distinct()
                    .toList();
            if (own.size() > 1) {
                return Optional.empty();
            }
        }
        List<List<Affine>> pivots = parts.stream()
                .filter(Part::pivot)
                .flatMap(p -> accesses(p, array))
                .map(Access::indices)
                .distinct()
                .toList();
        List<List<Affine>> told = parts.stream()
                .filter(p -> !p.pivot())
                .flatMap(p -> accesses(p, array).filter(a -> !ofColumn(p, a)))
                .map(Access::indices)
                .distinct()
                .toList();
        return pivots.containsAll(told)
                ? Optional.of(told.stream().map(t -> new Element(array, t)).toList())
                : Optional.empty();
    }

    private static boolean ofColumn(Part part, Access access) {
        return access.indices().stream()
                .anyMatch(i -> i.variables().contains(part.update().column()));
    }

    private static Optional<Column> column(List<Part> parts, String array, String step) {
        for (int along = 0; along < 2; along++) {
            boolean kept = false;
            boolean told = false;
            boolean fits = true;
            for (Part part : parts) {
                for (Access access : accesses(part, array).toList()) {
                    if (access.indices().size() != 2) {
                        return Optional.empty();
                    }
                    Affine row = access.indices().get(along);
                    Affine column = access.indices().get(1 - along);
                    boolean own = column.equals(Affine.variable(part.update().column()));
                    boolean ofPivot = !part.pivot() && column.equals(Affine.variable(step));
                    boolean aligned = part.update().along() != null
                            && row.equals(Affine.variable(part.update().along()));
                    boolean fixed = !part.mentionsAlong(row)
                            && row.variables().stream()
                                    .noneMatch(v -> !part.pivot()
                                            && v.equals(part.update().column()));
                    fits &= own && (aligned || fixed) || ofPivot && aligned;
                    kept |= own && !part.pivot();
                    told |= ofPivot;
                }
            }
            if (fits) {
                return Optional.of(new Column(array, along, kept, told));
            }
        }
        return Optional.empty();
    }

    /** Whether a pivot writes all of its column that is read, in the statement that names it first. */
    private static boolean isWrittenFirst(List<Part> parts, String array) {
        List<Part> naming = parts.stream()
                .filter(p -> accesses(p, array).findAny().isPresent())
                .toList();
        Part first = naming.getFirst();
        boolean writes = first.pivot()
                && first.statement().statement().target().array().equals(array)
                && first.statement().statement().value().reads().stream()
                        .noneMatch(r -> r.array().equals(array));
        return writes
                && naming.stream()
                        .allMatch(p -> accesses(p, array).allMatch(p::isAlong)
                                && Objects.equals(
                                        p.along().map(Node.Loop::lower),
                                        first.along().map(Node.Loop::lower))
                                && Objects.equals(
                                        p.along().map(Node.Loop::upper),
                                        first.along().map(Node.Loop::upper)));
    }
}
