package tilewright.tiling.check;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.space.Instances;

/**
 * Whether time tiles compute what their statements would if every launch ran its iterations on whole arrays, statement by
 * statement; asked of the plan alone. {@link PlanCheck} then compares that order with the dependences, and shows
 * that every iteration is some block's own, once.
 *
 * <ol>
 *   <li>Launches alternate between the two copies of what they carry on, and end in the arrays themselves.
 *   <li>A statement writes its point and reads what lies at the offsets that the tile names; threads hand each other
 *       those neighbours; what lies elsewhere, nothing here writes.
 *   <li>Every element that is carried on has one owner, and so gets into the other copy once. Arrays that are computed
 *       anew in every iteration are stored in place by the last launch alone, and no block loads what another stores.
 *   <li>Interior blocks need no guard.
 *   <li>What an own element depends on is in the block ({@link TimeNeeds}), so that what blocks compute beyond their own
 *       elements, as far as it matters, equals what the owner computes.
 * </ol>
 */
public final class TimeTileCheck {
    private final TimePlaces places;
    private final TimeTile tile;
    private final HostStep.Launch launch;

    TimeTileCheck(TimePlaces places) {
        this.places = places;
        this.tile = places.tile();
        this.launch = places.launch();
    }

    /** What is wrong, in words. */
    Optional<String> wrong() {
        return first(List.of(
                this::wrongTurns,
                this::wrongArrays,
                this::wrongReach,
                this::wrongElements,
                this::wrongOwners,
                this::wrongInterior,
                this::wrongRecomputed,
                this::wrongInPlace,
                this::wrongEnd,
                () -> new TimeNeeds(places).wrong()));
    }

    /** What of it is asked of blocks that stay, too. */
    Optional<String> wrongPlaces() {
        return first(List.of(
                this::wrongArrays, this::wrongElements, this::wrongOwners, this::wrongInterior, this::wrongRecomputed));
    }

    private Optional<String> first(List<Supplier<Optional<String>>> checks) {
        return checks.stream()
                .flatMap(check -> check.get().stream())
                .findFirst()
                .map(words -> "launch " + launch.name() + ": " + words);
    }

    private Optional<String> wrongTurns() {
        if (tile.time().isSweep()) {
            return wrongSweep();
        }
        if (places.loops().isEmpty()) {
            return Optional.of("no loop of the host counts the launches");
        }
        HostStep.HostLoop loop = places.loops().getLast();
        if (!loop.variable().equals(tile.time().turn()) || !loop.body().equals(List.of(launch))) {
            return Optional.of("the loop around it does not count the launches alone (" + loop.variable()
                    + ", turns by " + tile.time().turn() + "), so that copies do not alternate");
        }
        if (!loop.first().equals(Affine.constant(0))) {
            return Optional.of("the first launch has number " + loop.first() + ", so that it does not read the arrays");
        }
        Condition even =
                new Condition.Compare(new Affine.Mod(loop.last(), 2), Condition.Relation.EQ, Affine.constant(0));
        Set odd = places.hosts(even)
                .intersect(places.hosts(
                        new Condition.Compare(Affine.variable(loop.variable()), Condition.Relation.EQ, loop.last())));
        return odd.isEmpty()
                ? Optional.empty()
                : Optional.of("the number of launches can be odd, so that results end in the second copies");
    }

    /** Of sweeps of their own: one iteration, after which nothing is carried on, and no block reads what another one writes. */
    private Optional<String> wrongSweep() {
        if (!tile.time().first().equals(tile.time().last())
                || !tile.time().ends().equals(Condition.TRUE)) {
            return Optional.of("it has no turn, but more iterations than one, or launches that store nothing");
        }
        for (TimeTile.HeldArray held : tile.arrays()) {
            if (held.transfer() == TimeTile.Transfer.CARRIED) {
                return Optional.of("nothing counts the launches that carry " + held.array() + " on");
            }
        }
        return Optional.empty();
    }

    /** What blocks change in place: elements that they alone read and write, and read before. */
    private Optional<String> wrongInPlace() {
        for (TimeTile.HeldArray held : tile.arrays()) {
            if (held.transfer() != TimeTile.Transfer.IN_PLACE) {
                continue;
            }
            if (!tile.time().isSweep() || !held.neighbours().isEmpty()) {
                return Optional.of("blocks change " + held.array() + " in place while others read it");
            }
            boolean changed = false;
            for (TimePlaces.Timed timed : places.statements()) {
                boolean reads = timed.statement().reads().stream()
                        .anyMatch(a -> a.array().equals(held.array()));
                if (reads && changed) {
                    return Optional.of(timed.id() + " reads " + held.array() + " after it has changed in place");
                }
                changed |= timed.target().equals(held.array());
            }
        }
        return Optional.empty();
    }

    /** Every access against what the tile holds. */
    private Optional<String> wrongArrays() {
        java.util.Set<String> written = new HashSet<>();
        places.statements().forEach(s -> written.add(s.target()));
        for (TimePlaces.Timed timed : places.statements()) {
            for (Access access : timed.written().statement().accesses()) {
                Optional<String> wrong = wrongAccess(timed, access, written);
                if (wrong.isPresent()) {
                    return wrong;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> wrongAccess(TimePlaces.Timed timed, Access access, java.util.Set<String> written) {
        String where = "access " + access + " of " + timed.id();
        Optional<TimeTile.HeldArray> held = tile.arrays().stream()
                .filter(a -> a.array().equals(access.array()))
                .findFirst();
        if (access.index() == 1) {
            return held.isPresent() && held.get().transfer() != TimeTile.Transfer.READ_ONLY
                    ? Optional.empty()
                    : Optional.of(where + " writes an array that blocks do not hold to change it");
        }
        List<Integer> offset = timed.statement().offsets().get(access.index());
        if (offset == null || held.isEmpty()) {
            return offset == null && !written.contains(access.array())
                    ? Optional.empty()
                    : Optional.of(where + " reads an array that changes, or is held, elsewhere");
        }
        if (offset.stream().anyMatch(o -> o != 0) && !held.get().neighbours().contains(offset)) {
            return Optional.of(where + " reads a neighbour at " + offset + " that threads do not hand each other");
        }
        return Optional.empty();
    }

    /** Threads hand each other what the next ones have, as far as blocks of their kind may. */
    private Optional<String> wrongReach() {
        int farthest = TimeShape.farthest(tile.time().isSweep());
        for (TimePlaces.Timed timed : places.statements()) {
            for (Access access : timed.written().statement().accesses()) {
                List<Integer> offset = timed.statement().offsets().getOrDefault(access.index(), List.of());
                for (int d = 0; d < offset.size(); d++) {
                    TimeTile.Dimension dimension = tile.dimensions().get(d);
                    if (dimension.threads() > 1 && Math.abs(offset.get(d)) > farthest * dimension.thread()) {
                        return Optional.of("access " + access + " of " + timed.id() + " reads " + offset.get(d)
                                + " points along " + dimension.variable() + ", farther than the " + dimension.thread()
                                + " of each of the next " + farthest + " threads");
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Whether statements write their points and read at their offsets. */
    private Optional<String> wrongElements() {
        for (TimePlaces.Timed timed : places.statements()) {
            Map byPoint = timed.runs()
                    .projectOut(Dim.IN, places.loops().size(), tile.dimensions().size());
            if (!byPoint.isSingleValued()) {
                return Optional.of("blocks run different iterations of " + timed.id() + " at one point");
            }
            if (!timed.runs().range().isSubset(timed.owned().range())) {
                return Optional.of("blocks run iterations of " + timed.id() + " that no block owns");
            }
            for (Access access : timed.written().statement().accesses()) {
                List<Integer> offset = access.index() == 1
                        ? tile.dimensions().stream().map(_ -> 0).toList()
                        : timed.statement().offsets().get(access.index());
                if (offset != null && !isAt(timed, access, offset)) {
                    return Optional.of("access " + access + " of " + timed.id() + " is not the element at " + offset
                            + " from the point");
                }
            }
        }
        return Optional.empty();
    }

    private boolean isAt(TimePlaces.Timed timed, Access access, List<Integer> offset) {
        return access.indices().size() == offset.size()
                && places.element(timed, access.indices())
                        .intersectDomain(timed.runs().domain())
                        .isSubset(places.pointOf(offset));
    }

    private Optional<String> wrongInterior() {
        Map boxes = places.boxes().intersectDomain(places.blocks(tile.interior()));
        for (TimePlaces.Timed timed : places.statements()) {
            Map runs = places.where(timed.statement().domain());
            boolean right = timed.statement().bulk() ? boxes.isSubset(runs) : boxes.isDisjoint(runs);
            if (!right) {
                return Optional.of("interior blocks run " + timed.id() + " at the wrong points of their box");
            }
        }
        return tile.arrays().stream()
                .filter(a -> a.transfer().isInMemory())
                .filter(a -> !boxes.isSubset(places.elements(a.array())))
                .findFirst()
                .map(a -> "the box of interior blocks leaves " + a.array());
    }

    /**
     * Elements that are written: each has one owner. What a block owns is what it owns along each dimension, so that elements have one if their coordinates do. Statements write elements, so
     * each of their iterations has one too.
     */
    private Optional<String> wrongOwners() {
        for (int d = 0; d < tile.dimensions().size(); d++) {
            TimeTile.Dimension dimension = tile.dimensions().get(d);
            java.util.Set<String> variables = new HashSet<>(dimension.owned().variables());
            variables.addAll(dimension.lastBlock().variables());
            Optional<String> wrong = tile.dimensions().stream()
                            .filter(o -> o != dimension)
                            .anyMatch(o -> variables.contains(o.block()) || variables.contains(o.variable()))
                    ? Optional.of("what blocks own along " + dimension.variable() + " depends on other dimensions")
                    : wrongOwners(d);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return places.statements().stream()
                .filter(s -> !places.where(s.statement().domain()).isSubset(places.elements(s.target())))
                .findFirst()
                .map(s -> s.id() + " writes beyond the bounds of " + s.target());
    }

    private Optional<String> wrongOwners(int d) {
        int hosts = places.loops().size();
        Map owned = places.owns(tile.dimensions().get(d));
        for (TimeTile.HeldArray held : tile.arrays()) {
            if (held.transfer().isStored()) {
                Set extent = places.extent(held.array(), d);
                Set missing = extent.subtract(owned.range());
                String along = " along " + tile.dimensions().get(d).variable();
                if (!missing.isEmpty()) {
                    return Optional.of("no block owns elements of " + held.array() + " at "
                            + Instances.example("", missing.projectOut(Dim.SET, 0, hosts)) + along
                            + ", so that no launch carries them on");
                }
                if (!owned.intersectRange(extent).reverse().isSingleValued()) {
                    return Optional.of("two blocks own one element of " + held.array() + along);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> wrongRecomputed() {
        List<TimeTile.HeldArray> recomputed = tile.arrays().stream()
                .filter(a -> a.transfer() == TimeTile.Transfer.RECOMPUTED || a.transfer() == TimeTile.Transfer.IN_PLACE)
                .toList();
        for (TimeTile.HeldArray held : recomputed) {
            Map written = places.where(held.written());
            Map computed = places.statements().stream()
                    .filter(s -> s.target().equals(held.array()))
                    .map(s -> places.where(s.statement().domain()))
                    .reduce(Map::union)
                    .orElseThrow();
            if (!written.isEqual(computed)) {
                return Optional.of(
                        "the elements of " + held.array() + " that blocks store are not those that they compute");
            }
        }
        return Optional.empty();
    }

    /** Arrays stored by the last launch: it runs iterations, none runs any later, and there is one if any does. */
    private Optional<String> wrongEnd() {
        if (tile.time().isSweep()
                || tile.arrays().stream().noneMatch(a -> a.transfer() == TimeTile.Transfer.RECOMPUTED)) {
            return Optional.empty();
        }
        Set runs = places.hosts(new Condition.Compare(
                tile.time().first(), Condition.Relation.LE, tile.time().last()));
        Set ends = places.hosts(tile.time().ends());
        int turn = places.loops().size() - 1;
        Map pairs = ends.productMap(runs);
        for (int h = 0; h < turn; h++) {
            pairs = pairs.equate(Dim.IN, h, Dim.OUT, h);
        }
        boolean later = !pairs.orderLt(Dim.IN, turn, Dim.OUT, turn).isEmpty();
        boolean never =
                !runs.isSubset(pairs.orderGe(Dim.IN, turn, Dim.OUT, turn).range());
        return ends.isSubset(runs) && !later && !never
                ? Optional.empty()
                : Optional.of("the launch that stores what is computed anew in every iteration is not the last one that"
                        + " runs any");
    }
}
