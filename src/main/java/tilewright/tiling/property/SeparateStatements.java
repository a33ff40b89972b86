package tilewright.tiling.property;

import java.util.List;
import tilewright.model.Access;
import tilewright.model.Statement;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Whether the statements of a block do without each other: each keeps what it writes in registers of the thread that owns it, none takes
 * values that points hand out, and none has of its own what another one writes. Whatever else they read stays as it is while the block
 * runs. Each of them may then run for several iterations before the next one starts, and what improves one alone improves it beside
 * others. Lowering and the model of times ask here, each with what it knows of a block.
 *
 * <p>Example: {@code a(i,j) = a(i,j) - a(i,k) * b(k,j)} and {@code b(i,j) = b(i,j) - b(i,k) * a(k,j)} in blocks that contain neither row
 * nor column k. A single statement that exchanges nothing is separate.
 */
public final class SeparateStatements {
    /** Where a block has the value of a statement's access. */
    @FunctionalInterface
    public interface Place {
        Strategy strategy(Statement statement, Access access);
    }

    private SeparateStatements() {}

    public static boolean are(List<Statement> statements, Place place) {
        return statements.stream()
                .allMatch(s -> place.strategy(s, s.target()) == Strategy.OWN
                        && s.accesses().stream().allMatch(a -> switch (place.strategy(s, a)) {
                            case OWN ->
                                statements.stream()
                                        .noneMatch(o ->
                                                o != s && o.target().array().equals(a.array()));
                            case STAGED, DIRECT -> true;
                            case EXCHANGED -> false;
                        }));
    }

    /** Whether those of a piece are. */
    public static boolean are(Piece piece) {
        return are(
                piece.statements().stream()
                        .map(Piece.PlannedStatement::statement)
                        .toList(),
                (statement, access) -> piece.statements().stream()
                        .filter(s -> s.statement() == statement)
                        .findFirst()
                        .orElseThrow()
                        .access(access.index())
                        .strategy());
    }
}
