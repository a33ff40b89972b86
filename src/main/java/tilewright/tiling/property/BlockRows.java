package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.space.LoopRole;

/**
 * Rows of blocks that one block each may run: a loop of the host that launches, in each iteration, the one block on the diagonal (or blocks of several kinds there, for iterations of their own)
 * and then all blocks of later rows, along one axis.
 *
 * <p>What is asked: each element that is written belongs to a row of blocks, by a subscript that is the point plus a constant; what is read of such arrays belongs to the block's own row, or, by
 * the same subscript with the sequential loop in place of the point, to the row of the iteration. A row is then written by its own blocks alone, in the order of the iterations, the one on the
 * diagonal last; so the blocks of a row, one after another, depend on nothing else than the diagonal blocks of the rows before.
 *
 * <p>Example: in {@code x(i) = x(i) - L(i,j) * x(j)} with blocks of 64 rows, block (jb, ib) changes the elements 64 ib .. 64 ib + 63 of x and reads 64 jb .. 64 jb + 63, which block (jb, jb) has
 * finished.
 */
public final class BlockRows {
    private final String iteration;
    /** By written array. */
    private final Map<String, Owner> owners = new HashMap<>();

    /**
     * The subscript that says whose row an element is: {@code sign * point + rest}.
     *
     * @param sign 1 or -1
     * @param rest a number
     */
    private record Owner(int dimension, long sign, Affine rest) {}

    private BlockRows(String iteration) {
        this.iteration = iteration;
    }

    /** Whether a loop of launches can have such blocks, by what becomes of a nest's loops: blocks of one parallel loop and of one that the host runs through. */
    public static boolean mayBe(List<LoopRole> roles) {
        return roles.size() == 2 && roles.containsAll(List.of(LoopRole.PARALLEL, LoopRole.HOST_BLOCKS));
    }

    /** Whether a loop of launches has such blocks. */
    public static boolean are(HostStep.HostLoop loop) {
        if (loop.body().size() != 2
                || !(loop.body().getFirst() instanceof HostStep.Launch first)
                || !(loop.body().getLast() instanceof HostStep.Launch second)
                || second.pieces().size() != 1
                || !Stream.of(first, second).allMatch(BlockRows::isPlain)) {
            return false;
        }
        return new BlockRows(loop.variable())
                .hold(first.pieces(), second.pieces().getFirst(), loop);
    }

    private static boolean isPlain(HostStep.Launch launch) {
        return launch.blocks().size() == launch.pieces().size()
                && launch.lane().equals(HostStep.Lane.MAIN)
                && launch.pieces().stream()
                        .allMatch(p -> !p.barriers()
                                && p.grid().size() == 1
                                && p.points().size() == 1
                                && !p.points().getFirst().lanes()
                                && p.sequential().size() == 1
                                && p.tiles().stream().allMatch(t -> t.partial() == null));
    }

    private boolean hold(List<Piece> diagonal, Piece below, HostStep.HostLoop loop) {
        Piece.GridDimension rows = below.grid().getFirst();
        List<Piece> all = new ArrayList<>(diagonal);
        all.add(below);
        return diagonal.stream().allMatch(this::isOnDiagonal)
                && same(rows.first(), Affine.variable(iteration).plus(1))
                && same(rows.last(), loop.last())
                && all.stream().allMatch(p -> size(p) == size(below))
                && all.stream().allMatch(this::isOfRow)
                && all.stream().allMatch(this::findOwners)
                && all.stream().allMatch(this::readsRows);
    }

    /** Whether a piece has the one block whose row is the iteration's, by its coordinate or by what makes the block exist. */
    private boolean isOnDiagonal(Piece piece) {
        Piece.GridDimension own = piece.grid().getFirst();
        Affine now = Affine.variable(iteration);
        return same(own.first(), own.last())
                && (same(own.first(), now)
                        || piece.member().conjuncts().stream()
                                .anyMatch(c -> c instanceof Condition.Compare e
                                        && e.relation() == Condition.Relation.EQ
                                        && isEquation(e.left().minus(e.right()), now.minus(own.first()))));
    }

    /** Whether one form is zero where the other one is. */
    private static boolean isEquation(Affine form, Affine other) {
        return same(form, other) || same(form, Affine.constant(0).minus(other));
    }

    private static int size(Piece piece) {
        return piece.points().getFirst().extent();
    }

    /** Points are those of the block's row, iterations those of the row that the host's loop has come to. */
    private boolean isOfRow(Piece piece) {
        int size = size(piece);
        Piece.PointDimension point = piece.points().getFirst();
        Piece.SequentialLoop loop = piece.sequential().getFirst();
        Affine row = Affine.variable(piece.grid().getFirst().variable());
        Affine offset = LinearForm.of(point.base().minus(row.times(size))).toAffine();
        Affine first = Affine.variable(iteration).times(size).plus(offset);
        Affine last = first.plus(size - 1L);
        return LinearForm.of(offset).isConstant()
                && loop.first().greatestOf().stream().anyMatch(o -> same(o, first))
                && loop.last().leastOf().stream().anyMatch(o -> same(o, last));
    }

    private boolean findOwners(Piece piece) {
        return writes(piece)
                .allMatch(write -> owner(piece, write)
                        .map(o -> o.equals(owners.computeIfAbsent(write.access().array(), _ -> o)))
                        .orElse(false));
    }

    private static Stream<Piece.PlannedAccess> writes(Piece piece) {
        return piece.statements().stream().map(s -> s.access(1));
    }

    private static Stream<Piece.PlannedAccess> accesses(Piece piece) {
        return piece.statements().stream().flatMap(s -> s.accesses().stream());
    }

    private static Optional<Owner> owner(Piece piece, Piece.PlannedAccess write) {
        String point = piece.points().getFirst().variable();
        return IntStream.range(0, write.indices().size())
                .mapToObj(d -> owner(write, d, point))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Owner> owner(Piece.PlannedAccess access, int dimension, String variable) {
        LinearForm form = LinearForm.of(access.indices().get(dimension));
        Affine rest = form.without(Affine.variable(variable)).toAffine();
        return Math.abs(form.coefficient(variable)) == 1 && LinearForm.of(rest).isConstant()
                ? Optional.of(new Owner(dimension, form.coefficient(variable), rest))
                : Optional.empty();
    }

    /** Whether all that is read or written of such arrays belongs to the block's row, or to that of the iteration. */
    private boolean readsRows(Piece piece) {
        List<String> rows = List.of(
                piece.points().getFirst().variable(),
                piece.sequential().getFirst().variable());
        return accesses(piece)
                .filter(a -> owners.containsKey(a.access().array()))
                .allMatch(a -> {
                    Owner owner = Objects.requireNonNull(owners.get(a.access().array()));
                    return rows.stream()
                            .anyMatch(r -> owner(a, owner.dimension(), r)
                                    .filter(owner::equals)
                                    .isPresent());
                });
    }

    private static boolean same(Affine left, Affine right) {
        LinearForm apart = LinearForm.of(left.minus(right));
        return left.equals(right) || apart.isConstant() && apart.constant() == 0;
    }
}
