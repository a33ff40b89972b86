package tilewright.kernel.pass;

import java.util.List;
import java.util.Set;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;

/**
 * Says by other operations what a device does not have. It comes after all passes and cannot be left out: a dialect has no text for what stays.
 *
 * <p>An asynchronous copy may be done as soon as it starts, so it becomes a copy in one access, and waiting for it nothing.
 */
final class MissingOperations extends Rewriter {
    private MissingOperations() {}

    /** The program by what is offered. */
    static Program of(Program program, Set<Target.Offer> offers) {
        return offers.contains(Target.Offer.ASYNCHRONOUS_COPIES) ? program : new MissingOperations().program(program);
    }

    @Override
    protected List<Statement> statement(Statement statement) {
        if (statement instanceof Statement.AwaitCopies) {
            return List.of();
        }
        return List.of(
                statement instanceof Statement.Copy c && c.way() == Statement.Way.ASYNCHRONOUS
                        ? new Statement.Copy(c.width(), c.to(), c.from(), Statement.Way.WIDE)
                        : statement);
    }
}
