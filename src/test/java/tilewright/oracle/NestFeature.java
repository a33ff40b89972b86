package tilewright.oracle;

import java.util.Collections;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/** What random nests are to have, so that a test can count how many of them had it. */
public enum NestFeature {
    /** The bounds of a loop name another one. */
    TRIANGULAR(ofSomeStatement(s -> s.loops().stream()
            .flatMap(l -> Stream.of(l.lower(), l.upper()))
            .anyMatch(bound -> !Collections.disjoint(bound.variables(), s.loopVariables())))),
    /** Iterations of a statement are chosen by a condition on loop numbers and sizes. */
    GUARDED(ofSomeStatement(s -> !s.guards().isEmpty())),
    STRIDED(inSomeLoop(l -> Math.abs(l.step()) > 1)),
    REVERSED(inSomeLoop(l -> l.step() < 0)),
    /** A statement computes with the number of a loop. */
    LOOP_NUMBER_AS_VALUE(ofSomeStatement(s -> hasLoopNumber(s.statement().value()))),
    SEVERAL_ARRAYS(nest -> accesses(nest).map(Access::array).distinct().count() > 1),
    SEVERAL_TYPES(nest -> types(nest).distinct().count() > 1),
    /** Values pass through an array or scalar of the nest's own. */
    LOCAL(nest -> nest.arrays().stream().anyMatch(ArrayDeclaration::local)),
    /** Statements that do not all stand in the same loops. */
    IMPERFECT(nest ->
            nest.statements().stream().map(PlacedStatement::loops).distinct().count() > 1);

    private final Predicate<LoopNest> definition;

    NestFeature(Predicate<LoopNest> definition) {
        this.definition = definition;
    }

    public boolean isIn(LoopNest nest) {
        return definition.test(nest);
    }

    private static Predicate<LoopNest> ofSomeStatement(Predicate<PlacedStatement> property) {
        return nest -> nest.statements().stream().anyMatch(property);
    }

    private static Predicate<LoopNest> inSomeLoop(Predicate<Node.Loop> property) {
        return ofSomeStatement(s -> s.loops().stream().anyMatch(property));
    }

    private static Stream<Access> accesses(LoopNest nest) {
        return nest.statements().stream().flatMap(s -> s.statement().accesses().stream());
    }

    private static Stream<DataType> types(LoopNest nest) {
        return accesses(nest).map(a -> nest.array(a.array()).type());
    }

    private static boolean hasLoopNumber(Expression value) {
        return switch (value) {
            case Expression.IndexValue _ -> true;
            case Expression.Apply a -> a.operands().stream().anyMatch(NestFeature::hasLoopNumber);
            case Expression.Read _,
                    Expression.RealLiteral _,
                    Expression.IntegerLiteral _,
                    Expression.LogicalLiteral _ -> false;
        };
    }
}
