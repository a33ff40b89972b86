package tilewright.tiling;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.rewrite.DiagonalVectors;
import tilewright.tiling.rewrite.EagerUpdates;
import tilewright.tiling.rewrite.Expansion;
import tilewright.tiling.rewrite.InitialCopies;
import tilewright.tiling.rewrite.InvariantValues;
import tilewright.tiling.rewrite.NewNames;
import tilewright.tiling.rewrite.NodeSplitting;
import tilewright.tiling.rewrite.Recomputation;

/** Ways to give values of a nest other memory, or updates another order, in the order in which they are tried. {@link ExpansionCheck} proves each. */
enum Memory {
    /** {@link Recomputation}. */
    ANEW(Recomputation::of, "temporaries are computed where they are read%s", " (%s)"),
    /** {@link InvariantValues}. */
    ONCE(
            InvariantValues::of,
            "values that are the same in all iterations of a loop are computed once, before it%s",
            " (%s)"),
    /** {@link Expansion#inPlace}. */
    PLACED(
            Expansion::inPlace,
            "temporaries stand where the elements do that they hold until they are stored%s",
            ", others have memory of their own (%s)"),
    /** {@link Expansion#ofIterations}. Registers alone have room for it. */
    ITERATIONS(
            Expansion::ofIterations,
            "temporaries have a register in each iteration%s, as no value of theirs passes between iterations",
            " (%s)",
            null,
            Set.of(Trait.NEEDS_REGISTERS)),
    /** {@link Expansion}. */
    EXPANDED(
            Expansion::of,
            "temporaries have memory of their own%s, as no value of theirs passes between iterations",
            " (%s)"),
    /** {@link InitialCopies}. */
    INITIAL(
            InitialCopies::of,
            "what arrays held before the nest is read from a copy%s, as no write of the nest reaches these reads",
            " (%s)"),
    /** {@link DiagonalVectors}. It takes a matrix for a vector: that pays where the host would run steps one by one. */
    DIAGONAL(
            DiagonalVectors::of,
            "vectors beside a matrix stand on a diagonal%s",
            " (%s)",
            EXPANDED,
            Trait.SAVES_HOST_STEPS),
    /**
     * {@link EagerUpdates}. A step's updates of what is behind it are as many as its updates by what is before it: that pays where the host runs the steps.
     */
    EAGER(
            EagerUpdates::of,
            "steps update what is behind them as soon as they are done%s",
            " (%s)",
            EXPANDED,
            Trait.SAVES_HOST_STEPS),
    /** {@link NodeSplitting}. Copies are made anew in every iteration: that pays where the host would run these one by one. */
    KEPT(
            NodeSplitting::of,
            "values that later iterations overwrite are read from copies%s, which the points that own them make first",
            " (%s)",
            DIAGONAL,
            Trait.SAVES_HOST_STEPS,
            Trait.LEAVES_SILENT_OUT);

    private enum Trait {
        /** It costs memory or updates that pay only where the host would run steps one by one. */
        SAVES_HOST_STEPS,
        /** The new nest has no iterations that are proved silent. */
        LEAVES_SILENT_OUT,
        /** Arrays may be too large for memory: that pays where plans keep them in registers. */
        NEEDS_REGISTERS
    }

    private final BiFunction<Dependences, Boolean, Optional<LoopNest>> change;
    private final String rule;
    private final String added;
    private final @Nullable Memory follows;
    private final Set<Trait> traits;

    /**
     * @param rule why the new nest computes what the old one does, with a place for the arrays
     * @param added what stands in that place where there are new arrays
     */
    Memory(Function<Dependences, Optional<LoopNest>> change, String rule, String added) {
        this(change, rule, added, null);
    }

    Memory(BiFunction<Dependences, Boolean, Optional<LoopNest>> change, String rule, String added) {
        this(change, rule, added, null, Set.of());
    }

    /** @param follows what may be needed before it, where that alone is no gain */
    Memory(
            Function<Dependences, Optional<LoopNest>> change,
            String rule,
            String added,
            @Nullable Memory follows,
            Trait... traits) {
        this((dependences, _) -> change.apply(dependences), rule, added, follows, Set.of(traits));
    }

    Memory(
            BiFunction<Dependences, Boolean, Optional<LoopNest>> change,
            String rule,
            String added,
            @Nullable Memory follows,
            Set<Trait> traits) {
        this.change = change;
        this.rule = rule;
        this.added = added;
        this.follows = follows;
        this.traits = traits;
    }

    /**
     * The nest with other memory; nothing where there is no reason.
     *
     * @param dependences of the nest, silent iterations included or, where {@link #leavesSilentOut}, not
     * @param rows whether blocks are to own rows
     */
    Optional<LoopNest> of(Dependences dependences, boolean rows) {
        return change.apply(dependences, rows);
    }

    /** Whether a program, taken apart without it, might gain. */
    boolean isWanted(List<Region> regions) {
        return !traits.contains(Trait.SAVES_HOST_STEPS) || RegionOrder.hostLoops(regions) > 0;
    }

    /** What may be needed before it, where that alone is no gain. */
    Optional<Memory> follows() {
        return Optional.ofNullable(follows);
    }

    /** Whether a form may be planned: it keeps arrays in registers that memory has no room for. */
    boolean fits(LoopNest before, NestForm after) {
        return !traits.contains(Trait.NEEDS_REGISTERS) || after.keepsInRegisters(Expansion.large(before, after.nest()));
    }

    /** Whether the new nest has no iterations that are proved silent. */
    boolean leavesSilentOut() {
        return traits.contains(Trait.LEAVES_SILENT_OUT);
    }

    /** Why the second nest computes what the first one does. */
    String rule(LoopNest before, LoopNest after) {
        String arrays = NewNames.ofArrays(before, after);
        return rule.formatted(arrays.isEmpty() ? "" : added.formatted(arrays));
    }
}
