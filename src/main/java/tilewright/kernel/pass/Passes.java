package tilewright.kernel.pass;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import tilewright.kernel.Program;

/**
 * Passes that are applied one after the other.
 *
 * @param passes in order
 */
public record Passes(List<Pass> passes) {
    /** For devices whose threads run a block together: all there are. */
    public static final Passes OF_DEVICES = new Passes(Arrays.asList(Pass.values()));

    /** Programs stay as they are lowered. */
    public static final Passes NONE = new Passes(List.of());

    public Passes {
        passes = List.copyOf(passes);
    }

    /** The passes but for some. */
    public Passes without(Collection<Pass> left) {
        return new Passes(passes.stream().filter(p -> !left.contains(p)).toList());
    }

    /**
     * The passes up to one, and that one.
     *
     * @throws IllegalArgumentException where it is not among them
     */
    public Passes through(Pass last) {
        if (!passes.contains(last)) {
            throw new IllegalArgumentException(last + " is not applied; there are " + passes);
        }
        return new Passes(passes.subList(0, passes.indexOf(last) + 1));
    }

    /** The program after all of them. */
    public Program of(Program program) {
        Program changed = program;
        for (Pass pass : passes) {
            changed = pass.of(changed);
        }
        return changed;
    }
}
