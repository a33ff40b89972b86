package tilewright.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.lower.SurfaceCheck;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.FreshName;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.OwnedColumns;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.property.BlockRows;
import tilewright.tiling.property.Surfaces;

/** One launch for all iterations of a loop of the host, whose blocks tell each other by arrays of their own how far they are. */
final class LoopLaunches {
    /** Elements from one block's flag to the next one's: a line of the cache. */
    private static final int FLAGS_APART = 32;

    private final Plan plan;
    private final KernelNames kernelNames;
    /** The others, and what blocks tell each other. */
    private final List<ArrayLayout> progress;

    /**
     * @param kernelNames of the program
     * @param others arrays of the program that the nest does not have
     */
    LoopLaunches(Plan plan, KernelNames kernelNames, List<ArrayLayout> others) {
        this.plan = plan;
        this.kernelNames = kernelNames;
        this.progress = new ArrayList<>(others);
    }

    /** The others, and the arrays of all launches that were made. */
    List<ArrayLayout> progress() {
        return progress;
    }

    private Set<String> taken() {
        Set<String> taken = FreshName.taken(plan.nest());
        progress.forEach(p -> taken.add(p.name()));
        return taken;
    }

    /** The launches of a loop as columns, and the array in which these tell how far they are. */
    KernelProgram.HostStep inColumns(KernelProgram.HostStep.Loop loop, List<KernelProgram.Column> columns) {
        List<ArrayDeclaration.Bounds> bounds = columns.stream()
                .map(c -> new ArrayDeclaration.Bounds(c.first(), c.last()))
                .toList();
        ArrayLayout array =
                new ArrayLayout(FreshName.numbered("progress", "_", taken()::add), DataType.INTEGER, bounds);
        progress.add(array);
        return new KernelProgram.HostStep.Columns(loop, columns, array.name());
    }

    /** Whether one block may run the blocks of a row: by its threads, which both kernels have. */
    static boolean areRows(HostStep.HostLoop loop, KernelProgram.HostStep.Loop launches) {
        return launches.body().size() == 2
                && launches.body().stream()
                                .map(s -> s instanceof KernelProgram.HostStep.Launch l
                                        ? l.kernel().threads()
                                        : 0)
                                .distinct()
                                .count()
                        == 1
                && BlockRows.are(loop);
    }

    /** The launches of a loop as rows, and the array in which these tell that they are done. */
    KernelProgram.HostStep inRows(KernelProgram.HostStep.Loop loop) {
        ArrayLayout array = new ArrayLayout(
                FreshName.numbered("done", "_", taken()::add),
                DataType.INTEGER,
                List.of(new ArrayDeclaration.Bounds(loop.first(), loop.last())));
        progress.add(array);
        return new KernelProgram.HostStep.Rows(loop, array.name());
    }

    /** The loop, or one launch whose blocks stay with their boxes. */
    KernelProgram.HostStep staying(KernelProgram.HostStep.Loop launches, TimeTile boxes) {
        Surfaces surfaces = SurfaceCheck.require(boxes, Surfaces.of(boxes, plan.nest()));
        Set<String> taken = taken();
        List<ArrayDeclaration.Bounds> blocks = boxes.dimensions().stream()
                .map(d -> new ArrayDeclaration.Bounds(Affine.constant(0), d.lastBlock()))
                .toList();
        long points =
                boxes.dimensions().stream().mapToLong(TimeTile.Dimension::own).reduce(1, Math::multiplyExact);
        ArrayDeclaration.Bounds box = new ArrayDeclaration.Bounds(Affine.constant(0), Affine.constant(points - 1));
        ArrayDeclaration.Bounds turns = new ArrayDeclaration.Bounds(Affine.constant(0), Affine.constant(1));
        List<ArrayLayout> told = new ArrayList<>();
        for (String name : surfaces.told()) {
            List<ArrayDeclaration.Bounds> bounds = new ArrayList<>(List.of(turns));
            bounds.addAll(blocks);
            bounds.add(box);
            told.add(new ArrayLayout(
                    FreshName.numbered(name + "_told", "_", taken::add),
                    plan.nest().array(name).type(),
                    bounds));
        }
        List<ArrayLayout> unwritten = new ArrayList<>();
        for (String name : KernelProgram.HostStep.Staying.overwritten(boxes)) {
            List<ArrayDeclaration.Bounds> bounds = new ArrayList<>(blocks);
            bounds.add(box);
            unwritten.add(new ArrayLayout(
                    FreshName.numbered(name + "_unwritten", "_", taken::add),
                    plan.nest().array(name).type(),
                    bounds));
        }
        List<ArrayDeclaration.Bounds> apart = new ArrayList<>(blocks);
        apart.add(new ArrayDeclaration.Bounds(Affine.constant(0), Affine.constant(FLAGS_APART - 1L)));
        ArrayLayout flags = new ArrayLayout(FreshName.numbered("rounds", "_", taken::add), DataType.INTEGER, apart);
        progress.addAll(unwritten);
        progress.addAll(told);
        progress.add(flags);
        String function = kernelNames.of(plan.nest().name() + " staying", "staying");
        return new KernelProgram.HostStep.Staying(
                launches, plan.nest(), boxes, surfaces, function, told, unwritten, flags);
    }

    /** The loop, or one launch whose blocks keep columns. */
    KernelProgram.HostStep kept(HostStep.HostLoop loop, KernelProgram.HostStep.Loop launches) {
        OwnedColumns owned = loop.columns();
        Optional<ColumnPlaces> places =
                owned == null ? Optional.empty() : ColumnPlaces.of(plan.nest(), owned, loop.variable());
        if (owned == null || places.isEmpty()) {
            return launches;
        }
        String function = kernelNames.of(plan.nest().name() + " columns", "columns");
        ArrayDeclaration.Bounds steps = new ArrayDeclaration.Bounds(loop.first(), loop.last());
        List<ArrayLayout> scratch = new ArrayList<>();
        for (ColumnPlaces.Column column : places.get().columns()) {
            ArrayDeclaration array = plan.nest().array(column.array());
            if (column.told()) {
                scratch.add(new ArrayLayout(
                        function + "_" + array.name(),
                        array.type(),
                        List.of(steps, array.bounds().get(column.along()))));
            }
        }
        places.get()
                .told()
                .forEach(e -> scratch.add(new ArrayLayout(
                        function + "_" + e.array(), plan.nest().array(e.array()).type(), List.of(steps))));
        scratch.add(new ArrayLayout(function + "_done", DataType.INTEGER, List.of()));
        progress.addAll(scratch);
        return new KernelProgram.HostStep.Kept(launches, plan.nest(), owned, places.get(), function, scratch);
    }
}
