package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.sets.ConditionProver;
import tilewright.tiling.plan.Piece;

/**
 * Reads of global memory by points outside a statement's domain. What they read is not used, but nothing orders it with the write of
 * the point that owns the element. Example: {@code corr(j,i) = corr(i,j)} for {@code i < j}, where a point with {@code i > j} would read what
 * another one writes. Such reads get the conditions of the domain whose violation lets them meet a write of the launch, by the piece or by
 * one whose blocks run beside it; for most elements there are none.
 */
public final class UnorderedReads {
    /** Ends the names of a writer's variables. */
    private static final String OF_WRITER = "_w";

    private final LoopNest nest;
    private final Piece piece;
    private final List<Piece> beside;

    /** @param beside the other pieces of the launch */
    public UnorderedReads(LoopNest nest, Piece piece, List<Piece> beside) {
        this.nest = nest;
        this.piece = piece;
        this.beside = List.copyOf(beside);
    }

    /**
     * What the load of a tile must check: a point outside the domains of all statements that use the tile needs no value.
     *
     * @param position of the tile among those of the piece
     * @param remaining what of a statement's domain is not known to hold
     */
    public Condition ofTile(int position, UnaryOperator<Condition> remaining) {
        List<List<Condition>> domains = piece.leaves().stream()
                .filter(s -> s.accesses().stream().anyMatch(a -> a.tile() != null && a.tile() == position))
                .map(s -> remaining.apply(s.domain()).conjuncts())
                .toList();
        if (domains.isEmpty()) {
            return Condition.TRUE;
        }
        Set<String> inside = inside();
        List<Condition> common = domains.getFirst().stream()
                .filter(c -> domains.stream().allMatch(d -> d.contains(c)))
                .filter(c -> c.variables().stream().noneMatch(inside::contains))
                .toList();
        Piece.RegisterTile tile = piece.tiles().get(position);
        return new Condition.And(needed(tile.array(), tile.indices(), common));
    }

    /** Variables that tiles do not depend on: they change while a tile is kept. */
    private Set<String> inside() {
        Set<String> inside = new LinkedHashSet<>();
        piece.sequential().forEach(s -> inside.add(s.variable()));
        piece.points().stream().filter(Piece.PointDimension::lanes).forEach(p -> inside.add(p.variable()));
        return inside;
    }

    /** Those conditions whose violation lets a read of an element meet a write. */
    public List<Condition> needed(String array, List<Affine> indices, List<Condition> conditions) {
        return conditions.stream()
                .filter(c -> mayMeetWrite(array, indices, c.negated()))
                .toList();
    }

    private boolean mayMeetWrite(String array, List<Affine> read, Condition violation) {
        return Stream.concat(Stream.of(piece), beside.stream())
                .anyMatch(other -> other.leaves().stream()
                        .filter(s -> s.access(1).access().array().equals(array))
                        .anyMatch(writer -> mayMeet(read, violation, other, writer)));
    }

    /**
     * Whether a point that violates the domain may read what a point of the writer's domain writes. Which points blocks have is asked for
     * writers of other pieces alone, and last: it is what takes isl long.
     */
    private boolean mayMeet(List<Affine> read, Condition violation, Piece other, Piece.PlannedStatement writer) {
        Set<String> theirs = variables(other);
        Map<String, Affine> renamed = new HashMap<>();
        theirs.forEach(v -> renamed.put(v, Affine.variable(v + OF_WRITER)));
        List<Condition> all = new ArrayList<>(List.of(violation, writer.domain().substitute(renamed)));
        List<Affine> written = writer.access(1).indices();
        for (int d = 0; d < written.size(); d++) {
            all.add(new Condition.Compare(
                    read.get(d), Condition.Relation.EQ, written.get(d).substitute(renamed)));
        }
        List<String> variables = new ArrayList<>(variables(piece));
        theirs.forEach(v -> variables.add(v + OF_WRITER));
        if (isImpossible(all, variables)) {
            return false;
        }
        all.add(places(piece));
        all.add(places(other).substitute(renamed));
        return other == piece || !isImpossible(all, variables);
    }

    private boolean isImpossible(List<Condition> all, List<String> variables) {
        return ConditionProver.isImpossible(all, variables, nest.parameters()::contains);
    }

    /** Whatever names a place of a piece's blocks. */
    private static Set<String> variables(Piece piece) {
        Set<String> variables = new LinkedHashSet<>();
        piece.grid().forEach(g -> variables.add(g.variable()));
        piece.sequential().forEach(s -> variables.add(s.variable()));
        piece.points().forEach(p -> variables.add(p.variable()));
        return variables;
    }

    /** Which points a piece's blocks have, those outside every domain among them. */
    private static Condition places(Piece piece) {
        List<Condition> places = new ArrayList<>(List.of(piece.member()));
        piece.grid().forEach(g -> places.addAll(between(g.first(), g.variable(), g.last())));
        piece.points()
                .forEach(p ->
                        places.addAll(between(p.base(), p.variable(), p.base().plus(p.extent() - 1L))));
        return new Condition.And(places);
    }

    private static List<Condition> between(Affine first, String variable, Affine last) {
        return List.of(
                new Condition.Compare(Affine.variable(variable), Condition.Relation.GE, first),
                new Condition.Compare(Affine.variable(variable), Condition.Relation.LE, last));
    }
}
