package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;

/**
 * Updates of one element that follow each other under the same guard, as one update: what the first one computes stands where the next one reads it. For points that
 * do not go their own ways, so that each of them chooses once between what it has computed and what stood there.
 *
 * <p>Example: {@code if g: s(i,j) = s(i-1,j-1) + c; if g: s(i,j) = max(s(i,j), s(i-1,j) - 1)} is
 * {@code if g: s(i,j) = max(s(i-1,j-1) + c, s(i-1,j) - 1)}. No other point reads the element in between: without a barrier that would be a race.
 */
final class JoinedUpdates {
    private JoinedUpdates() {}

    static List<Operation> in(List<Operation> body) {
        List<Operation> joined = new ArrayList<>();
        for (Operation operation : body) {
            Operation next = Operations.withBody(operation, JoinedUpdates::in);
            Operation.Assign both = joined.isEmpty() ? null : both(joined.getLast(), next);
            if (both == null) {
                joined.add(next);
            } else {
                joined.set(joined.size() - 1, both);
            }
        }
        return joined;
    }

    private static Operation.@Nullable Assign both(Operation before, Operation after) {
        if (!(before instanceof Operation.Assign first)
                || !(after instanceof Operation.Assign second)
                || !(first.target() instanceof Operation.Target.GlobalTarget target)
                || !second.target().equals(target)
                || !second.guard().equals(first.guard())
                || first.pairs()
                || second.pairs()
                || Values.globals(second.value()).stream()
                                .filter(e -> isElement(e, target))
                                .count()
                        != 1) {
            return null;
        }
        Value value = Values.mapLeaves(
                second.value(),
                v -> v instanceof Value.GlobalElement e && isElement(e, target)
                        ? first.value().as(e.type())
                        : v);
        return new Operation.Assign(target, value, second.guard());
    }

    private static boolean isElement(Value.GlobalElement read, Operation.Target.GlobalTarget target) {
        return read.array().equals(target.array()) && read.indices().equals(target.indices());
    }
}
