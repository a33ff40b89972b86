package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * A piece whose statements read values that have been {@link PrecomputedValues computed before} from the array that holds them.
 *
 * @param found the values
 * @param array that holds them
 */
record ReadValues(Piece before, PrecomputedValues.Found found, ArrayDeclaration array) {
    /** The piece that copies what has been computed, in every statement. */
    Piece piece() {
        return before.withStatements(
                before.statements().stream().map(this::read).toList());
    }

    private Piece.PlannedStatement read(Piece.PlannedStatement from) {
        if (!contains(from)) {
            return from;
        }
        List<Piece.PlannedAccess> accesses = new ArrayList<>();
        accesses.add(from.access(1));
        Expression value = replaced(from, from.statement().value(), accesses);
        Statement statement = new Statement(
                from.statement().id(),
                from.statement().target(),
                value,
                from.statement().position());
        return new Piece.PlannedStatement(statement, from.coordinates(), from.domain(), accesses);
    }

    private boolean contains(Piece.PlannedStatement statement) {
        boolean[] contains = {false};
        statement.statement().value().visit(e -> contains[0] |= isValue(statement, e));
        return contains[0];
    }

    /** Whether an expression of a statement is the value: the same operations on the same elements. */
    private boolean isValue(Piece.PlannedStatement statement, Expression in) {
        List<Access> here = in.reads();
        List<Access> there = found.value().reads();
        boolean same = here.size() == there.size();
        for (int q = 0; q < here.size() && same; q++) {
            Piece.PlannedAccess one = statement.access(here.get(q).index());
            Piece.PlannedAccess other = found.statement().access(there.get(q).index());
            same = one.strategy() == other.strategy()
                    && one.indices().equals(other.indices())
                    && one.access().array().equals(other.access().array());
        }
        Map<Integer, Access> reads = new HashMap<>();
        for (int q = 0; q < here.size() && same; q++) {
            reads.put(here.get(q).index(), there.get(q));
        }
        return same && renamed(in, reads).equals(found.value());
    }

    private static Expression renamed(Expression in, Map<Integer, Access> reads) {
        return in instanceof Expression.Read(Access access)
                ? new Expression.Read(reads.getOrDefault(access.index(), access))
                : in.withOperands(o -> renamed(o, reads));
    }

    /** The expression with the value read instead of computed; accesses are numbered anew. */
    private Expression replaced(Piece.PlannedStatement from, Expression in, List<Piece.PlannedAccess> accesses) {
        if (isValue(from, in)) {
            Access access = access(accesses.size() + 1, array, found.place(before), from);
            accesses.add(new Piece.PlannedAccess(access, Strategy.STAGED, found.place(before), null));
            return new Expression.Read(access);
        }
        return switch (in) {
            case Expression.Read r -> {
                Piece.PlannedAccess old = from.access(r.access().index());
                Access access = numbered(r.access(), accesses.size() + 1);
                accesses.add(new Piece.PlannedAccess(access, old.strategy(), old.indices(), old.tile()));
                yield new Expression.Read(access);
            }
            case Expression.Apply _, Expression.Leaf _ -> in.withOperands(o -> replaced(from, o, accesses));
        };
    }

    static Access access(int index, ArrayDeclaration array, List<Affine> indices, Piece.PlannedStatement statement) {
        List<Subscript> subscripts = indices.stream()
                .map(i -> (Subscript) new Subscript.AffineSubscript(i))
                .toList();
        return new Access(index, array.name(), subscripts, statement.statement().position());
    }

    static Access numbered(Access access, int index) {
        return new Access(index, access.array(), access.subscripts(), access.position());
    }

    static Expression numbered(Expression in, IntUnaryOperator number) {
        return in instanceof Expression.Read(Access access)
                ? new Expression.Read(numbered(access, number.applyAsInt(access.index())))
                : in.withOperands(o -> numbered(o, number));
    }
}
