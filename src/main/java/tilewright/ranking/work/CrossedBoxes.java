package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.ranking.description.KernelCosts;
import tilewright.tiling.property.CrossedRows;
import tilewright.tiling.property.SharedBoxes;
import tilewright.tiling.property.WalkedRows;
import tilewright.tiling.space.LoopRole;

/**
 * What a block keeps in shared memory of arrays that its points access across rows ({@link Reference#boxed}): a row of the box is one of the array.
 *
 * @param copies by reference
 * @param sharedBytes of all
 */
public record CrossedBoxes(List<FrontBoxes.Copy> copies, long sharedBytes) {
    /** Passes of an element through the first cache and shared memory: between memory and registers, and both ways between these and the box. */
    static final int PASSES = 3;

    static final CrossedBoxes NONE = new CrossedBoxes(List.of(), 0);

    public CrossedBoxes {
        copies = List.copyOf(copies);
    }

    /** Whether an access is across rows, or to short rows of points that written-out iterations walk ({@link WalkedRows}), in blocks whose points run each statement once. */
    static boolean isBoxed(FamilyLoops loops, List<PlacedStatement> statements, PlacedStatement placed, Access access) {
        List<LoopRole> roles = loops.family().roles();
        boolean once = roles.stream().allMatch(r -> switch (r) {
            case PARALLEL, HOST, UNROLLED -> true;
            case KERNEL, REDUCTION, FRONTS, HOST_BLOCKS -> false;
        });
        List<String> points = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                .mapToObj(loops.problem().loops()::get)
                .toList();
        return once
                && (areRows(loops, statements, access.array())
                        || CrossedRows.boxed(statements, access.array(), loops::indices, points)
                                .contains(new CrossedRows.Key(placed.statement().id(), access.index())));
    }

    private static boolean areRows(FamilyLoops loops, List<PlacedStatement> statements, String array) {
        List<LoopRole> roles = loops.family().roles();
        int along = roles.lastIndexOf(LoopRole.UNROLLED);
        int last = roles.lastIndexOf(LoopRole.PARALLEL);
        return along >= 0
                && last >= 0
                && statements.stream()
                        .allMatch(s -> s.statement().accesses().stream()
                                .filter(a -> a.array().equals(array))
                                .allMatch(a -> WalkedRows.isRowOfPoint(
                                        loops.indices(s, a),
                                        loops.problem().loops().get(along),
                                        loops.problem().loops().get(last))));
    }

    /** None where there is no room for all of them. */
    static CrossedBoxes of(List<Reference> references, Geometry geometry) {
        List<FrontBoxes.Copy> copies = new ArrayList<>();
        long bytes = 0;
        for (Reference reference : references) {
            if (reference.boxed()) {
                double elements = geometry.touchedPerBlock(reference, 1);
                int columns = columns(reference, geometry);
                int rows = (int) Math.ceil(elements / columns);
                bytes += (long) rows * SharedBoxes.shape(List.of(columns)).getLast() * reference.bytes();
                copies.add(new FrontBoxes.Copy(
                        rows,
                        columns,
                        reference.bytes(),
                        reference.loads() * elements,
                        reference.stores() * elements,
                        false));
            }
        }
        return bytes > GenerationLimits.shipped().boxBytes() ? NONE : new CrossedBoxes(copies, bytes);
    }

    /** Elements of a row of the array that a block touches. */
    private static int columns(Reference reference, Geometry geometry) {
        if (reference.contiguous() != 0 || reference.spans().isEmpty()) {
            return Math.toIntExact(geometry.perBlock(reference.contiguous()));
        }
        Reference.Span row = reference.spans().getLast();
        return Math.toIntExact(geometry.perBlock(row.loops()) * row.values());
    }

    public boolean isEmpty() {
        return copies.isEmpty();
    }

    /** How often a thread waits for what it loads: for each batch of its elements. */
    public int waits(int threads) {
        return copies.stream()
                .filter(c -> c.loaded() > 0)
                .mapToInt(c -> Math.max(1, c.waits(threads)))
                .sum();
    }

    /** Instructions of the busiest thread that copy elements. */
    public double slots(int threads) {
        return copies.stream()
                .mapToDouble(c -> c.slots(threads, KernelCosts.measured()))
                .sum();
    }
}
