package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.model.LoopNest;

/**
 * A nest without scalars of its own that collect sums: in one expression ({@link SumsInExpressions}), or in the elements that are made of them ({@link StoredLocals}).
 *
 * @param nest without them; the arrays stay the same, so that a scalar may be left that no statement accesses
 * @param rule why it computes what the nest as written does
 */
public record OwnScalars(LoopNest nest, String rule) {
    /** Nothing where there are none. */
    public static Optional<OwnScalars> of(LoopNest written) {
        List<String> rules = new ArrayList<>();
        Optional<LoopNest> sums = SumsInExpressions.of(written);
        sums.ifPresent(_ -> rules.add("sums of few neighbours are expressions"));
        LoopNest first = sums.orElse(written);
        Optional<LoopNest> stored = StoredLocals.of(first);
        stored.ifPresent(_ -> rules.add("scalars of the nest's own stand where they are stored"));
        return rules.isEmpty()
                ? Optional.empty()
                : Optional.of(new OwnScalars(stored.orElse(first), String.join("; ", rules)));
    }
}
