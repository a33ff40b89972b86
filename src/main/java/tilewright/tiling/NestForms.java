package tilewright.tiling;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.rewrite.DescendingSums;
import tilewright.tiling.rewrite.FusedTimes;
import tilewright.tiling.rewrite.Rewriting;
import tilewright.tiling.rewrite.ScheduledNest;
import tilewright.tiling.rewrite.SequentialTemporary;
import tilewright.tiling.rewrite.StepTimes;
import tilewright.tiling.rewrite.TurnedLoops;
import tilewright.tiling.rewrite.UnitSteps;
import tilewright.tiling.schedule.Schedule;

/** With which memory a nest is planned, and how it is taken apart: every {@link Memory} that has a reason is tried, and the best form is kept. */
public final class NestForms {
    private final Context context;
    private final Schedule schedule;

    public NestForms(Context context, Schedule schedule) {
        this.context = context;
        this.schedule = schedule;
    }

    /** Temporaries are computed where they are read, and values once, wherever they can be; any other form is taken where it makes a program parallel, in more loops, or saves loops on the host. */
    public NestForm best(Dependences asWritten) {
        Dependences all = DependenceAnalysis.withSilent(asWritten);
        if (schedule.isFixed()) {
            return form(asWritten, all, List.of());
        }
        Current written = new Current(asWritten, all, List.of());
        Current start = other(Memory.ANEW, written, written).orElse(written);
        Optional<Changed> first = changed(Memory.ONCE, written, start);
        if (first.isEmpty() && SequentialTemporary.isIn(start.all())) {
            first = expanded(written, start);
        }
        Changed best = first.orElseGet(() -> {
            NestForm form = form(start.dependences(), start.all(), start.rules());
            return new Changed(null, form, new Current(start.dependences(), start.all(), form.rules()));
        });
        Map<Memory, Changed> tries = new EnumMap<>(Memory.class);
        for (Memory memory : Memory.values()) {
            boolean tried = memory == Memory.ANEW
                    || memory == Memory.ONCE
                    || best.memory() != null && memory.compareTo(best.memory()) <= 0;
            if (tried || !memory.isWanted(best.form().regions())) {
                continue;
            }
            Changed before = best;
            List<Current> bases = new ArrayList<>(List.of(best.current()));
            memory.follows().flatMap(m -> Optional.ofNullable(tries.get(m))).ifPresent(m -> bases.add(m.current()));
            for (Current base : bases.stream().distinct().toList()) {
                Optional<Changed> made = changed(memory, written, base);
                made.ifPresent(m -> tries.put(memory, m));
                Optional<Changed> other = made.filter(o -> isBetter(before.form(), o.form()));
                if (other.isPresent()) {
                    best = other.get();
                    break;
                }
            }
        }
        return best.form();
    }

    /** At as many loops on the host, blocks that keep columns save the launches of a step. */
    private boolean isBetter(NestForm first, NestForm second) {
        if (schedule instanceof Schedule.Steps && first.takesSteps() != second.takesSteps()) {
            return second.takesSteps();
        }
        if (schedule instanceof Schedule.Problems && first.isBatch() != second.isBatch()) {
            return second.isBatch();
        }
        if (schedule instanceof Schedule.Sweeps && first.hasSweeps() != second.hasSweeps()) {
            return second.hasSweeps();
        }
        return RegionOrder.isBetter(first.regions(), second.regions())
                || !RegionOrder.isBetter(second.regions(), first.regions())
                        && first.columns().isEmpty()
                        && !second.columns().isEmpty();
    }

    /**
     * The first form with other memory, if it is parallel. Where the nest as written is known not to be, that decides: it need not be taken
     * apart, which takes longest where nothing in it is parallel.
     */
    private Optional<Changed> expanded(Current written, Current start) {
        return Stream.of(Memory.PLACED, Memory.ITERATIONS, Memory.EXPANDED)
                .flatMap(memory -> changed(memory, written, start).stream())
                .findFirst()
                .filter(form -> RegionOrder.isParallel(form.form().regions()));
    }

    /**
     * A form and how it was found.
     *
     * @param memory that was tried last on the way to it; null for the nest as written
     * @param current its nest
     */
    private record Changed(@Nullable Memory memory, NestForm form, Current current) {}

    /**
     * A nest that may get other memory.
     *
     * @param dependences without silent iterations
     * @param all with them
     * @param rules why it has the memory that it has
     */
    private record Current(Dependences dependences, Dependences all, List<String> rules) {}

    /** The form with a memory; nothing where there is none ({@link #other}). */
    private Optional<Changed> changed(Memory memory, Current written, Current current) {
        return other(memory, written, current)
                .map(other -> {
                    NestForm form = form(other.dependences(), other.all(), other.rules());
                    return new Changed(memory, form, new Current(other.dependences(), other.all(), form.rules()));
                })
                .filter(changed -> memory.fits(current.dependences().nest(), changed.form()));
    }

    /** The nest with a memory; nothing where there is no reason for it, or what it computes is not proved to be the same. */
    private Optional<Current> other(Memory memory, Current written, Current current) {
        Optional<LoopNest> changed = memory.of(
                memory.leavesSilentOut() ? current.dependences() : current.all(), schedule instanceof Schedule.Rows);
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        Dependences own;
        Dependences ownAll;
        try {
            own = DependenceAnalysis.analyze(context, changed.get());
            ownAll = DependenceAnalysis.withSilent(own);
            if (new ExpansionCheck(memory.leavesSilentOut() ? written.dependences() : written.all(), ownAll)
                    .difference()
                    .isPresent()) {
                // What is not proved is not taken.
                return Optional.empty();
            }
        } catch (IslLimitException tooCostly) {
            // Nor what takes too long to prove.
            return Optional.empty();
        }
        List<String> rules = new ArrayList<>(current.rules());
        rules.add(memory.rule(current.dependences().nest(), changed.get()));
        return Optional.of(new Current(own, ownAll, rules));
    }

    private NestForm form(Dependences asWritten, Dependences all, List<String> rules) {
        LoopNest nest = asWritten.nest();
        Set<Node.Loop> turned = schedule.isFixed() ? Set.of() : TurnedLoops.of(all);
        Set<Node.Loop> down = schedule.isFixed() ? Set.of() : DescendingSums.of(all);
        Rewriting unit = switch (schedule) {
            case Schedule.Given given -> ScheduledNest.of(all, given.order());
            case Schedule.Fused _ -> ScheduledNest.of(all, FusedTimes.of(all));
            case Schedule.Steps _ ->
                StepTimes.of(all)
                        .map(times -> ScheduledNest.of(all, times))
                        .orElseGet(() -> UnitSteps.of(nest, turned, down));
            case Schedule.Auto _,
                    Schedule.Original _,
                    Schedule.Coalesced _,
                    Schedule.Packed _,
                    Schedule.Split _,
                    Schedule.Rows _,
                    Schedule.Problems _,
                    Schedule.Sweeps _,
                    Schedule.Chunks _ -> UnitSteps.of(nest, turned, down);
        };
        NestForm form = form(asWritten, all, unit, rules, !down.isEmpty(), !turned.isEmpty());
        boolean inSteps = RegionOrder.hostLoops(form.regions()) > 0 || form.hasTimeTiles();
        if (schedule.isFixed() || schedule instanceof Schedule.Steps || !inSteps) {
            return form;
        }
        return UnitSteps.asking(nest, turned, down)
                .map(asking -> form(asWritten, all, asking, rules, !down.isEmpty(), !turned.isEmpty()))
                .filter(NestForm::hasWholeTimeTiles)
                .orElse(form);
    }

    /**
     * @param unit the nest with loops in steps of one
     * @param down whether sums run down with the loops around them
     * @param turned whether loops run the way of others
     */
    private NestForm form(
            Dependences asWritten, Dependences all, Rewriting unit, List<String> rules, boolean down, boolean turned) {
        LoopNest nest = asWritten.nest();
        if (unit.nest() == nest) {
            return new NestForm(nest, all, unit, new Distribution(context, asWritten, all, schedule).regions(), rules);
        }
        Dependences whole = DependenceAnalysis.analyze(context, unit.nest());
        List<String> reasons = new ArrayList<>(rules);
        if (down) {
            reasons.add("sums whose order is free run down with the loops around them");
        }
        if (turned) {
            reasons.add(
                    "loops whose iterations do without each other run the way of loops around them that walk the same"
                            + " rows");
        }
        return new NestForm(
                nest,
                all,
                unit,
                new Distribution(context, whole, DependenceAnalysis.withSilent(whole), schedule).regions(),
                reasons.stream().distinct().toList());
    }
}
