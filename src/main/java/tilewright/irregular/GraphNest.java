package tilewright.irregular;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.dependence.StatementLaws;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.GraphArrays;
import tilewright.model.Initializer;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.Property;
import tilewright.model.Subscript;
import tilewright.model.UserError;

/** A nest that repeats one relaxation along the arcs of a graph, as schedules see it. */
public final class GraphNest {
    private final LoopNest nest;
    private final GraphArrays graph;
    private final StatementLaws laws;
    private final tilewright.dependence.Relaxation relaxation;
    private final List<Variable> inputs = new ArrayList<>();
    private final Variable from;

    private GraphNest(
            LoopNest nest, GraphArrays graph, StatementLaws laws, tilewright.dependence.Relaxation relaxation) {
        this.nest = nest;
        this.graph = graph;
        this.laws = laws;
        this.relaxation = relaxation;
        this.from = new Variable("from", type().promoted());
    }

    /**
     * The graph nest that a nest is.
     *
     * @throws UserError where it is none, with the reason and the line
     */
    public static GraphNest of(LoopNest nest) {
        GraphArrays graph = nest.indexFacts().graph();
        List<StatementLaws> laws = Laws.of(nest);
        if (graph == null) {
            throw refused(laws, "the nest has no graph line");
        }
        if (laws.size() != 1) {
            throw refused(laws, "it has " + laws.size() + " statements");
        }
        StatementLaws only = laws.getFirst();
        if (only.relaxation() == null || !only.hold(Law.CHAOTIC)) {
            String because = only.findings().isEmpty()
                    ? "it is not repeated"
                    : only.findings().getFirst().because();
            throw refused(laws, because);
        }
        GraphNest found = new GraphNest(nest, graph, only, only.relaxation());
        if (!found.alongArcs()) {
            throw refused(laws, "it does not go along arcs of " + graph.first() + " and " + graph.second());
        }
        if (found.type() == ScalarType.F16) {
            throw refused(
                    laws, "its values are " + nest.array(found.array()).type().notation());
        }
        found.value(only.relaxation().offer());
        return found;
    }

    private static UserError refused(List<StatementLaws> laws, String because) {
        return UserError.badInput(laws.getFirst().statement().position()
                + ": error: schedules are made for one relaxation along the arcs of a graph, repeated until nothing"
                + " changes: "
                + because + ". 'run' executes this nest as sequential C");
    }

    /** The nest. */
    public LoopNest nest() {
        return nest;
    }

    /** The array of values. */
    public String array() {
        return relaxation.array();
    }

    private ScalarType type() {
        return ScalarType.of(nest.array(relaxation.array()).type());
    }

    private boolean least() {
        return relaxation.operator().takesLesser();
    }

    /** Whether arcs stand in rows: the first array of the graph line has pointers. */
    private boolean hasPointers() {
        return GraphArrays.arePointers(nest.array(graph.first()), nest.array(graph.second()));
    }

    /** x(head) is made of x(tail): in coordinates both are loaded, in rows the tail is the row. */
    private boolean alongArcs() {
        if (relaxation.reads().size() != 1 || !isLoaded(relaxation.target(), graph.second())) {
            return false;
        }
        Access read = relaxation.reads().getFirst();
        return hasPointers() ? read.isAffine() && read.subscripts().size() == 1 : isLoaded(read, graph.first());
    }

    private static boolean isLoaded(Access access, String array) {
        if (access.subscripts().size() != 1
                || !(access.subscripts().getFirst() instanceof Subscript.LoadedSubscript s)) {
            return false;
        }
        Load load = s.loads().getFirst();
        boolean plain = s.loads().size() == 1 && s.form().equals(load.variable());
        return plain
                && load.array().equals(array)
                && load.subscripts().stream().allMatch(Subscript.AffineSubscript.class::isInstance);
    }

    /** What an arc offers, over {@link #from} and the arrays of arcs. */
    private tilewright.kernel.Expression value(Expression offer) {
        return switch (offer) {
            case Expression.Read r when r.access().array().equals(relaxation.array()) -> from.read();
            case Expression.Read r when r.access().array().equals(graph.weights()) -> input().read();
            case Expression.IntegerLiteral l -> number(l.value());
            case Expression.RealLiteral l -> new tilewright.kernel.Expression.RealLiteral(type(), l.cText());
            case Expression.Apply(Operator operator, List<Expression> operands)
            when operands.size() == 2 -> combined(operator, value(operands.getFirst()), value(operands.getLast()));
            case Expression.Read _, Expression.Apply _, Expression.LogicalLiteral _, Expression.IndexValue _ ->
                throw refused(List.of(laws), "arcs offer " + offer);
        };
    }

    private tilewright.kernel.Expression number(long value) {
        return type().isFloating()
                ? new tilewright.kernel.Expression.RealLiteral(type(), value + ".0")
                : Expressions.integer(value);
    }

    private tilewright.kernel.Expression combined(
            Operator operator, tilewright.kernel.Expression left, tilewright.kernel.Expression right) {
        ScalarType type = type().promoted();
        return switch (operator) {
            case ADD -> Expressions.binary(Infix.ADD, left, right);
            case MUL -> Expressions.binary(Infix.MUL, left, right);
            case MIN, AND -> Expressions.call(Intrinsic.MIN, type, left, right);
            case MAX, OR -> Expressions.call(Intrinsic.MAX, type, left, right);
            case SUB, DIV, REMAINDER, MERGE, NEG, ABS, NOT, EQ, NE, LT, LE, GT, GE, RANDOM ->
                throw refused(List.of(laws), "arcs offer " + relaxation.offer());
            case BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT ->
                throw refused(List.of(laws), "arcs offer " + relaxation.offer());
        };
    }

    private Variable input() {
        DataType declared = nest.array(Objects.requireNonNull(graph.weights())).type();
        Variable weight = new Variable(Objects.requireNonNull(graph.weights()), ScalarType.of(declared));
        if (weight.type().bytes() != Integer.BYTES || weight.type().isFloating() != type().isFloating()) {
            throw refused(List.of(laws), "weights are " + declared.notation() + " and values " + type().notation());
        }
        if (!inputs.contains(weight)) {
            inputs.add(weight);
        }
        return weight;
    }

    /**
     * The relaxation and its laws on given data.
     *
     * @param symmetric whether the graph is known to be, for other reasons than the nest's own declarations
     */
    public Fixpoint fixpoint(Data data, boolean symmetric) {
        List<String> ends = List.of(graph.first(), graph.second());
        boolean declared = nest.indexFacts().properties().stream()
                .anyMatch(p -> p.kind() == Property.Kind.SYMMETRIC
                        && p.arrays().subList(0, 2).equals(ends));
        tilewright.kernel.Expression offered = value(relaxation.offer());
        boolean window = laws.hold(Law.WINDOW);
        Relaxation made = new Relaxation(type(), least(), from, inputs, offered, !type().isFloating() || window);
        return new Fixpoint(made, neutral(data.array(array())), symmetric || declared, window, laws.hold(Law.LEVELS));
    }

    /** The worst value of any vertex: what most of them have at the start. */
    private long neutral(ArrayData values) {
        double worst = values.size() == 0 ? 0 : values.valueAt(0);
        for (int v = 1; v < values.size(); v++) {
            worst = least() ? Math.max(worst, values.valueAt(v)) : Math.min(worst, values.valueAt(v));
        }
        return bits(values, worst);
    }

    private static int bits(ArrayData array, double value) {
        return array.declaration().type() == DataType.REAL ? Float.floatToRawIntBits((float) value + 0f) : (int) value;
    }

    /** Vertices that have a better value than the others at the start. */
    public Start start(Data data, Fixpoint fixpoint) {
        ArrayData values = data.array(array());
        int[] vertices = new int[values.size()];
        int[] bits = new int[values.size()];
        int count = 0;
        for (int v = 0; v < vertices.length; v++) {
            int own = bits(values, values.valueAt(v));
            if (own != (int) fixpoint.neutral()) {
                vertices[count] = v;
                bits[count++] = own;
            }
        }
        return new Start(java.util.Arrays.copyOf(vertices, count), java.util.Arrays.copyOf(bits, count));
    }

    /** The parameter that says where it starts: {@code init x(v) = merge(.., .., v == root)}; null where there is none. */
    public @Nullable String root() {
        for (Initializer init : nest.initializers()) {
            Initializer.Start start = init.array().equals(array()) ? init.start(nest.parameters()) : null;
            if (start != null) {
                return start.parameter();
            }
        }
        return null;
    }

    /** The arcs, in rows by tail; the order of arcs within a row is that of the data. */
    public Arcs arcs(Map<String, Long> sizes, Data data) {
        ArrayData values = data.array(array());
        int base = Math.toIntExact(values.lower()[0]);
        int n = values.size();
        int[] seconds = (int[]) data.array(graph.second()).elements();
        int[] weights = inputs.isEmpty() ? null : bits(data.array(Objects.requireNonNull(graph.weights())));
        int[] firsts = (int[]) data.array(graph.first()).elements();
        if (hasPointers()) {
            int[] rows = new int[n + 1];
            for (int v = 0; v <= n; v++) {
                rows[v] = firsts[v] - firsts[0];
            }
            return new Arcs(rows, shifted(seconds, base), weights);
        }
        return byTail(firsts, seconds, weights, base, n);
    }

    private static Arcs byTail(int[] tails, int[] heads, int @Nullable [] weights, int base, int n) {
        int[] first = new int[n + 1];
        boolean sorted = true;
        for (int a = 0; a < tails.length; a++) {
            first[tails[a] - base + 1]++;
            sorted &= a == 0 || tails[a - 1] <= tails[a];
        }
        for (int v = 0; v < n; v++) {
            first[v + 1] += first[v];
        }
        if (sorted) {
            return new Arcs(first, shifted(heads, base), weights);
        }
        int[] next = first.clone();
        int[] ordered = new int[heads.length];
        int[] own = weights == null ? null : new int[heads.length];
        for (int a = 0; a < tails.length; a++) {
            int place = next[tails[a] - base]++;
            ordered[place] = heads[a] - base;
            if (own != null && weights != null) {
                own[place] = weights[a];
            }
        }
        return new Arcs(first, ordered, own);
    }

    private static int[] shifted(int[] numbers, int by) {
        int[] moved = numbers.clone();
        java.util.Arrays.parallelSetAll(moved, a -> numbers[a] - by);
        return moved;
    }

    private static int[] bits(ArrayData weights) {
        return switch (weights.elements()) {
            case int[] whole -> whole;
            case float[] real -> {
                int[] bits = new int[real.length];
                java.util.Arrays.parallelSetAll(bits, a -> Float.floatToRawIntBits(real[a] + 0f));
                yield bits;
            }
            default -> throw new IllegalArgumentException("weights of " + weights.declaration());
        };
    }
}
