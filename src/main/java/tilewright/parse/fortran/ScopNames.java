package tilewright.parse.fortran;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * What a scop does with its variables, by name in lower case.
 *
 * @param loopVariables of some {@code do}
 * @param assigned set by some statement
 */
record ScopNames(Set<String> loopVariables, Set<String> assigned) {
    static ScopNames of(List<Block> blocks) {
        ScopNames names = new ScopNames(new HashSet<>(), new HashSet<>());
        Block.visit(blocks, names::add);
        return names;
    }

    private void add(Block block) {
        switch (block) {
            case Block.Loop l -> loopVariables.add(key(l.header().variable));
            case Block.Concurrent c -> c.header().headers.forEach(h -> loopVariables.add(key(h.variable)));
            case Block.Assignment a -> assigned.add(key(a.line().target.name));
            case Block.Guard _ -> {}
        }
    }

    /** A name as it is looked up: Fortran knows no capitals. */
    static String key(Token name) {
        return name.getText().toLowerCase(Locale.ROOT);
    }
}
