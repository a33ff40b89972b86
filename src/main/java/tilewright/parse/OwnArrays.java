package tilewright.parse;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Initializer;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;

/** Marks arrays that a C or Fortran program has for a scop alone as {@linkplain ArrayDeclaration#local the nest's own}. */
public final class OwnArrays {
    private OwnArrays() {}

    /**
     * The nest with those of its arrays marked that it writes, that have no initial data, and that are not scalars it may read first. The same nest where it is irregular, and
     * where all that it writes would be its own: nothing would be left of it.
     *
     * @param names which arrays nothing else uses
     */
    public static LoopNest marked(LoopNest nest, Set<String> names) {
        Set<String> given = nest.initializers().stream().map(Initializer::array).collect(Collectors.toSet());
        Set<String> written = nest.statements().stream()
                .map(PlacedStatement::statement)
                .map(s -> s.target().array())
                .collect(Collectors.toSet());
        if (nest.isIrregular() || names.containsAll(written)) {
            return nest;
        }
        List<ArrayDeclaration> arrays = nest.arrays().stream()
                .map(a -> names.contains(a.name())
                                && written.contains(a.name())
                                && !given.contains(a.name())
                                && FirstReads.unset(a, nest.body()) == null
                        ? a.asLocal()
                        : a)
                .toList();
        return nest.with(arrays, nest.body());
    }
}
