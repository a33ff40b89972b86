package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tilewright.model.Condition;

/** Walks over operations. */
public final class Operations {
    private Operations() {}

    /** Calls the visitor for every operation, loops before what they contain. */
    public static void visit(List<Operation> operations, Consumer<Operation> visitor) {
        for (Operation operation : operations) {
            visitor.accept(operation);
            if (operation instanceof Operation.Compound c) {
                c.beside().forEach(visitor);
                c.bodies().forEach(body -> visit(body, visitor));
            }
        }
    }

    /** Whether operations set elements of a tile. */
    public static boolean fills(List<Operation> operations, Tile tile) {
        boolean[] found = {false};
        visit(
                operations,
                o -> found[0] |= o instanceof Operation.LoadTile l && l.tile().equals(tile)
                        || o instanceof Operation.MoveTile m && m.to().equals(tile)
                        || o instanceof Operation.Assign a && a.target().equals(new Operation.Target.TileTarget(tile)));
        return found[0];
    }

    /** The operations after a change of each, of loops after what they contain. */
    public static List<Operation> rewrite(List<Operation> operations, UnaryOperator<Operation> change) {
        return operations.stream()
                .map(operation -> change.apply(withBody(operation, body -> rewrite(body, change))))
                .toList();
    }

    /** An operation whose body is another one; the same operation where it has none. */
    public static Operation withBody(Operation operation, UnaryOperator<List<Operation>> change) {
        return operation instanceof Operation.Compound c ? c.with(change) : operation;
    }

    /** All operations of one kind. */
    public static <T extends Operation> List<T> ofKind(List<Operation> operations, Class<T> kind) {
        List<T> found = new ArrayList<>();
        visit(operations, o -> {
            if (kind.isInstance(o)) {
                found.add(kind.cast(o));
            }
        });
        return found;
    }

    /** The guards of updates and stores, those that are not always true. */
    static List<Condition> guards(List<Operation> operations) {
        List<Condition> guards = new ArrayList<>();
        ofKind(operations, Operation.Assign.class).forEach(a -> guards.add(a.guard()));
        ofKind(operations, Operation.StoreTile.class).forEach(s -> guards.add(s.guard()));
        guards.removeIf(Condition.TRUE::equals);
        return guards;
    }
}
