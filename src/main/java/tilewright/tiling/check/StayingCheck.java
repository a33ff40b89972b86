package tilewright.tiling.check;

import java.util.List;
import java.util.Optional;
import tilewright.tiling.plan.TimeTile;

/**
 * Whether blocks that stay with a box of their own for all iterations compute what their statements would on whole arrays, statement by statement; asked of the plan alone.
 * What holds of places is asked by {@link TimeTileCheck}: every element has one owner, statements write their points and read at the offsets that the boxes name.
 *
 * <ol>
 *   <li>The launch runs all iterations, and nothing counts it.
 *   <li>A box is the block's own elements, no halo, so that nobody computes what another block owns.
 *   <li>Nothing is read farther away than the next block, along each dimension: what a block reads of others, these have in their surface, and those are the blocks that it
 *       waits for.
 * </ol>
 *
 * <p>That values are told before they are read is a matter of the program: {@code codegen.lower.SurfaceCheck} follows it.
 */
public final class StayingCheck {
    private final TimePlaces places;
    private final TimeTile tile;

    StayingCheck(TimePlaces places) {
        this.places = places;
        this.tile = places.tile();
    }

    /** What is wrong, in words. */
    Optional<String> wrong() {
        if (!places.loops().isEmpty()) {
            return Optional.of("blocks that stay are launched in a loop");
        }
        for (TimeTile.Dimension d : tile.dimensions()) {
            if (d.low() != 0 || d.own() != d.extent()) {
                return Optional.of("blocks that stay hold a halo along " + d.variable());
            }
        }
        return wrongReach().or(() -> new TimeTileCheck(places).wrongPlaces());
    }

    private Optional<String> wrongReach() {
        for (TimeTile.HeldArray array : tile.arrays()) {
            for (List<Integer> offset : array.neighbours()) {
                for (int d = 0; d < offset.size(); d++) {
                    TimeTile.Dimension dimension = tile.dimensions().get(d);
                    if (Math.abs(offset.get(d)) > dimension.own()) {
                        return Optional.of("statements read " + array.array() + " " + Math.abs(offset.get(d))
                                + " points away along " + dimension.variable() + ", farther than the " + dimension.own()
                                + " of the next block");
                    }
                }
            }
        }
        return Optional.empty();
    }
}
