package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.Piece;

/**
 * What every step of lowering one piece needs to know of it.
 *
 * @param beside the other pieces of the launch, whose blocks run at the same time
 * @param ranges bounds of host, grid, sequential and point variables
 * @param pairs whether points are updated two at a time ({@link Pairs})
 * @param matrices whether warps may multiply matrices ({@link MatrixProducts})
 */
record PieceContext(
        LoopNest nest,
        Piece piece,
        List<Piece> beside,
        List<Axis> axes,
        List<Tile> tiles,
        Ranges ranges,
        boolean pairs,
        boolean matrices) {
    /** The same with register tiles. */
    PieceContext with(List<Tile> found) {
        return new PieceContext(nest, piece, beside, axes, found, ranges, pairs, matrices);
    }

    /** Position of the axis whose variable that is, or -1. */
    int axisOf(String variable) {
        for (int d = 0; d < axes.size(); d++) {
            if (axes.get(d).variable().equals(variable)) {
                return d;
            }
        }
        return -1;
    }

    /** The axes that affine expressions depend on, ascending. */
    List<Integer> axesOf(List<Affine> expressions) {
        Set<Integer> found = new HashSet<>();
        expressions.forEach(e -> e.variables().forEach(v -> found.add(axisOf(v))));
        found.remove(-1);
        return found.stream().sorted().toList();
    }

    /**
     * Solves {@code tile.indices(q) = indices} for the coordinate of the point q along an axis.
     *
     * @return nothing where no subscript of the tile gives it
     */
    Optional<Affine> owner(Tile tile, List<Affine> indices, int axis) {
        return IntStream.range(0, indices.size())
                .filter(d -> axesOf(List.of(tile.indices().get(d))).equals(List.of(axis)))
                .mapToObj(d -> LinearForm.of(tile.indices().get(d))
                        .solve(axes.get(axis).variable(), indices.get(d)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    List<Integer> allAxes() {
        return IntStream.range(0, axes.size()).boxed().toList();
    }

    List<Integer> extents(List<Integer> which) {
        return which.stream().map(d -> axes.get(d).extent()).toList();
    }

    /** Whether a value is the same for both points of a pair, hence kept twice. */
    boolean isDoubled(List<Integer> valueAxes) {
        return pairs && !valueAxes.contains(axes.size() - 1);
    }

    /** Variables of the loops that the block runs in order. */
    Set<String> sequentialVariables() {
        Set<String> names = new HashSet<>();
        piece.sequential().forEach(s -> names.add(s.variable()));
        return names;
    }

    /** Whether some statement runs only where variables of an expression have certain values: then blocks in which it does not run may have others. */
    boolean isAsked(Affine expression) {
        return piece.leaves().stream()
                .flatMap(s -> s.domain().variables().stream())
                .anyMatch(expression.variables()::contains);
    }

    /** When an element lies within its array's bounds; parts that always hold are left out. */
    Condition inBounds(String array, List<Affine> indices) {
        ArrayDeclaration declaration = nest.array(array);
        List<Condition> needed = new ArrayList<>();
        for (int d = 0; d < indices.size(); d++) {
            Affine index = indices.get(d);
            Affine lower = declaration.bounds().get(d).lower();
            Affine upper = declaration.bounds().get(d).upper();
            if (!ranges.isNonNegative(index.minus(lower))) {
                needed.add(new Condition.Compare(index, Condition.Relation.GE, lower));
            }
            if (!ranges.isNonNegative(upper.minus(index))) {
                needed.add(new Condition.Compare(index, Condition.Relation.LE, upper));
            }
        }
        return Affines.and(needed);
    }

    /** The axes that a value depends on, ascending. */
    List<Integer> axesOf(Value value) {
        Set<Integer> found = new HashSet<>();
        Values.visit(value, v -> {
            switch (v) {
                case Value.TileElement t -> found.addAll(t.tile().axes());
                case Value.NeighbourElement n -> found.addAll(n.tile().axes());
                case Value.BufferElement b -> found.addAll(b.buffer().axes());
                case Value.StagedElement s -> found.addAll(axesOf(s.offsets()));
                case Value.SliceElement s -> found.addAll(axesOf(s.offsets()));
                case Value.FragmentElement f -> found.addAll(f.fragment().axes());
                case Value.GlobalElement g -> {
                    found.addAll(axesOf(g.indices()));
                    g.guard().variables().forEach(name -> found.add(axisOf(name)));
                }
                case Value.Index i -> found.addAll(axesOf(List.of(i.index())));
                case Value.Literal _, Value.Operation _ -> {}
            }
        });
        found.remove(-1);
        return found.stream().sorted().toList();
    }
}
