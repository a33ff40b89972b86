package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.parse.ConditionProver;
import tilewright.tiling.Piece;

/**
 * Reads of global memory by points outside a statement's domain. What they read is not used, but nothing orders it with the write of
 * the point that owns the element. Example: {@code corr(j,i) = corr(i,j)} for {@code i < j}, where a point with {@code i > j} would read what
 * another one writes. Such reads get the conditions of the domain whose violation lets them meet a write of the launch, by the piece or by
 * one whose blocks run beside it; for most elements there are none.
 */
final class UnorderedReads {
    /** Ends the names of a writer's variables. */
    private static final String OF_WRITER = "_w";

    private final PieceContext context;

    UnorderedReads(PieceContext context) {
        this.context = context;
    }

    /**
     * The value with guards on these reads.
     *
     * @param domain what of the statement's domain is not known to hold
     * @param checked what of it the update itself checks
     */
    Value guarded(Value value, Condition domain, Condition checked) {
        return domain.equals(Condition.TRUE)
                ? value
                : Values.mapLeaves(
                        value, leaf -> leaf instanceof Value.GlobalElement g ? guarded(g, domain, checked) : leaf);
    }

    private Value guarded(Value.GlobalElement element, Condition domain, Condition checked) {
        // What depends on every axis is read where the update checks its guard, anything else before.
        boolean early =
                context.axesOf(element.indices()).size() < context.axes().size();
        List<Condition> already = checked.conjuncts();
        List<Condition> open = domain.conjuncts().stream()
                .filter(c -> early || !already.contains(c))
                .toList();
        Condition guard = Affines.and(List.of(element.guard(), needed(element.array(), element.indices(), open)));
        return new Value.GlobalElement(element.array(), element.type(), element.indices(), guard);
    }

    /**
     * What the load of a tile must check: a point outside the domains of all statements that use the tile needs no value.
     *
     * @param position of the tile among those of the piece
     */
    Condition ofTile(int position, Guarding guarding) {
        List<List<Condition>> domains = context.piece().statements().stream()
                .filter(s -> s.accesses().stream().anyMatch(a -> a.tile() != null && a.tile() == position))
                .map(s -> guarding.remaining(s.domain()).conjuncts())
                .toList();
        if (domains.isEmpty()) {
            return Condition.TRUE;
        }
        List<Condition> common = domains.getFirst().stream()
                .filter(c -> domains.stream().allMatch(d -> d.contains(c)))
                .filter(c -> c.variables().stream().noneMatch(inside()::contains))
                .toList();
        Piece.RegisterTile tile = context.piece().tiles().get(position);
        return needed(tile.array(), tile.indices(), common);
    }

    /** Variables that tiles do not depend on: they change while a tile is kept. */
    private Set<String> inside() {
        Set<String> inside = new LinkedHashSet<>(context.sequentialVariables());
        inside.addAll(Lanes.variables(context.piece()));
        return inside;
    }

    private Condition needed(String array, List<Affine> indices, List<Condition> conditions) {
        return Affines.and(conditions.stream()
                .filter(c -> mayMeetWrite(array, indices, c.negated()))
                .toList());
    }

    private boolean mayMeetWrite(String array, List<Affine> read, Condition violation) {
        return Stream.concat(Stream.of(context.piece()), context.beside().stream())
                .anyMatch(piece -> piece.statements().stream()
                        .filter(s -> s.access(1).access().array().equals(array))
                        .anyMatch(writer -> mayMeet(read, violation, piece, writer)));
    }

    /**
     * Whether a point that violates the domain may read what a point of the writer's domain writes. Which points blocks have is asked for
     * writers of other pieces alone, and last: it is what takes isl long.
     */
    private boolean mayMeet(List<Affine> read, Condition violation, Piece piece, Piece.PlannedStatement writer) {
        Set<String> theirs = variables(piece);
        Map<String, Affine> renamed = new HashMap<>();
        theirs.forEach(v -> renamed.put(v, Affine.variable(v + OF_WRITER)));
        List<Condition> all = new ArrayList<>(List.of(violation, writer.domain().substitute(renamed)));
        List<Affine> written = writer.access(1).indices();
        for (int d = 0; d < written.size(); d++) {
            all.add(new Condition.Compare(
                    read.get(d), Condition.Relation.EQ, written.get(d).substitute(renamed)));
        }
        List<String> variables = new ArrayList<>(variables(context.piece()));
        theirs.forEach(v -> variables.add(v + OF_WRITER));
        if (isImpossible(all, variables)) {
            return false;
        }
        all.add(places(context.piece()));
        all.add(places(piece).substitute(renamed));
        return piece == context.piece() || !isImpossible(all, variables);
    }

    private boolean isImpossible(List<Condition> all, List<String> variables) {
        return ConditionProver.isImpossible(all, variables, context.nest().parameters()::contains);
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
                .forEach(p -> places.addAll(between(p.base(), p.variable(), p.base().plus(p.extent() - 1L))));
        return Affines.and(places);
    }

    private static List<Condition> between(Affine first, String variable, Affine last) {
        return List.of(
                new Condition.Compare(Affine.variable(variable), Condition.Relation.GE, first),
                new Condition.Compare(Affine.variable(variable), Condition.Relation.LE, last));
    }
}
