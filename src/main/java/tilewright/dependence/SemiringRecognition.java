package tilewright.dependence;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

/**
 * Recognises the elimination step of an idempotent closed semiring, c(i,j) = c(i,j) (+) (c(i,k) (x) c(k,j)), by algebra:
 * the shape of the expression, k outermost, i and j over all values of k (silent iterations may be missing), and the
 * declared bounds that the law needs (theory.md section 5).
 */
final class SemiringRecognition {
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

    /** An expression of the right shape: the loops that play k, i and j. */
    private record Shape(Operator plus, Operator times, String array, List<String> kij) {}

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
        Set range = rangeOf(statement, shape.kij.getFirst());
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
                    case DIAGONAL_NONNEGATIVE -> "assume " + shape.array + "(k,k) >= 0";
                    case DIAGONAL_NONPOSITIVE -> "assume " + shape.array + "(k,k) <= 0";
                    case FACTORS_IN_UNIT_INTERVAL ->
                        "assume " + shape.array + "(i,j) >= 0 .and. " + shape.array + "(i,j) <= 1";
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
        String i = loopVariable(target, 0);
        String j = loopVariable(target, 1);
        String k = pivot(target, i, j, factors.get(0), factors.get(1));
        k = k == null ? pivot(target, i, j, factors.get(1), factors.get(0)) : k;
        if (i == null || j == null || k == null) {
            return null;
        }
        List<String> loops = placed.loopVariables();
        boolean threeLoops =
                loops.size() == 3 && new LinkedHashSet<>(loops).equals(new LinkedHashSet<>(List.of(k, i, j)));
        return threeLoops && loops.getFirst().equals(k)
                ? new Shape(plus, times, target.array(), List.of(k, i, j))
                : null;
    }

    private static boolean isElement(Expression expression, Access target) {
        return expression instanceof Read(Access access)
                && access.array().equals(target.array())
                && access.subscripts().equals(target.subscripts());
    }

    /** The k of factors c(i,k) and c(k,j), or null. */
    private static @Nullable String pivot(
            Access target, @Nullable String i, @Nullable String j, Expression left, Expression right) {
        if (!(left instanceof Read(Access ik)) || !(right instanceof Read(Access kj))) {
            return null;
        }
        String k = loopVariable(ik, 1);
        boolean matches = ik.array().equals(target.array())
                && kj.array().equals(target.array())
                && i != null
                && i.equals(loopVariable(ik, 0))
                && k != null
                && k.equals(loopVariable(kj, 0))
                && j != null
                && j.equals(loopVariable(kj, 1));
        return matches ? k : null;
    }

    /** The variable that subscript {@code dimension} of a two-dimensional access consists of, or null. */
    private static @Nullable String loopVariable(Access access, int dimension) {
        return access.subscripts().size() == 2 && access.indices().get(dimension) instanceof Affine.Variable(String v)
                ? v
                : null;
    }

    /** Whether i and j run over all values of k, but for iterations that would be silent. */
    private boolean coversCube(StatementRelations statement, Shape shape) {
        Set range = rangeOf(statement, shape.kij.getFirst());
        Set cube = shape.kij.stream()
                .map(loop -> range.apply(coordinate(statement, loop).reverse()))
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

    private Set rangeOf(StatementRelations statement, String loop) {
        return statement.domain().apply(coordinate(statement, loop));
    }

    private Map coordinate(StatementRelations statement, String loop) {
        return Map.parse(
                nest.context(), "{ " + tilewright.model.SetNotation.tuple(statement.placed()) + " -> [" + loop + "] }");
    }

    /** The declared assumptions that meet a need, or empty where they do not. */
    private Optional<List<String>> assumptions(Shape shape, Need need, Set range) {
        DeclaredFacts facts = prover.facts();
        return switch (need) {
            case NOTHING -> Optional.of(List.of());
            case DIAGONAL_NONNEGATIVE -> covering(facts.atLeast(shape.array, 0), elements(shape, range, "k, k"));
            case DIAGONAL_NONPOSITIVE -> covering(facts.atMost(shape.array, 0), elements(shape, range, "k, k"));
            case FACTORS_IN_UNIT_INTERVAL -> {
                Set all = elements(shape, range, "k, l");
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

    private Set elements(Shape shape, Set range, String indices) {
        Map square = Map.parse(nest.context(), "{ [[k] -> [l]] -> " + shape.array + "[" + indices + "] }");
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
