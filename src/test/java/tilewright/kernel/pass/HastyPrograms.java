package tilewright.kernel.pass;

import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;

/** A fault to be found: loops that are checked behind do not run again. */
final class HastyPrograms {
    private HastyPrograms() {}

    static Program of(Program checked) {
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.If i && i.condition() instanceof Expression.Voted
                        ? List.of()
                        : List.of(statement);
            }
        }.program(checked);
    }
}
