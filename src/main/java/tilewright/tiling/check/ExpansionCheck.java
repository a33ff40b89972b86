package tilewright.tiling.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.isl.UnionMap;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;
import tilewright.tiling.check.SameValues.Origins;
import tilewright.tiling.rewrite.Substitution;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LastContents;

/**
 * Proves that a nest whose values live elsewhere computes what the nest as written computes, from exact dependences of
 * both alone: the same iterations run in the same order, every read gets its value from the same write or from the same
 * element of the input, and in the end every array of the nest as written holds what the same writes made. Statements that
 * one of the nests has alone and that only copy are looked through: what a read gets from a copy, it gets from where the copy has it. Others
 * make new values; {@link SameValues} proves that these are those of the nest as written.
 *
 * <p>Where the dependences of the nest as written are those without silent iterations, the new nest may leave these out: they change nothing.
 */
public final class ExpansionCheck {
    private final Dependences before;
    private final Dependences after;
    private final Context context;
    private final List<PlacedStatement> written;
    private final List<PlacedStatement> added;
    /** Copies of the nest as written that the new one does without. */
    private final List<PlacedStatement> missing;

    private final java.util.Set<String> copies;
    private final SameValues values;
    /** Whether one of the nests has statements alone that make values. */
    private final boolean makes;

    /**
     * @param before of the nest as written, with or without silent iterations
     * @param after of the new nest, with silent iterations
     */
    public ExpansionCheck(Dependences before, Dependences after) {
        this(before, after, java.util.Set.of());
    }

    /** @param copies statements of both nests that only copy, to be looked through as well */
    public ExpansionCheck(Dependences before, Dependences after, java.util.Set<String> copies) {
        this.before = before;
        this.after = after;
        this.context = before.context();
        this.written = before.nest().statements();
        this.added = after.nest().statements().stream()
                .filter(p -> written.stream().noneMatch(w -> isSame(w, p)))
                .toList();
        this.missing = written.stream()
                .filter(w -> after.nest().statements().stream().noneMatch(p -> isSame(w, p)))
                .toList();
        this.copies = new HashSet<>(copies);
        missing.stream()
                .filter(p -> isCopy(before.nest(), p))
                .forEach(p -> this.copies.add(p.statement().id()));
        added.stream()
                .filter(p -> isCopy(after.nest(), p))
                .forEach(p -> this.copies.add(p.statement().id()));
        this.makes = Stream.concat(missing.stream(), added.stream())
                .anyMatch(p -> !this.copies.contains(p.statement().id()));
        this.values = new SameValues(
                before,
                after,
                (id, access) -> origin(before, id, access),
                (id, access) -> origin(after, id, access),
                id -> added.stream().anyMatch(p -> p.statement().id().equals(id)));
    }

    private static boolean isSame(PlacedStatement one, PlacedStatement other) {
        return one.statement().id().equals(other.statement().id());
    }

    /** What differs, or nothing: then the nests are equivalent. */
    public Optional<String> difference() {
        java.util.Set<String> ids = written.stream()
                .filter(p -> !missing.contains(p))
                .map(p -> p.statement().id())
                .collect(Collectors.toSet());
        List<PlacedStatement> old = withBody(
                        before.nest(), Substitution.kept(before.nest().body(), s -> ids.contains(s.id())))
                .statements();
        List<PlacedStatement> now = withBody(
                        after.nest(), Substitution.kept(after.nest().body(), s -> ids.contains(s.id())))
                .statements();
        for (int s = 0; s < now.size(); s++) {
            Optional<String> wrong = differs(old.get(s), now.get(s));
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return contents().or(values::difference);
    }

    private static LoopNest withBody(LoopNest nest, List<Node> body) {
        return new LoopNest(
                nest.name(), nest.parameters(), nest.arrays(), nest.assumptions(), List.of(), body, nest.associative());
    }

    /** Whether a statement moves a value and leaves it as it is. */
    private static boolean isCopy(LoopNest nest, PlacedStatement placed) {
        return placed.statement().value() instanceof Expression.Read(Access source)
                && nest.array(source.array()).type()
                        == nest.array(placed.statement().target().array()).type();
    }

    private Optional<String> differs(PlacedStatement old, PlacedStatement now) {
        String id = old.statement().id();
        boolean inPlace = id.equals(now.statement().id()) && old.order().equals(now.order());
        Set running = after.domain(id);
        boolean sameIterations = running.isSubset(before.domain(id))
                && Iterations.domain(before, old, true).isSubset(running);
        if (!inPlace || !sameIterations) {
            return Optional.of(id + " runs for other iterations or in another place");
        }
        if (makes) {
            tilewright.isl.Map same =
                    tilewright.isl.Map.identity(running.getSpace().mapFromSet());
            return values.suppose(same.intersectDomain(running).toUnionMap())
                    ? Optional.empty()
                    : Optional.of(id + " is another statement");
        }
        if (!isSameButForPlaces(old.statement(), now.statement())) {
            return Optional.of(id + " computes something else");
        }
        List<Access> reads = old.statement().accesses();
        for (Access read : reads.subList(1, reads.size())) {
            Origins.Origin wanted = origin(before, id, read.index());
            Origins.Origin found = origin(after, id, read.index());
            boolean sameSources = wanted.writes()
                            .intersectRange(running.toUnionSet())
                            .isEqual(found.writes())
                    && wanted.input().intersectDomain(running.toUnionSet()).isEqual(found.input());
            if (!sameSources) {
                return Optional.of(read + " of " + id + " gets another value");
            }
        }
        return Optional.empty();
    }

    /** Whether a statement is the other one with its accesses replaced, by ones of the same type. */
    private boolean isSameButForPlaces(Statement old, Statement now) {
        List<Access> places = old.accesses();
        List<Access> other = now.accesses();
        if (places.size() != other.size()) {
            return false;
        }
        for (int q = 0; q < places.size(); q++) {
            ArrayDeclaration place = before.nest().array(places.get(q).array());
            if (place.type() != after.nest().array(other.get(q).array()).type()) {
                return false;
            }
        }
        return Substitution.ofAccesses(List.of(now), (_, access) -> places.get(access.index() - 1))
                .equals(List.of(old));
    }

    /** Where an access has its values from, through copies. */
    private Origins.Origin origin(Dependences dependences, String statement, int access) {
        return origin(dependences, statement, access, new HashSet<>());
    }

    /** @param through copies that are looked through already: one of itself is an origin, and differs from all of the nest as written */
    private Origins.Origin origin(
            Dependences dependences, String statement, int access, java.util.Set<String> through) {
        UnionMap writes = none();
        UnionMap input = none();
        for (InputUse use : dependences.inputs()) {
            if (use.statement().equals(statement) && use.access() == access) {
                input = input.union(use.relation().toUnionMap());
            }
        }
        for (Dependence d : dependences.ofKind(Dependence.Kind.FLOW)) {
            if (!d.sink().equals(statement) || d.access() != access) {
                continue;
            }
            UnionMap relation = d.relation().toUnionMap();
            if (copies.contains(d.source()) && !through.contains(d.source())) {
                java.util.Set<String> further = new HashSet<>(through);
                further.add(d.source());
                Origins.Origin copy = origin(dependences, d.source(), 2, further);
                writes = writes.union(copy.writes().applyRange(relation));
                input = input.union(relation.reverse().applyRange(copy.input()));
            } else {
                writes = writes.union(relation);
            }
        }
        return new Origins.Origin(writes, input);
    }

    private UnionMap none() {
        return UnionMap.parse(context, new SetNotation(before.nest()).parameters() + "{ }");
    }

    private Optional<String> contents() {
        List<PlacedStatement> old = copiesOf(missing);
        List<PlacedStatement> now = copiesOf(added);
        Map<String, UnionMap> wanted = contents(before, old);
        Map<String, UnionMap> found = contents(after, now);
        for (ArrayDeclaration array : before.nest().arrays()) {
            UnionMap left = wanted.getOrDefault(array.name(), none());
            UnionMap right = found.getOrDefault(array.name(), none());
            boolean same = makes
                    ? left.domain().isEqual(right.domain())
                            && values.suppose(left.reverse().applyRange(right))
                    : left.isEqual(right);
            UnionMap read = input(after, now, array.name());
            if (read.getMapList().stream().anyMatch(m -> !isWritten(Objects.requireNonNull(m.getTupleName(Dim.OUT))))) {
                return Optional.of(array.name() + " gets what nothing has written");
            }
            if (!same || !input(before, old, array.name()).isEqual(read)) {
                return Optional.of(array.name() + " ends with other contents");
            }
        }
        return Optional.empty();
    }

    /** Whether the nest as written has an array. */
    private boolean isWritten(String array) {
        return before.nest().arrays().stream().anyMatch(a -> a.name().equals(array));
    }

    /** Elements of an array that copies write last, to the other elements of the input that they have in the end. */
    private UnionMap input(Dependences dependences, List<PlacedStatement> copies, String array) {
        UnionMap input = none();
        for (PlacedStatement copy : copies) {
            if (copy.statement().target().array().equals(array)) {
                UnionMap own = writers(dependences, copy)
                        .applyRange(
                                origin(dependences, copy.statement().id(), 2).input());
                for (tilewright.isl.Map map : own.getMapList()) {
                    tilewright.isl.Map others = Objects.equals(map.getTupleName(Dim.IN), map.getTupleName(Dim.OUT))
                            ? map.subtract(tilewright.isl.Map.identity(map.getSpace()))
                            : map;
                    input = others.isEmpty() ? input : input.union(others.toUnionMap());
                }
            }
        }
        return input;
    }

    /** Those of the statements that only copy. */
    private List<PlacedStatement> copiesOf(List<PlacedStatement> statements) {
        return statements.stream()
                .filter(p -> copies.contains(p.statement().id()))
                .toList();
    }

    /** For every array, its written elements and the iterations that made what they hold in the end. */
    private Map<String, UnionMap> contents(Dependences dependences, List<PlacedStatement> copies) {
        Map<String, UnionMap> contents = new HashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            if (copies.stream().anyMatch(c -> isSame(c, placed))) {
                continue;
            }
            contents.merge(placed.statement().target().array(), writers(dependences, placed), UnionMap::union);
        }
        for (PlacedStatement placed : copies) {
            contents.merge(placed.statement().target().array(), copiedBack(dependences, placed), UnionMap::union);
        }
        return contents;
    }

    /** Elements that a copy writes last, to the iterations that made what it copies. */
    private UnionMap copiedBack(Dependences dependences, PlacedStatement copy) {
        return writers(dependences, copy)
                .applyRange(
                        origin(dependences, copy.statement().id(), 2).writes().reverse());
    }

    /** Elements to the iterations of a statement that write them last. */
    private UnionMap writers(Dependences dependences, PlacedStatement placed) {
        return tilewright.isl.Map.parse(
                        context,
                        new SetNotation(dependences.nest())
                                .accessRelation(placed, placed.statement().target()))
                .intersectDomain(LastContents.writtenLast(dependences, placed))
                .reverse()
                .toUnionMap();
    }
}
