package tilewright.parse.c.flow;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;

/** One of the steps that a block takes, see {@link ForwardJumps}. */
public sealed interface Step {
    /** The statement that it comes from. */
    IASTStatement at();

    /** A statement. */
    record Plain(IASTStatement at) implements Step {}

    /** What an {@code if} whose branches jump leads to, as far as the place where both ways meet. */
    record Choice(IASTIfStatement at, List<Step> then, List<Step> otherwise) implements Step {}

    /** What {@code return} does before it jumps: its value becomes the function's. */
    record Result(IASTReturnStatement at) implements Step {}

    /** Statements one after another. */
    static List<Step> plain(List<IASTStatement> statements) {
        return statements.stream().map(s -> (Step) new Plain(s)).toList();
    }
}
