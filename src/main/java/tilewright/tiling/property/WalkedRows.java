package tilewright.tiling.property;

import java.util.List;
import java.util.OptionalInt;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Node;

/** Short rows, one of each thread, which a block keeps in boxes of shared memory ({@link SharedBoxes}). Planning, lowering and ranking ask here. */
public final class WalkedRows {
    private WalkedRows() {}

    /**
     * Whether iterations of a loop walk along a row of an array, and neighbouring points along rows or parts of rows of their own: neighbours of a warp then lie apart in memory, and meet only where a box is copied.
     *
     * @param sequence the loop's variable
     * @param point the variable of the points
     */
    public static boolean isRowOfPoint(List<Affine> subscripts, String sequence, String point) {
        if (subscripts.isEmpty()) {
            return false;
        }
        LinearForm last = LinearForm.of(subscripts.getLast());
        List<Affine> others = subscripts.subList(0, subscripts.size() - 1);
        boolean walks = Math.abs(last.coefficient(sequence)) == 1
                && others.stream().noneMatch(s -> s.variables().contains(sequence));
        return walks
                && (Math.abs(last.coefficient(point)) > 1
                        || others.stream().anyMatch(s -> s.variables().contains(point)));
    }

    /**
     * The iterations of a loop that has a number of them at most, so few that rows of so many elements for all threads of a warp fit into a box.
     *
     * @param bytes of an element
     * @return nothing where there may be more
     */
    public static OptionalInt length(Node.Loop loop, int bytes) {
        if (loop.step() != 1 || !(LinearForm.of(loop.lower()).toAffine() instanceof Affine.Constant(long first))) {
            return OptionalInt.empty();
        }
        return loop.upper().leastOf().stream()
                .filter(Affine.Constant.class::isInstance)
                .mapToLong(last -> ((Affine.Constant) last).value() - first + 1)
                .filter(length ->
                        length > 0 && length <= GenerationLimits.shipped().boxBytes() / bytes / Simt.WARP)
                .mapToInt(Math::toIntExact)
                .min();
    }
}
