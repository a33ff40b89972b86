package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.tiling.rewrite.KeptCopies;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Iterations;

/**
 * Takes the blocks of a launch apart into those that run the same code: then the guards that a few blocks need are not paid
 * for by all others. Cholesky's diagonal blocks update the diagonal too, and only below it: the others need no guard.
 */
final class BlockParts {
    private BlockParts() {}

    /** Blocks in which the same statements run, and each access finds its values in the same place. */
    static List<Set> of(Dependences dependences, BlockSpace space, Set blocks, Map<PlacedStatement, Set> iterations) {
        List<Set> parts = byPlaceOfValues(dependences, space, blocks, List.copyOf(iterations.keySet()));
        for (Set domain : iterations.values()) {
            // for any sizes: a statement that is missing in the last step alone does not make a part of its own
            Set active = Iterations.blocks(space, List.of(domain)).projectOutAllParams();
            parts = split(parts, active);
        }
        return parts;
    }

    /** Parts in which every access either reads its own block's elements or does not, so that each part has one strategy per access. */
    private static List<Set> byPlaceOfValues(
            Dependences dependences, BlockSpace space, Set blocks, List<PlacedStatement> statements) {
        BlockElements elements = new BlockElements(dependences, space);
        KeptCopies copies = KeptCopies.of(dependences.nest());
        List<AccessStrategies.Tile> tiles = elements.tiles(statements);
        List<Set> parts = List.of(blocks);
        for (PlacedStatement placed : statements) {
            for (Access named : placed.statement().accesses()) {
                Access access = copies.behind(named).orElse(named);
                for (AccessStrategies.Tile tile : tiles) {
                    boolean shared = access.index() > 1 && tile.array().equals(access.array());
                    if (shared && !elements.owns(tile, placed, access)) {
                        parts = split(parts, elements.meets(tile, placed, access, blocks));
                    }
                }
            }
        }
        return parts;
    }

    private static List<Set> split(List<Set> parts, Set inside) {
        List<Set> result = new ArrayList<>();
        for (Set part : parts) {
            for (Set half : List.of(
                    part.intersect(inside).coalesce(), part.subtract(inside).coalesce())) {
                if (!half.isEmpty()) {
                    result.add(half);
                }
            }
        }
        return result;
    }
}
