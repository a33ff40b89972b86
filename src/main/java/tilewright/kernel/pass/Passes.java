package tilewright.kernel.pass;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Program;
import tilewright.kernel.Target;

/**
 * Passes that are applied one after the other; what the device does not offer is said by other operations in the end.
 *
 * @param passes in order
 * @param offers what the device has of operations that not every device has
 * @param residency what blocks that stay are compared with
 */
public record Passes(List<Pass> passes, Set<Target.Offer> offers, Target.Residency residency) {
    /** For devices whose threads run a block together, and that offer everything: all there are. */
    public static final Passes OF_DEVICES = all(EnumSet.complementOf(EnumSet.of(Pass.Level.LOOPS, Pass.Level.HOST)));

    /** Programs stay as they are lowered. */
    public static final Passes NONE = new Passes(List.of(), EnumSet.allOf(Target.Offer.class), Target.USUAL_RESIDENCY);

    /** For programs of loops: those that change neither launches nor threads. */
    public static final Passes OF_LOOPS =
            all(EnumSet.of(Pass.Level.LOWERING, Pass.Level.BLOCKS, Pass.Level.LOOPS, Pass.Level.HOST));

    private static Passes all(Set<Pass.Level> levels) {
        return new Passes(
                Arrays.stream(Pass.values())
                        .filter(p -> levels.contains(p.level()))
                        .toList(),
                EnumSet.allOf(Target.Offer.class),
                Target.USUAL_RESIDENCY);
    }

    public Passes {
        passes = List.copyOf(passes);
        offers = Set.copyOf(offers);
    }

    /** The passes that are of use on a device. */
    public static Passes of(Target target) {
        return new Passes(
                OF_DEVICES.passes.stream()
                        .filter(p -> target.offers().containsAll(p.needs()))
                        .toList(),
                target.offers(),
                target.residency());
    }

    /** Whether a pass is one of them. */
    public boolean has(Pass pass) {
        return passes.contains(pass);
    }

    /** The passes but for some. */
    public Passes without(Collection<Pass> left) {
        return new Passes(passes.stream().filter(p -> !left.contains(p)).toList(), offers, residency);
    }

    /** Those of them that are of use in programs of loops. */
    public Passes inLoops() {
        return new Passes(passes.stream().filter(OF_LOOPS::has).toList(), offers, residency);
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
        return new Passes(passes.subList(0, passes.indexOf(last) + 1), offers, residency);
    }

    /** The kernel program after all of them that are over kernel programs. */
    public Program of(Program program) {
        Program changed = program;
        for (Pass pass : passes) {
            changed = pass.of(changed, residency);
        }
        return MissingOperations.of(changed, offers);
    }
}
