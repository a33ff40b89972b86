package tilewright.codegen.lower;

import java.util.List;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.PairArithmetic;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Whether the points of a piece are updated two at a time, neighbours along the last axis as the two halves of a word. Every
 * statement then keeps its target in registers, its arithmetic fits 16 bits ({@link PairArithmetic}), threads own an even
 * number of points along the last axis, and what a statement reads is either the two points' own or the same for both.
 */
final class Pairs {
    private Pairs() {}

    static boolean applies(LoopNest nest, Piece piece) {
        if (piece.points().isEmpty() || piece.points().getLast().thread() % 2 != 0) {
            return false;
        }
        String along = piece.points().getLast().variable();
        PairArithmetic arithmetic = new PairArithmetic(nest);
        boolean exchanged = piece.statements().stream()
                .flatMap(s -> s.accesses().stream())
                .anyMatch(a -> a.strategy() == Strategy.EXCHANGED);
        return !piece.statements().isEmpty()
                && (piece.statements().size() == 1 || !exchanged)
                && piece.leaves().stream()
                        .allMatch(s -> arithmetic.holdsFor(s.statement())
                                && s.access(1).strategy() == Strategy.OWN
                                && s.accesses().stream().allMatch(a -> isPairOrSame(piece, a, along)));
    }

    private static boolean isPairOrSame(Piece piece, Piece.PlannedAccess access, String along) {
        return switch (access.strategy()) {
            case OWN -> depends(tile(piece, access), along);
            // One value for each point of the block: neighbours' values are neighbours.
            case STAGED -> true;
            case EXCHANGED -> !depends(access.indices(), along) || isOwnPlace(piece, access, along);
            case DIRECT -> false;
        };
    }

    /** Whether the point that hands out the value has the same place along an axis as the one that takes it. */
    private static boolean isOwnPlace(Piece piece, Piece.PlannedAccess access, String along) {
        List<Affine> own = tile(piece, access);
        for (int d = 0; d < own.size(); d++) {
            boolean here = depends(List.of(own.get(d)), along);
            boolean there = depends(List.of(access.indices().get(d)), along);
            if (here != there || here && !own.get(d).equals(access.indices().get(d))) {
                return false;
            }
        }
        return true;
    }

    private static List<Affine> tile(Piece piece, Piece.PlannedAccess access) {
        Integer tile = access.tile();
        return tile == null ? List.of() : piece.tiles().get(tile).indices();
    }

    private static boolean depends(List<Affine> indices, String variable) {
        return indices.stream().anyMatch(i -> i.variables().contains(variable));
    }
}
