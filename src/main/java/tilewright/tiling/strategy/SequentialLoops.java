package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.math3.util.ArithmeticUtils;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;
import tilewright.model.sets.ConditionSets;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.Contiguity;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.LoopRole;

/** The loops that a block runs in order: their bounds, and what is known inside them. */
final class SequentialLoops {
    private final Dependences dependences;
    private final BlockSpace space;
    private final Candidate candidate;
    private final int prefix;

    SequentialLoops(Dependences dependences, BlockSpace space, Candidate candidate) {
        this.dependences = dependences;
        this.space = space;
        this.candidate = candidate;
        this.prefix = space.host().size() + space.grid().size();
    }

    /** The loops, outermost first, with bounds in terms of host variables and each other; those of lanes in terms of the block too. */
    List<Piece.SequentialLoop> loops(Set all) {
        List<Piece.SequentialLoop> loops = new ArrayList<>();
        List<BlockSpace.Variable> outer = new ArrayList<>(space.host());
        for (BlockSpace.Variable variable : space.sequential()) {
            outer.add(variable);
            Optional<Piece.SequentialLoop> own = ofOneBlock(all, variable);
            if (own.isPresent()) {
                loops.add(own.get());
                continue;
            }
            LoopRange range = followsOuterLoops(variable)
                    ? simpler(all).orElseGet(() -> LoopRange.ofLast(LoopHulls.boundedHull(space.named(all, outer))))
                    : ofBlock(all, variable);
            loops.add(new Piece.SequentialLoop(
                    variable.name(),
                    range.first(),
                    range.last(),
                    blockFirst(variable, followsOuterLoops(variable) ? firstOfAll(all, variable) : range.first()),
                    chunk(variable)));
        }
        return loops;
    }

    /**
     * A loop inside the kernel whose bounds depend on the block: a product over a triangle has as many iterations as the block's widest
     * row. The innermost one, which alone may be staged, starts where a chunk starts, so that chunks lie in memory as they do in all other
     * blocks; guards leave out what comes before the first iteration.
     */
    private Optional<Piece.SequentialLoop> ofOneBlock(Set all, BlockSpace.Variable loop) {
        if (space.role(loop.loop()) != LoopRole.KERNEL) {
            return Optional.empty();
        }
        List<BlockSpace.Variable> known = new ArrayList<>(space.host());
        known.addAll(space.grid());
        known.addAll(space.sequential().subList(0, space.sequential().indexOf(loop) + 1));
        Set hull = LoopHulls.boundedHull(space.named(all, known));
        LoopRange exact = LoopRange.ofLast(hull).withExtremes(hull);
        boolean varies = space.grid().stream()
                .anyMatch(g -> exact.first().variables().contains(g.name())
                        || exact.last().variables().contains(g.name()));
        if (!varies || LoopRange.isPiecewise(exact.first()) || LoopRange.isPiecewise(exact.last())) {
            return Optional.empty();
        }
        int chunk = isInnermost(loop) ? chunk(loop) : 1;
        Affine first = chunkStart(exact.first().plus(-space.origin()), chunk).plus(space.origin());
        return Optional.of(
                new Piece.SequentialLoop(loop.name(), first, chunkEnd(exact.last(), first, chunk), first, chunk(loop)));
    }

    private boolean isInnermost(BlockSpace.Variable loop) {
        return loop.equals(space.sequential().getLast());
    }

    /**
     * The largest multiple of a chunk that is not above a value; of a part of a chunk, where all blocks begin at such multiples and wide accesses fit: {@code 32 b} is where a chunk
     * of 64 begins, as 64 (32 b / 64) would have the iterations of other blocks in front of its own.
     */
    private static Affine chunkStart(Affine value, int chunk) {
        LinearForm form = LinearForm.of(value);
        long step = form.terms().values().stream().reduce((long) chunk, ArithmeticUtils::gcd);
        return step == chunk || step >= Simt.ACCESS_BYTES
                ? form.toAffine().plus(-Math.floorMod(form.constant(), step))
                : value.floorDiv(chunk).times(chunk);
    }

    /**
     * The end of the last chunk, of a bound that moves with the block and is as far from there in every block; guards leave out what comes
     * after the last iteration, and no block has a chunk that is incomplete for that reason.
     */
    private Affine chunkEnd(Affine last, Affine first, int chunk) {
        if (last instanceof Affine.Min least) {
            return new Affine.Min(least.operands().stream()
                    .map(o -> chunkEnd(o, first, chunk))
                    .toList());
        }
        boolean moves = space.grid().stream().anyMatch(g -> last.variables().contains(g.name()));
        LinearForm count = LinearForm.of(last.minus(first).plus(1));
        boolean known = count.terms().values().stream().allMatch(c -> c % chunk == 0);
        return moves && known ? last.plus(Math.floorMod(-count.constant(), (long) chunk)) : last;
    }

    /** Whether a loop's bounds move with the loops around it; lanes are checked one by one, so theirs need not. */
    private boolean followsOuterLoops(BlockSpace.Variable variable) {
        return space.role(variable.loop()) != LoopRole.REDUCTION;
    }

    /** The first value in any iteration of the loops around: chunks are counted from the same place in all of them. */
    private Affine firstOfAll(Set all, BlockSpace.Variable variable) {
        return ofAll(all, variable).first();
    }

    /** What a block has of a loop, and what all have where that has no bounds. */
    private LoopRange ofBlock(Set all, BlockSpace.Variable variable) {
        return inBlock(all, variable).orElseGet(() -> ofAll(all, variable));
    }

    /** What a block has of a loop; empty where that has no bounds, or several by turns: of these none need bound all iterations of the block. */
    private Optional<LoopRange> inBlock(Set all, BlockSpace.Variable variable) {
        List<BlockSpace.Variable> known = new ArrayList<>(space.host());
        known.addAll(space.grid());
        known.add(variable);
        Set hull = LoopHulls.hull(space.named(all, known).removeDivs());
        if (!hull.dimIsBounded(Dim.SET, hull.dim(Dim.SET) - 1)) {
            return Optional.empty();
        }
        LoopRange range = LoopRange.ofLast(hull);
        return LoopRange.isPiecewise(range.first()) || LoopRange.isPiecewise(range.last())
                ? Optional.empty()
                : Optional.of(range);
    }

    private LoopRange ofAll(Set all, BlockSpace.Variable variable) {
        return LoopRange.ofLast(LoopHulls.boundedHull(space.named(all, space.hostAnd(variable))));
    }

    private Affine blockFirst(BlockSpace.Variable variable, Affine first) {
        if (space.role(variable.loop()) == LoopRole.REDUCTION) {
            return first;
        }
        if (space.role(variable.loop()) == LoopRole.UNROLLED) {
            return first;
        }
        if (space.role(variable.loop()) == LoopRole.KERNEL) {
            Affine start = first.plus(-space.origin());
            LinearForm form = LinearForm.of(start);
            int size = space.blockSize(variable.loop());
            // A loop that runs rows backwards, or along none, begins with a whole chunk, and so does a recurrence,
            // which begins behind its
            // first element: all blocks would enter their first chunk in its middle, and none would be one of the
            // interior.
            boolean never = form.isConstant() && form.constant() % size != 0;
            return never || !Contiguity.isForwards(dependences, variable.loop())
                    ? first
                    : start.floorDiv(size).times(size).plus(space.origin());
        }
        return space.blockFirst(variable.loop());
    }

    private int chunk(BlockSpace.Variable variable) {
        return switch (space.role(variable.loop())) {
            case REDUCTION -> 1;
            case UNROLLED -> space.blockSize(variable.loop());
            case HOST, HOST_BLOCKS, FRONTS, KERNEL, PARALLEL ->
                Math.min(candidate.options().kTile(), space.blockSize(variable.loop()));
        };
    }

    /**
     * What is known of sequential loops inside of them: they lie between their bounds for the given host step and block. Where {@link #loops} has bounds of a
     * block they are those very bounds: the loop runs also through what a tighter set would leave out, as of {@code i mod 3 = 1} beyond the last such value.
     */
    Set range(Set all) {
        int hosts = space.host().size();
        int points = space.points().size();
        Set onSequential = all.projectOut(Dim.SET, prefix + space.sequential().size(), points)
                .projectOut(Dim.SET, hosts, space.grid().size());
        if (space.sequential().isEmpty()) {
            return Set.universe(onSequential.getSpace())
                    .insertDims(Dim.SET, hosts, space.grid().size())
                    .addDims(Dim.SET, points);
        }
        int inner = space.sequential().size() - 1;
        List<Condition> ofBlocks = new ArrayList<>();
        Set range =
                Set.universe(onSequential.projectOut(Dim.SET, hosts, inner + 1).getSpace());
        for (int s = 0; s <= inner; s++) {
            BlockSpace.Variable variable = space.sequential().get(s);
            Optional<Piece.SequentialLoop> ofBlock = ofOneBlock(all, variable);
            ofBlock.ifPresent(l -> ofBlocks.add(ConditionSets.between(l.first(), l.variable(), l.last())));
            Optional<LoopRange> ofLanes = followsOuterLoops(variable) ? Optional.empty() : inBlock(all, variable);
            ofLanes.ifPresent(r -> ofBlocks.add(ConditionSets.between(r.first(), variable.name(), r.last())));
            Set upToHere = onSequential.projectOut(Dim.SET, hosts + s + 1, inner - s);
            if (ofLanes.isPresent() || ofBlock.isPresent() && isInnermost(variable)) {
                // Chunks may begin before the first iteration of all, and end behind the last one.
                range = range.addDims(Dim.SET, 1);
            } else if (s == 0) {
                Optional<LoopRange> simpler = simpler(all);
                simpler.ifPresent(r -> ofBlocks.add(ConditionSets.between(r.first(), variable.name(), r.last())));
                range = simpler.isPresent()
                        ? range.addDims(Dim.SET, 1)
                        : LoopHulls.hullOfLast(LoopHulls.hull(upToHere));
            } else {
                Set own = followsOuterLoops(variable)
                        ? LoopHulls.hullOfLast(LoopHulls.hull(upToHere))
                        : LoopHulls.hullOfLast(LoopHulls.boundedHull(upToHere.projectOut(Dim.SET, hosts, s)))
                                .insertDims(Dim.SET, hosts, s);
                range = range.addDims(Dim.SET, 1).intersect(LoopHulls.ifReached(own, range));
            }
        }
        return range.insertDims(Dim.SET, hosts, space.grid().size())
                .addDims(Dim.SET, points)
                .intersect(space.flatSet(ofBlocks));
    }

    /**
     * A simpler range of a block's only loop, where its exact bounds differ from step to step: all iterations of the block that the loop has in any
     * step. Guards leave out what is in none of the domains.
     */
    private Optional<LoopRange> simpler(Set all) {
        if (space.sequential().size() != 1
                || space.role(space.sequential().getFirst().loop()) != LoopRole.HOST_BLOCKS) {
            return Optional.empty();
        }
        BlockSpace.Variable loop = space.sequential().getFirst();
        LoopRange exact = LoopRange.ofLast(LoopHulls.boundedHull(space.named(all, space.hostAnd(loop))));
        Set anywhere = valuesOf(loop.loop());
        Affine last = LoopRange.ofLast(anywhere).last();
        if (LoopRange.isPiecewise(exact.first())
                || LoopRange.isPiecewise(last)
                || !LoopRange.isPiecewise(exact.last())) {
            return Optional.empty();
        }
        Affine end = space.blockFirst(loop.loop()).plus(space.blockSize(loop.loop()) - 1L);
        return Optional.of(new LoopRange(
                exact.first(), new Affine.Min(List.of(last, LinearForm.of(end).toAffine()))));
    }

    /** All values between the smallest and the largest that a loop has in some iteration of the nest. */
    private Set valuesOf(int loop) {
        Set values = null;
        for (PlacedStatement placed : dependences.nest().statements()) {
            Set domain = Iterations.domain(dependences, placed, false)
                    .apply(dependences.embedding(placed.statement().id()).relation());
            int rest = domain.dim(Dim.SET) - loop - 1;
            Set here = domain.projectOut(Dim.SET, loop + 1, rest).projectOut(Dim.SET, 0, loop);
            values = values == null ? here : values.union(here);
        }
        return LoopHulls.hullOfLast(Objects.requireNonNull(values));
    }
}
