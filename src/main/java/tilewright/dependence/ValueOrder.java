package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Expression;
import tilewright.model.Expression.Apply;
import tilewright.model.Expression.Read;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * On which iterations the parts of a statement's right-hand side compare with x, the value that its target holds
 * before. Everything follows from algebra on the expression, from the iterations on which two accesses meet the same
 * element, and from declared bounds. Logical values are ordered false &lt; true: {@code and} is min, {@code or} is max.
 */
final class ValueOrder {
    private final NestRelations nest;
    private final DeclaredFacts facts;
    private final PlacedStatement placed;
    private final Set iterations;
    private final Access target;

    /** Compares on the given iterations of a statement, which need not be its domain. */
    ValueOrder(NestRelations nest, DeclaredFacts facts, PlacedStatement placed, Set iterations) {
        this(nest, facts, placed, iterations, placed.statement().target());
    }

    /** @param target whose value x is, as the statement finds it */
    private ValueOrder(NestRelations nest, DeclaredFacts facts, PlacedStatement placed, Set iterations, Access target) {
        this.nest = nest;
        this.facts = facts;
        this.placed = placed;
        this.iterations = iterations;
        this.target = target;
    }

    /** Where the expression is x. Sums and products are not looked into. */
    List<Proof> equal(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> sameElement(access);
            case Apply(Operator operator, List<Expression> o)
            when isMeet(operator) -> eitherOrder(o, this::equal, this::atLeast);
            case Apply(Operator operator, List<Expression> o)
            when isJoin(operator) -> eitherOrder(o, this::equal, this::atMost);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.BIT_AND -> eitherOrder(o, this::equal, this::hasBits);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.BIT_OR -> eitherOrder(o, this::equal, this::hasNoOthers);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.MERGE ->
                Proof.both(equal(o.get(1)), Proof.either(equal(o.get(0)), never(o.get(2))));
            case Apply _, Expression.Leaf _ -> List.of();
        };
    }

    /** Where a condition does not hold: {@code e < y} for e >= y. */
    private List<Proof> never(Expression condition) {
        return switch (condition) {
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.LT -> inOrder(o.get(1), o.get(0));
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.GT -> inOrder(o.get(0), o.get(1));
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.AND -> Proof.either(never(o.get(0)), never(o.get(1)));
            case Apply _, Read _, Expression.Leaf _ -> List.of();
        };
    }

    /** Where one value is at most another one. */
    private List<Proof> inOrder(Expression low, Expression high) {
        List<Proof> above = low instanceof Read(Access access) ? of(access).atLeast(high) : List.of();
        List<Proof> below = high instanceof Read(Access access) ? of(access).atMost(low) : List.of();
        return Proof.either(above, below);
    }

    /** The same for another element's value. */
    private ValueOrder of(Access access) {
        return new ValueOrder(nest, facts, placed, iterations, access);
    }

    /** Where the expression has all bits of x: another order than that of numbers, in which and is the meet, or the join. */
    private List<Proof> hasBits(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> sameElement(access);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.BIT_AND -> Proof.both(hasBits(o.get(0)), hasBits(o.get(1)));
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.BIT_OR -> Proof.either(hasBits(o.get(0)), hasBits(o.get(1)));
            case Apply _, Expression.Leaf _ -> List.of();
        };
    }

    /** Where x has all bits of the expression. */
    private List<Proof> hasNoOthers(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> sameElement(access);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.BIT_AND -> Proof.either(hasNoOthers(o.get(0)), hasNoOthers(o.get(1)));
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.BIT_OR -> Proof.both(hasNoOthers(o.get(0)), hasNoOthers(o.get(1)));
            case Apply _, Expression.Leaf _ -> List.of();
        };
    }

    /** Where the expression is at least x. */
    List<Proof> atLeast(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> sameElement(access);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.ADD -> eitherOrder(o, this::atLeast, this::nonNegative);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.SUB -> Proof.both(atLeast(o.get(0)), nonPositive(o.get(1)));
            case Apply(Operator operator, List<Expression> o)
            when isMeet(operator) -> Proof.both(atLeast(o.get(0)), atLeast(o.get(1)));
            case Apply(Operator operator, List<Expression> o)
            when isJoin(operator) -> Proof.either(atLeast(o.get(0)), atLeast(o.get(1)));
            case Apply _, Expression.Leaf _ -> List.of();
        };
    }

    /** Where the expression is at most x. */
    List<Proof> atMost(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> sameElement(access);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.ADD -> eitherOrder(o, this::atMost, this::nonPositive);
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.SUB -> Proof.both(atMost(o.get(0)), nonNegative(o.get(1)));
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.MUL ->
                eitherOrder(o, e -> Proof.both(atMost(e), nonNegative(e)), this::inUnitInterval);
            case Apply(Operator operator, List<Expression> o)
            when isMeet(operator) -> Proof.either(atMost(o.get(0)), atMost(o.get(1)));
            case Apply(Operator operator, List<Expression> o)
            when isJoin(operator) -> Proof.both(atMost(o.get(0)), atMost(o.get(1)));
            case Apply _, Expression.Leaf _ -> List.of();
        };
    }

    private List<Proof> nonNegative(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> declared(access, facts.atLeast(access.array(), 0));
            case Apply(Operator operator, List<Expression> o) ->
                switch (operator) {
                    case ABS -> everywhere();
                    case NEG -> nonPositive(o.get(0));
                    case ADD, MUL, MIN -> Proof.both(nonNegative(o.get(0)), nonNegative(o.get(1)));
                    case SUB -> Proof.both(nonNegative(o.get(0)), nonPositive(o.get(1)));
                    case MAX -> Proof.either(nonNegative(o.get(0)), nonNegative(o.get(1)));
                    default -> List.of();
                };
            case Apply(MathFunction function, List<Expression> o) ->
                switch (function.range()) {
                    case NON_NEGATIVE -> everywhere();
                    case SIGN_OF_FIRST -> nonNegative(o.getFirst());
                    case ANY, UNIT -> List.of();
                };
            case Apply _, Expression.Leaf _ -> literal(expression, v -> v >= 0);
        };
    }

    private List<Proof> nonPositive(Expression expression) {
        return switch (expression) {
            case Read(Access access) -> declared(access, facts.atMost(access.array(), 0));
            case Apply(Operator operator, List<Expression> o) ->
                switch (operator) {
                    case NEG -> nonNegative(o.get(0));
                    case ADD, MAX -> Proof.both(nonPositive(o.get(0)), nonPositive(o.get(1)));
                    case SUB -> Proof.both(nonPositive(o.get(0)), nonNegative(o.get(1)));
                    case MIN -> Proof.either(nonPositive(o.get(0)), nonPositive(o.get(1)));
                    default -> List.of();
                };
            case Apply _, Expression.Leaf _ -> literal(expression, v -> v <= 0);
        };
    }

    private List<Proof> inUnitInterval(Expression expression) {
        return switch (expression) {
            case Read(Access access) ->
                Proof.both(
                        declared(access, facts.atLeast(access.array(), 0)),
                        declared(access, facts.atMost(access.array(), 1)));
            case Apply(Operator operator, List<Expression> o)
            when operator == Operator.MUL -> Proof.both(inUnitInterval(o.get(0)), inUnitInterval(o.get(1)));
            case Apply _, Expression.Leaf _ -> literal(expression, v -> v >= 0 && v <= 1);
        };
    }

    private static boolean isMeet(Operator operator) {
        return operator.takesLesser();
    }

    private static boolean isJoin(Operator operator) {
        return operator == Operator.MAX || operator == Operator.OR;
    }

    private static List<Proof> eitherOrder(
            List<Expression> operands, Function<Expression, List<Proof>> one, Function<Expression, List<Proof>> other) {
        Expression left = operands.get(0);
        Expression right = operands.get(1);
        return Proof.either(
                Proof.both(one.apply(left), other.apply(right)), Proof.both(one.apply(right), other.apply(left)));
    }

    private List<Proof> everywhere() {
        return Proof.on(iterations);
    }

    private List<Proof> literal(Expression expression, DoublePredicate test) {
        Double value = expression.literal();
        return value != null && test.test(value) ? everywhere() : List.of();
    }

    private List<Proof> sameElement(Access access) {
        if (!access.array().equals(target.array())) {
            return List.of();
        }
        if (access.subscripts().equals(target.subscripts())) {
            return everywhere();
        }
        Set where = elementOf(access).intersect(elementOf(target)).domain().intersect(iterations);
        return Proof.on(where, access + " is the element " + target + " itself");
    }

    private List<Proof> declared(Access access, List<DeclaredFacts.Fact> bounds) {
        List<Proof> proofs = new ArrayList<>();
        for (DeclaredFacts.Fact fact : bounds) {
            Set where =
                    elementOf(access).intersectRange(fact.elements()).domain().intersect(iterations);
            proofs.addAll(Proof.on(where, access + " is bounded by the assumption " + fact.text()));
        }
        return proofs;
    }

    /** The element an access meets, without bounds on the iteration. */
    private Map elementOf(Access access) {
        return Map.parse(
                nest.context(),
                nest.parameters() + SetNotation.map(SetNotation.tuple(placed), access.array(), access.indices()));
    }
}
