package tilewright.kernel.emulate;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/** Where blocks of a launch may tell each other something. */
final class Orders {
    private Orders() {}

    /** Whether some of the statements wait for other blocks, or read or update what these may change at the same time. */
    static boolean among(List<Statement> statements) {
        AtomicBoolean found = new AtomicBoolean();
        Statements.visit(statements, s -> {
            if (s instanceof Statement.GridBarrier || s instanceof Statement.Await) {
                found.set(true);
            }
        });
        Statements.visitExpressions(statements, e -> {
            if (e instanceof Expression.Read(Place.Global g) && isStrong(g.access())
                    || e instanceof Expression.Atomic a && a.place() instanceof Place.Global) {
                found.set(true);
            }
        });
        return found.get();
    }

    /** Whether some function reads what elements were before. */
    static boolean readsOutdated(Program program) {
        AtomicBoolean found = new AtomicBoolean();
        program.functions()
                .forEach(f -> Statements.visitExpressions(f.body(), e -> {
                    if (e instanceof Expression.Read(Place.Global g) && g.access() == Place.Access.STALE) {
                        found.set(true);
                    }
                }));
        return found.get();
    }

    /** Whether others may access the element at the same time. */
    static boolean isStrong(Place.Access access) {
        return switch (access) {
            case RELAXED, STALE, ORDERED -> true;
            case PLAIN, STREAMING -> false;
        };
    }
}
