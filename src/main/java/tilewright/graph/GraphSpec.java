package tilewright.graph;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;

/**
 * What {@code --graph} says: {@code rmat:scale=20,degree=16,seed=1,symmetric,dedupe}, or {@code FILE}, or {@code
 * FILE:symmetric,dedupe}.
 *
 * <p>Generators: {@code rmat}, {@code kronecker} (the same, every tuple in both directions, as Graph500 has it) and {@code
 * uniform} with {@code scale}, {@code degree} (16), {@code seed} (1); {@code grid} with {@code rows}, {@code columns}; {@code
 * path}, {@code star} and {@code complete} with {@code n}. Options of all: {@code symmetric}, {@code dedupe}, {@code noloops},
 * {@code drop-isolated}, and {@code weights=real} or {@code weights=1..255}.
 */
public final class GraphSpec {
    private static final Set<String> RANDOM = Set.of("rmat", "kronecker", "uniform");
    private static final Set<String> SIZED = Set.of("path", "star", "complete");
    private static final Set<String> FLAGS = Set.of("symmetric", "dedupe", "noloops", "drop-isolated");
    private static final int LARGEST_SCALE = 30;

    private final String text;
    private final String kind;
    private final Map<String, String> options;

    private GraphSpec(String text, String kind, Map<String, String> options) {
        this.text = text;
        this.kind = kind;
        this.options = options;
    }

    /**
     * Reads the text.
     *
     * @throws UserError where an option is unknown, missing or has no such value
     */
    public static GraphSpec parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        if (known(kind).isEmpty()) {
            int last = text.lastIndexOf(':');
            boolean whole = last < 0 || Files.exists(Path.of(text));
            kind = whole ? text : text.substring(0, last);
            rest = whole ? "" : text.substring(last + 1);
        }
        Map<String, String> options = new HashMap<>();
        for (String option : rest.isEmpty() ? new String[0] : rest.split(",", -1)) {
            int equals = option.indexOf('=');
            String name =
                    (equals < 0 ? option : option.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            if (options.put(name, equals < 0 ? "" : option.substring(equals + 1).strip()) != null) {
                throw UserError.badInput("--graph " + text + ": '" + name + "' is given twice");
            }
        }
        GraphSpec spec = new GraphSpec(text, kind, options);
        spec.refuseUnknown();
        return spec;
    }

    private static Set<String> known(String kind) {
        if (RANDOM.contains(kind)) {
            return Set.of("scale", "degree", "seed");
        }
        if (SIZED.contains(kind)) {
            return Set.of("n", "seed");
        }
        return kind.equals("grid") ? Set.of("rows", "columns", "seed") : Set.of();
    }

    private void refuseUnknown() {
        if (known(kind).isEmpty() && Files.isDirectory(Path.of(kind))) {
            throw fault("'" + kind + "' is a directory; give a file");
        }
        if (known(kind).isEmpty() && kind.matches("\\w*") && !Files.exists(Path.of(kind))) {
            throw fault("'" + kind
                    + "' is no file, and no kind of graph that is made here: those are rmat, kronecker, uniform,"
                    + " grid, path, star and complete");
        }
        Set<String> allowed = new TreeSet<>(known(kind));
        allowed.addAll(FLAGS);
        allowed.add("weights");
        allowed.add("seed");
        for (Map.Entry<String, String> option : options.entrySet()) {
            if (!allowed.contains(option.getKey())) {
                throw fault("there is no option '" + option.getKey() + "' of " + kind + "; there are "
                        + String.join(", ", allowed));
            }
            if (FLAGS.contains(option.getKey()) != option.getValue().isEmpty()) {
                throw fault("'" + option.getKey() + "' is written "
                        + (FLAGS.contains(option.getKey()) ? "without a value" : option.getKey() + "=VALUE"));
            }
        }
    }

    /** What is changed of the graph before it is used. */
    public Preprocessing preprocessing() {
        return new Preprocessing(
                options.containsKey("symmetric") || kind.equals("kronecker"),
                options.containsKey("dedupe"),
                options.containsKey("noloops"),
                options.containsKey("drop-isolated"));
    }

    /**
     * The arcs.
     *
     * @param integerWeights what weights are where the text does not say: integers 1 .. 255, else reals in (0,1)
     * @throws UserError where a size is missing or too large, or a file is damaged
     */
    public ArcSource source(boolean integerWeights) {
        Weights given = weights();
        long seed = number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
        Weights made =
                given != null ? given : integerWeights ? new Weights.Hashed(seed, 1, 255) : Weights.Hashed.reals(seed);
        if (RANDOM.contains(kind)) {
            int scale = (int) required("scale", 0, LARGEST_SCALE);
            int degree = (int) number("degree", 16, 0, 1 << 20);
            return new RandomArcs(kind, scale, degree, seed, kind.equals("uniform"), made);
        }
        if (kind.equals("grid")) {
            int columns = (int) required("columns", 1, TupleList.MOST);
            int rows = (int) required("rows", 1, TupleList.MOST);
            if ((long) rows * columns >= TupleList.MOST) {
                throw fault("rows times columns is beyond " + TupleList.MOST);
            }
            return new RegularArcs(RegularArcs.Shape.GRID, rows * columns, columns, made);
        }
        if (SIZED.contains(kind)) {
            int n = (int) required("n", 1, TupleList.MOST - 1);
            return new RegularArcs(RegularArcs.Shape.valueOf(kind.toUpperCase(Locale.ROOT)), n, 1, made);
        }
        TupleList file = GraphFiles.read(Path.of(kind));
        boolean bare = file.weights() instanceof Weights.None || given != null;
        return bare ? new Reweighted(file, made) : file;
    }

    private @Nullable Weights weights() {
        String value = options.get("weights");
        long seed = number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
        if (value == null) {
            return null;
        }
        if (value.equals("real")) {
            return Weights.Hashed.reals(seed);
        }
        int dots = value.indexOf("..");
        try {
            int low = Integer.parseInt(value.substring(0, Math.max(0, dots)));
            int high = Integer.parseInt(value.substring(dots + 2));
            if (low <= high) {
                return new Weights.Hashed(seed, low, high);
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw fault("weights are 'real' or a range of integers such as 1..255, not '" + value + "'");
    }

    private long required(String option, long least, long most) {
        if (!options.containsKey(option)) {
            throw fault("give " + option + "=VALUE, e.g. "
                    + (option.equals("scale") ? kind + ":scale=16" : option + "=100"));
        }
        return number(option, 0, least, most);
    }

    private long number(String option, long otherwise, long least, long most) {
        String value = options.get(option);
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw fault(option + " is a whole number " + least + " .. " + most + ", not '" + value + "'");
    }

    private UserError fault(String message) {
        return UserError.badInput("--graph " + text + ": " + message);
    }

    @Override
    public String toString() {
        return text;
    }

    /** Arcs of a file with weights that it does not have. */
    private record Reweighted(TupleList arcs, Weights weights) implements ArcSource {
        @Override
        public int vertices() {
            return arcs.vertices();
        }

        @Override
        public long tuples() {
            return arcs.tuples();
        }

        @Override
        public void forEach(long first, long last, Visitor visitor) {
            arcs.forEach(first, last, visitor);
        }

        @Override
        public boolean isSymmetric() {
            return arcs.isSymmetric();
        }

        @Override
        public String description() {
            return arcs.description();
        }
    }
}
