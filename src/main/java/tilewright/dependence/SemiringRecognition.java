package tilewright.dependence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.Expression.Apply;
import tilewright.model.Expression.Read;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Recognises the elimination step of an idempotent closed semiring, c(i,j) = c(i,j) (+) (c(i,k) (x) c(k,j)), by algebra:
 * the shape of the expression, k outside of i and j, these over all values of k (silent iterations may be missing), and the
 * declared bounds that the law needs (theory.md section 5). There may be other loops, of a <em>batch</em>: their variables are subscripts of all
 * accesses alike, as b is in c(b,i,j) = c(b,i,j) (+) (c(b,i,k) (x) c(b,k,j)), so that each of their iterations is a step of its own.
 */
final class SemiringRecognition {
    /** Ends names that no nest has. */
    private static final String UNUSED = "_x";

    private final NestRelations nest;
    private final SilentWriteProver prover;
    private final List<ClosedSemiring> facts;

    SemiringRecognition(NestRelations nest, SilentWriteProver prover) {
        this.nest = nest;
        this.prover = prover;
        this.facts = nest.statements().stream().flatMap(s -> fact(s).stream()).toList();
    }

    /** What the data must satisfy for a semiring to be closed. */
    private enum Need {
        NOTHING,
        DIAGONAL_NONNEGATIVE,
        DIAGONAL_NONPOSITIVE,
        FACTORS_IN_UNIT_INTERVAL
    }

    /**
     * An expression of the right shape.
     *
     * @param kij the loops that play k, i and j
     * @param subscripts of the target: i, j, and the loops of the batch
     */
    private record Shape(Operator plus, Operator times, String array, List<String> kij, List<String> subscripts) {
        /** The loops of the batch, in the order of the subscripts. */
        List<String> batch() {
            return subscripts.stream().filter(v -> !kij.contains(v)).toList();
        }

        /** Subscripts with other names for i and j. */
        String element(String row, String column) {
            return subscripts.stream()
                    .map(v -> v.equals(kij.get(1)) ? row : v.equals(kij.get(2)) ? column : v)
                    .collect(Collectors.joining(","));
        }
    }

    /** The statements that are closed-semiring steps. */
    List<ClosedSemiring> facts() {
        return facts;
    }

    private Optional<ClosedSemiring> fact(StatementRelations statement) {
        Shape shape = shape(statement.placed());
        if (shape == null || !coversCube(statement, shape)) {
            return Optional.empty();
        }
        Need need = Objects.requireNonNull(need(shape.plus, shape.times));
        Set range = rangeOf(statement, shape, shape.kij.getFirst());
        return assumptions(shape, need, range)
                .map(used -> new ClosedSemiring(
                        statement.id(), shape.plus, shape.times, shape.kij, rule(shape, used), used));
    }

    /**
     * For people: which assumption would make a statement of the right shape a closed-semiring step; empty where the
     * shape is wrong or nothing is missing.
     */
    Optional<String> missingAssumption(StatementRelations statement) {
        Shape shape = shape(statement.placed());
        if (shape == null || !coversCube(statement, shape) || fact(statement).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (Objects.requireNonNull(need(shape.plus, shape.times))) {
                    case NOTHING -> "";
                    case DIAGONAL_NONNEGATIVE -> "assume " + shape.array + "(" + shape.element("k", "k") + ") >= 0";
                    case DIAGONAL_NONPOSITIVE -> "assume " + shape.array + "(" + shape.element("k", "k") + ") <= 0";
                    case FACTORS_IN_UNIT_INTERVAL ->
                        "assume " + shape.array + "(" + shape.element("i", "j") + ") >= 0 .and. " + shape.array + "("
                                + shape.element("i", "j") + ") <= 1";
                });
    }

    private static @Nullable Need need(Operator plus, Operator times) {
        return switch (plus) {
            case MIN -> times == Operator.ADD ? Need.DIAGONAL_NONNEGATIVE : times == Operator.MAX ? Need.NOTHING : null;
            case MAX ->
                switch (times) {
                    case MIN -> Need.NOTHING;
                    case ADD -> Need.DIAGONAL_NONPOSITIVE;
                    case MUL -> Need.FACTORS_IN_UNIT_INTERVAL;
                    default -> null;
                };
            case OR -> times == Operator.AND ? Need.NOTHING : null;
            case AND -> times == Operator.OR ? Need.NOTHING : null;
            case BIT_OR -> times == Operator.BIT_AND ? Need.NOTHING : null;
            case BIT_AND -> times == Operator.BIT_OR ? Need.NOTHING : null;
            default -> null;
        };
    }

    private static @Nullable Shape shape(PlacedStatement placed) {
        if (!(placed.statement().value() instanceof Apply(Operator plus, List<Expression> sum)) || sum.size() != 2) {
            return null;
        }
        Access target = placed.statement().target();
        Expression product = isElement(sum.get(0), target) ? sum.get(1) : sum.get(0);
        Expression kept = isElement(sum.get(0), target) ? sum.get(0) : sum.get(1);
        if (!isElement(kept, target)
                || !(product instanceof Apply(Operator times, List<Expression> factors))
                || factors.size() != 2
                || need(plus, times) == null
                || placed.loops().stream().anyMatch(l -> l.step() != 1)) {
            return null;
        }
        List<String> subscripts = loopVariables(target);
        int row = differing(factors.get(1), target);
        int column = differing(factors.get(0), target);
        if (row > column) {
            int other = row;
            row = column;
            column = other;
        }
        java.util.Set<String> used = new HashSet<>(subscripts);
        if (row < 0 || row == column || used.size() < subscripts.size()) {
            return null;
        }
        Optional<String> k = pivot(target, row, column, factors.get(0), factors.get(1));
        List<String> loops = placed.loopVariables();
        if (k.isEmpty() || !used.add(k.get()) || loops.size() != used.size() || !used.containsAll(loops)) {
            return null;
        }
        List<String> kij = List.of(k.get(), subscripts.get(row), subscripts.get(column));
        boolean outside = kij.stream().allMatch(l -> loops.indexOf(k.get()) <= loops.indexOf(l));
        return outside ? new Shape(plus, times, target.array(), kij, subscripts) : null;
    }

    private static boolean isElement(Expression expression, Access target) {
        return expression instanceof Read(Access access)
                && access.array().equals(target.array())
                && access.subscripts().equals(target.subscripts());
    }

    /** The one subscript in which a factor is another element of the target's array; -1 where that is none, or not one. */
    private static int differing(Expression factor, Access target) {
        if (!(factor instanceof Read(Access read)) || !read.array().equals(target.array())) {
            return -1;
        }
        int found = -1;
        for (int d = 0; d < target.subscripts().size(); d++) {
            if (!read.subscripts().get(d).equals(target.subscripts().get(d))) {
                if (found >= 0) {
                    return -1;
                }
                found = d;
            }
        }
        return found;
    }

    /** The k that stands for j in one factor, and for i in the other. */
    private static Optional<String> pivot(Access target, int row, int column, Expression first, Expression second) {
        int ofFirst = differing(first, target);
        int ofSecond = differing(second, target);
        String one = loopVariables(((Read) first).access()).get(ofFirst);
        String other = loopVariables(((Read) second).access()).get(ofSecond);
        boolean both = ofFirst + ofSecond == row + column && !one.isEmpty() && one.equals(other);
        return both ? Optional.of(one) : Optional.empty();
    }

    /** The variable that each subscript of an access consists of, or an empty name. */
    private static List<String> loopVariables(Access access) {
        return access.indices().stream()
                .map(i -> i instanceof Affine.Variable(String v) ? v : "")
                .toList();
    }

    /** Whether i and j run over all values of k, but for iterations that would be silent, in every iteration of the batch. */
    private boolean coversCube(StatementRelations statement, Shape shape) {
        Set range = rangeOf(statement, shape, shape.kij.getFirst());
        Set cube = shape.kij.stream()
                .map(loop -> range.apply(coordinate(statement, shape, loop).reverse()))
                .reduce(Set::intersect)
                .orElseThrow();
        if (!statement.domain().isSubset(cube)) {
            return false;
        }
        Set missing = cube.subtract(statement.domain());
        Set silent = DependenceAnalysis.silentOf(
                prover.silentWrites(statement.placed(), cube), statement.id(), statement.domain());
        return missing.isSubset(silent);
    }

    /** The values of a loop, {@code { [batch.., value] }}. */
    private Set rangeOf(StatementRelations statement, Shape shape, String loop) {
        return statement.domain().apply(coordinate(statement, shape, loop));
    }

    private Map coordinate(StatementRelations statement, Shape shape, String loop) {
        return Map.parse(
                nest.context(), "{ " + SetNotation.tuple(statement.placed()) + " -> [" + place(shape, loop) + "] }");
    }

    private static String place(Shape shape, String loop) {
        return Stream.concat(shape.batch().stream(), Stream.of(loop)).collect(Collectors.joining(", "));
    }

    /** The declared assumptions that meet a need, or empty where they do not. */
    private Optional<List<String>> assumptions(Shape shape, Need need, Set range) {
        DeclaredFacts facts = prover.facts();
        return switch (need) {
            case NOTHING -> Optional.of(List.of());
            case DIAGONAL_NONNEGATIVE -> covering(facts.atLeast(shape.array, 0), elements(shape, range, "k", "k"));
            case DIAGONAL_NONPOSITIVE -> covering(facts.atMost(shape.array, 0), elements(shape, range, "k", "k"));
            case FACTORS_IN_UNIT_INTERVAL -> {
                Set all = elements(shape, range, "k", "l");
                Optional<List<String>> lower = covering(facts.atLeast(shape.array, 0), all);
                Optional<List<String>> upper = covering(facts.atMost(shape.array, 1), all);
                yield lower.isEmpty() || upper.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Stream.concat(lower.get().stream(), upper.get().stream())
                                .distinct()
                                .toList());
            }
        };
    }

    private Set elements(Shape shape, Set range, String row, String column) {
        String k = "k" + UNUSED;
        String l = "l" + UNUSED;
        String equal = shape.batch().stream().map(b -> b + UNUSED + " = " + b).collect(Collectors.joining(" and "));
        String other = Stream.concat(shape.batch().stream().map(b -> b + UNUSED), Stream.of(l))
                .collect(Collectors.joining(", "));
        Map square = Map.parse(
                nest.context(),
                "{ [[" + place(shape, k) + "] -> [" + other + "]] -> " + shape.array + "["
                        + shape.element(row + UNUSED, column + UNUSED) + "]" + (equal.isEmpty() ? "" : " : " + equal)
                        + " }");
        return range.product(range).apply(square);
    }

    private static Optional<List<String>> covering(List<DeclaredFacts.Fact> facts, Set elements) {
        Set open = elements;
        List<String> used = new ArrayList<>();
        for (DeclaredFacts.Fact fact : facts) {
            Set rest = open.subtract(fact.elements());
            if (!rest.isEqual(open)) {
                used.add(fact.text());
                open = rest;
            }
        }
        return open.isEmpty() ? Optional.of(used) : Optional.empty();
    }

    private static String rule(Shape shape, List<String> used) {
        String given = used.isEmpty() ? "" : ", given " + String.join(" and ", used);
        return "(" + shape.plus.notation() + ", " + shape.times.notation() + ") is an idempotent closed semiring"
                + given
                + ": the blocks of a step run as diagonal, panels, rest (Venkataraman et al. 2003; Chowdhury and"
                + " Ramachandran, I-GEP)";
    }
}
