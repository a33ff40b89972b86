package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.window.Windows;

/**
 * A tiled program: what the host does, and the kernels it launches. Device and host memory hold the arrays in the
 * layout that {@link ArrayLayout} gives.
 *
 * @param nest what is computed; its parameters are the program's sizes
 * @param family name of the plan's shape
 * @param rule why the order is legal
 * @param arrays one per array of the nest, in its order
 * @param windows of the arrays, of which the device has memory for a few alone, under the names that kernels know; null where it holds arrays whole
 * @param scratch arrays that the program keeps values in between launches; what they hold before and after is no matter
 * @param coalescing which loops are one axis, and what that makes of arrays
 */
public record KernelProgram(
        LoopNest nest,
        Candidate candidate,
        String family,
        String rule,
        List<ArrayLayout> arrays,
        List<ArrayLayout> scratch,
        List<HostStep> host,
        @Nullable Windows windows,
        Coalescing coalescing) {
    /** What the host does, in order. */
    public sealed interface HostStep {
        /**
         * Runs the body for {@code variable} from {@code first} to {@code last}, inclusive.
         *
         * @param windows for a loop over windows of arrays, which values have one; else null
         * @param apart whether its iterations do without each other
         */
        record Loop(
                String variable,
                tilewright.model.Affine first,
                tilewright.model.Affine last,
                List<HostStep> body,
                @Nullable Condition windows,
                boolean apart)
                implements HostStep {
            public Loop {
                body = List.copyOf(body);
            }
        }

        /**
         * Runs all blocks of a kernel after the earlier ones of its lane.
         *
         * @param lane what it waits for; where there is one lane, steps run in textual order
         */
        record Launch(Kernel kernel, tilewright.tiling.plan.HostStep.Lane lane) implements HostStep {}

        /**
         * Runs the nest as written, on a processor ({@link tilewright.tiling.plan.HostStep.AsWritten}).
         *
         * @param parallel numbers of loops whose iterations run at the same time
         * @param sums ids of statements that may add to their accumulator in any order
         */
        record AsWritten(List<Integer> parallel, List<String> sums) implements HostStep {
            public AsWritten {
                parallel = List.copyOf(parallel);
                sums = List.copyOf(sums);
            }
        }

        /**
         * Runs a loop of launches of one kernel, all blocks of which depend on blocks of earlier iterations whose coordinates are no greater. Blocks of
         * equal coordinates, a column, may be run by one block in one launch, iteration after iteration: it waits for what the columns before it
         * have done, instead of for launches.
         *
         * @param launches the loop and the launch
         * @param columns the coordinates over all iterations, those of the kernel's grid in their order
         * @param progress the scratch array in which columns tell how far they are, an element each
         * @throws IllegalStateException if the kernel's blocks have other coordinates: a block could not tell by them whose it is
         */
        record Columns(Loop launches, List<Column> columns, String progress) implements HostStep {
            public Columns {
                columns = List.copyOf(columns);
                List<String> blocks = ((Launch) launches.body().getFirst())
                        .kernel().pieces().getFirst().grid().stream()
                                .map(BlockProgram.Coordinate::variable)
                                .toList();
                List<String> own = columns.stream().map(Column::variable).toList();
                if (!blocks.equals(own)) {
                    throw new IllegalStateException("columns along " + own + " of blocks along " + blocks);
                }
            }

            public Kernel kernel() {
                return ((Launch) launches.body().getFirst()).kernel();
            }
        }

        /**
         * Runs a loop of two launches, of the block on the diagonal and of those below it, whose blocks depend on the diagonal blocks of earlier iterations and on blocks of their own row alone.
         * The blocks of a row may be run by one block in one launch, which waits for rows instead of launches.
         *
         * @param launches the loop and its launches
         * @param done the scratch array in which rows tell that they are done, an element each
         */
        record Rows(Loop launches, String done) implements HostStep {
            public Kernel diagonal() {
                return ((Launch) launches.body().getFirst()).kernel();
            }

            public Kernel below() {
                return ((Launch) launches.body().getLast()).kernel();
            }
        }

        /**
         * Runs a loop of launches, or one launch instead whose blocks keep columns for all iterations, where they fit their memory.
         *
         * @param launches the loop
         * @param nest whose statements the loop runs, with temporaries
         * @param columns what its iterations do for columns
         * @param places where blocks keep what the iterations read and write
         * @param function name of the launch's function
         * @param scratch arrays in which pivots tell a column or value each for every step, then one element that says how many pivots are done
         */
        record Kept(
                Loop launches,
                tilewright.model.LoopNest nest,
                tilewright.tiling.plan.OwnedColumns columns,
                ColumnPlaces places,
                String function,
                List<ArrayLayout> scratch)
                implements HostStep {
            public Kept {
                scratch = List.copyOf(scratch);
            }

            /** The scratch array of one element. */
            public String progress() {
                return scratch.getLast().name();
            }
        }

        /**
         * Runs a loop of launches, or one launch instead whose blocks all stay for all iterations, wait for each other behind what each launch does, and keep what they read of
         * arrays that nobody writes, where the device holds all blocks at the same time.
         *
         * @param launches the loop
         * @param parts what each of its launches does, in order
         */
        record Inputs(Loop launches, List<InputPart> parts) implements HostStep {
            public Inputs {
                parts = List.copyOf(parts);
            }
        }

        /**
         * Runs a loop of launches, or one launch instead whose blocks stay with their boxes for all iterations, where the device holds all blocks at the same time.
         *
         * @param launches the loop
         * @param nest whose statements the loop runs, with temporaries
         * @param boxes what blocks keep
         * @param surfaces what they tell each other
         * @param function name of the launch's function
         * @param told scratch arrays for what is told, one for each array of {@link Surfaces#told}: two that are used in turn, coordinates of blocks, the points of a block as its
         *     threads have them
         * @param unwritten scratch arrays for elements that no statement writes, one for each array of {@link #overwritten}: coordinates of blocks, the points of a block
         * @param progress scratch array in which each block says how many rounds it has told: coordinates of blocks, then one dimension more to lie apart
         */
        record Staying(
                Loop launches,
                tilewright.model.LoopNest nest,
                tilewright.tiling.plan.TimeTile boxes,
                Surfaces surfaces,
                String function,
                List<ArrayLayout> told,
                List<ArrayLayout> unwritten,
                ArrayLayout progress)
                implements HostStep {
            public Staying {
                unwritten = List.copyOf(unwritten);
                told = List.copyOf(told);
            }

            /** The threads of a block. */
            public int threads() {
                return boxes.dimensions().stream()
                        .mapToInt(tilewright.tiling.plan.TimeTile.Dimension::threads)
                        .reduce(1, Math::multiplyExact);
            }

            /** The scratch array for what is told of an array. */
            public ArrayLayout told(String array) {
                return told.get(surfaces.told().indexOf(array));
            }

            /** The scratch array for elements of an array that no statement writes. */
            public ArrayLayout unwritten(String array) {
                return unwritten.get(overwritten(boxes).indexOf(array));
            }

            /**
             * Arrays that one statement writes, without reading them at the point: nobody needs the registers of its points until it does, if what points have that do not run it
             * is found elsewhere.
             */
            public static List<String> overwritten(tilewright.tiling.plan.TimeTile boxes) {
                return boxes.arrays().stream()
                        .map(tilewright.tiling.plan.TimeTile.HeldArray::array)
                        .filter(a -> isOverwritten(boxes, a))
                        .toList();
            }

            private static boolean isOverwritten(tilewright.tiling.plan.TimeTile boxes, String array) {
                List<tilewright.tiling.plan.TimeTile.TimedStatement> writers = boxes.statements().stream()
                        .filter(s -> s.statement().target().array().equals(array))
                        .toList();
                return writers.size() == 1
                        && writers.getFirst().statement().accesses().stream()
                                .noneMatch(a -> a.index() > 1 && a.array().equals(array));
            }
        }
    }

    /**
     * A coordinate of columns; runs from {@code first} to {@code last}, inclusive.
     *
     * @param dependent whether blocks depend on those with smaller values; else these are problems of their own
     */
    public record Column(
            String variable, tilewright.model.Affine first, tilewright.model.Affine last, boolean dependent) {}

    public KernelProgram {
        arrays = List.copyOf(arrays);
        scratch = List.copyOf(scratch);
        host = List.copyOf(host);
    }

    /** The same program with other layouts of its scratch arrays. */
    public KernelProgram withScratch(List<ArrayLayout> layouts) {
        return new KernelProgram(nest, candidate, family, rule, arrays, layouts, host, windows, coalescing);
    }

    /** A kernel for a kernel. */
    @FunctionalInterface
    public interface KernelChange {
        /** @param ordered whether its blocks wait for those of smaller numbers ({@link HostStep.Columns}, {@link HostStep.Rows}) */
        Kernel of(Kernel kernel, boolean ordered);
    }

    /** The same program with other kernels in the places of its own. */
    public KernelProgram mapKernels(KernelChange change) {
        return new KernelProgram(
                nest, candidate, family, rule, arrays, scratch, mapKernels(host, false, change), windows, coalescing);
    }

    private static List<HostStep> mapKernels(List<HostStep> steps, boolean ordered, KernelChange change) {
        return steps.stream()
                .<HostStep>map(step -> switch (step) {
                    case HostStep.Loop l -> mapKernels(l, ordered, change);
                    case HostStep.Launch l -> new HostStep.Launch(change.of(l.kernel(), ordered), l.lane());
                    case HostStep.Columns c ->
                        new HostStep.Columns(mapKernels(c.launches(), true, change), c.columns(), c.progress());
                    case HostStep.Rows r -> new HostStep.Rows(mapKernels(r.launches(), true, change), r.done());
                    case HostStep.Kept k ->
                        new HostStep.Kept(
                                mapKernels(k.launches(), ordered, change),
                                k.nest(),
                                k.columns(),
                                k.places(),
                                k.function(),
                                k.scratch());
                    case HostStep.Inputs i ->
                        new HostStep.Inputs(
                                mapKernels(i.launches(), ordered, change),
                                i.parts().stream()
                                        .map(p -> new InputPart(
                                                change.of(p.direct(), ordered), p.blocks(), p.iterations()))
                                        .toList());
                    case HostStep.Staying s ->
                        new HostStep.Staying(
                                mapKernels(s.launches(), ordered, change),
                                s.nest(),
                                s.boxes(),
                                s.surfaces(),
                                s.function(),
                                s.told(),
                                s.unwritten(),
                                s.progress());
                    case HostStep.AsWritten w -> w;
                })
                .toList();
    }

    private static HostStep.Loop mapKernels(HostStep.Loop loop, boolean ordered, KernelChange change) {
        return new HostStep.Loop(
                loop.variable(),
                loop.first(),
                loop.last(),
                mapKernels(loop.body(), ordered, change),
                loop.windows(),
                loop.apart());
    }

    /** The nest's name, e.g. {@code floyd-warshall}. */
    public String name() {
        return nest.name();
    }

    /** The symbolic sizes, in the order in which every program and kernel takes them. */
    public List<String> parameters() {
        return nest.parameters();
    }

    /** The {@link #arrays} as callers know them: their bounds are those of the nest as written, their rows the same. */
    public List<ArrayLayout> passed() {
        return arrays.stream().map(a -> ArrayLayout.of(nest.array(a.name()))).toList();
    }

    /** The arrays of the nest, those that hold temporaries, and windows. */
    public List<ArrayLayout> allArrays() {
        return Stream.of(arrays, scratch, windowLayouts()).flatMap(List::stream).toList();
    }

    /** Those that a caller passes, and the nest's own that are in memory. */
    public List<ArrayLayout> ofNest() {
        return Stream.concat(
                        arrays.stream(),
                        scratch.stream()
                                .filter(s -> nest.arrays().stream()
                                        .anyMatch(a -> a.name().equals(s.name()))))
                .toList();
    }

    /** Views of windows, as kernels know them. */
    private List<ArrayLayout> windowLayouts() {
        return windows == null
                ? List.of()
                : windows.views().stream()
                        .map(v -> ArrayLayout.window(windows.plan().nest().array(v.name()), windows.size()))
                        .toList();
    }

    /** The layout of an array. */
    public ArrayLayout array(String array) {
        return allArrays().stream()
                .filter(a -> a.name().equals(array))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no array " + array + " in program " + name()));
    }

    /** Names of the arrays that have a second copy in memory, in the nest's order. */
    public List<String> secondCopies() {
        return arrays.stream()
                .map(ArrayLayout::name)
                .filter(a -> kernels().stream()
                        .flatMap(k -> k.arguments().stream())
                        .anyMatch(g -> g instanceof KernelArgument.AlternatingBase b
                                && b.array().equals(a)))
                .toList();
    }

    /** Names of the arrays the padding of whose rows blocks may read and write. */
    public Set<String> paddedArrays() {
        return kernels().stream()
                .flatMap(k -> k.pieces().stream())
                .flatMap(p -> p.paddedArrays().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether some launches may run beside others. */
    public boolean usesLanes() {
        return usesLanes(host);
    }

    private static boolean usesLanes(List<HostStep> steps) {
        return steps.stream().anyMatch(step -> switch (step) {
            case HostStep.Loop l -> usesLanes(l.body());
            case HostStep.Launch l -> l.lane().ahead();
            case HostStep.Columns _, HostStep.Rows _, HostStep.AsWritten _ -> false;
            case HostStep.Kept k -> usesLanes(k.launches().body());
            case HostStep.Inputs i -> usesLanes(i.launches().body());
            case HostStep.Staying s -> usesLanes(s.launches().body());
        });
    }

    /** All kernels, in textual order. */
    public List<Kernel> kernels() {
        List<Kernel> found = new ArrayList<>();
        collect(host, found);
        return found;
    }

    private <S extends HostStep> List<S> ofKind(Class<S> kind) {
        return host.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The loops whose columns blocks may keep. */
    public List<HostStep.Kept> kept() {
        return ofKind(HostStep.Kept.class);
    }

    /** The loops whose blocks may keep what they read. */
    public List<HostStep.Inputs> inputs() {
        return ofKind(HostStep.Inputs.class);
    }

    /** The loops whose blocks may stay with their boxes. */
    public List<HostStep.Staying> staying() {
        return ofKind(HostStep.Staying.class);
    }

    private static void collect(List<HostStep> steps, List<Kernel> found) {
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.Loop l -> collect(l.body(), found);
                case HostStep.Launch l -> found.add(l.kernel());
                case HostStep.Columns c -> found.add(c.kernel());
                case HostStep.Rows r -> collect(r.launches().body(), found);
                case HostStep.Kept k -> collect(k.launches().body(), found);
                case HostStep.Inputs i -> collect(i.launches().body(), found);
                case HostStep.Staying s -> collect(s.launches().body(), found);
                case HostStep.AsWritten _ -> {}
            }
        }
    }
}
