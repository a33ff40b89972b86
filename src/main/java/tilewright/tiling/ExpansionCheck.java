package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.isl.Context;
import tilewright.isl.UnionMap;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;

/**
 * Proves that a nest whose values live elsewhere computes what the nest as written computes, from exact dependences of
 * both alone: the same iterations run in the same order, every read gets its value from the same write or from the same
 * element of the input, and in the end every array of the nest as written holds what the same writes made. Statements that
 * only copy, at the start and at the end of the new nest, are looked through: those at the start copy elements of the input to
 * arrays that the nest as written does not have.
 */
final class ExpansionCheck {
    private final Dependences before;
    private final Dependences after;
    private final Context context;
    private final List<PlacedStatement> first;
    private final List<PlacedStatement> statements;

    /** Both with silent iterations. */
    ExpansionCheck(Dependences before, Dependences after) {
        this.before = before;
        this.after = after;
        this.context = before.domains().getFirst().iterations().context();
        List<PlacedStatement> all = after.nest().statements();
        String start = before.nest().statements().getFirst().statement().id();
        int copies = 0;
        while (copies < all.size() && !all.get(copies).statement().id().equals(start)) {
            copies++;
        }
        this.first = all.subList(0, copies);
        this.statements = all.subList(copies, all.size());
    }

    /** What differs, or nothing: then the nests are equivalent. */
    Optional<String> difference() {
        List<PlacedStatement> old = before.nest().statements();
        List<PlacedStatement> now = statements;
        for (PlacedStatement copy : first) {
            if (!isCopyOfInput(copy)) {
                return Optional.of(copy.statement() + " is no copy of the input");
            }
        }
        for (int s = 0; s < now.size(); s++) {
            Optional<String> wrong = s < old.size()
                    ? differs(old.get(s), now.get(s))
                    : Optional.of(now.get(s)).filter(p -> !isCopy(p)).map(p -> p.statement() + " is no copy");
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return now.size() < old.size() ? Optional.of("statements are missing") : contents();
    }

    private static boolean isCopy(PlacedStatement placed) {
        return placed.statement().value() instanceof Expression.Read;
    }

    /** Whether a statement copies what was in memory before the nest, to an array that the nest as written does not have. */
    private boolean isCopyOfInput(PlacedStatement placed) {
        String target = placed.statement().target().array();
        return isCopy(placed)
                && before.nest().arrays().stream().noneMatch(a -> a.name().equals(target))
                && flow(after, placed.statement().id(), 2).isEmpty();
    }

    private boolean isFirst(String statement) {
        return first.stream().anyMatch(p -> p.statement().id().equals(statement));
    }

    /** Whether a statement stands where it stood, but for what comes first in the new nest. */
    private boolean isInPlace(PlacedStatement old, PlacedStatement now) {
        int moved = statements.getFirst().order().getFirst()
                - before.nest().statements().getFirst().order().getFirst();
        List<Integer> place = new ArrayList<>(now.order());
        place.set(0, place.getFirst() - moved);
        return old.order().equals(place);
    }

    private Optional<String> differs(PlacedStatement old, PlacedStatement now) {
        String id = old.statement().id();
        boolean sameIterations = id.equals(now.statement().id())
                && isInPlace(old, now)
                && before.domain(id).isEqual(after.domain(id));
        if (!sameIterations) {
            return Optional.of(id + " runs for other iterations or in another place");
        }
        if (!isSameButForPlaces(old.statement(), now.statement())) {
            return Optional.of(id + " computes something else");
        }
        List<Access> reads = old.statement().accesses();
        for (Access read : reads.subList(1, reads.size())) {
            boolean sameSources = flow(before, id, read.index()).isEqual(flow(after, id, read.index()))
                    && input(before, id, read.index())
                            .isEqual(input(after, id, read.index()).union(copiedInput(id, read.index())));
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

    /** The elements of the input that a read of the new nest gets by way of the copies at its start. */
    private UnionMap copiedInput(String statement, int access) {
        UnionMap all = none();
        for (Dependence d : after.ofKind(Dependence.Kind.FLOW)) {
            if (d.sink().equals(statement) && d.access() == access && isFirst(d.source())) {
                all = all.union(d.relation().reverse().toUnionMap().applyRange(input(after, d.source(), 2)));
            }
        }
        return all;
    }

    /** The writes whose values a read gets; what the copies at the start of the new nest pass on is input. */
    private UnionMap flow(Dependences dependences, String statement, int access) {
        UnionMap all = none();
        for (Dependence d : dependences.ofKind(Dependence.Kind.FLOW)) {
            boolean passedOn = dependences == after && isFirst(d.source());
            if (d.sink().equals(statement) && d.access() == access && !passedOn) {
                all = all.union(d.relation().toUnionMap());
            }
        }
        return all;
    }

    private UnionMap input(Dependences dependences, String statement, int access) {
        UnionMap all = none();
        for (InputUse use : dependences.inputs()) {
            if (use.statement().equals(statement) && use.access() == access) {
                all = all.union(use.relation().toUnionMap());
            }
        }
        return all;
    }

    private UnionMap none() {
        return UnionMap.parse(context, new SetNotation(before.nest()).parameters() + "{ }");
    }

    private Optional<String> contents() {
        Map<String, UnionMap> old = contents(before, before.nest().statements());
        Map<String, UnionMap> now = contents(after, statements);
        for (ArrayDeclaration array : before.nest().arrays()) {
            UnionMap left = old.getOrDefault(array.name(), none());
            UnionMap right = now.getOrDefault(array.name(), none());
            if (!left.isEqual(right)) {
                return Optional.of(array.name() + " ends with other contents");
            }
        }
        return Optional.empty();
    }

    /** For every array, its written elements and the iterations that made what they hold in the end. */
    private Map<String, UnionMap> contents(Dependences dependences, List<PlacedStatement> statements) {
        Map<String, UnionMap> contents = new HashMap<>();
        SetNotation notation = new SetNotation(dependences.nest());
        int written = before.nest().statements().size();
        for (int s = 0; s < statements.size(); s++) {
            PlacedStatement placed = statements.get(s);
            Access target = placed.statement().target();
            UnionMap writers = tilewright.isl.Map.parse(context, notation.accessRelation(placed, target))
                    .intersectDomain(LastContents.writtenLast(dependences, placed))
                    .reverse()
                    .toUnionMap();
            UnionMap makers = s < written
                    ? writers
                    : writers.applyRange(
                            flow(dependences, placed.statement().id(), 2).reverse());
            contents.merge(target.array(), makers, UnionMap::union);
        }
        return contents;
    }
}
