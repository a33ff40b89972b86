package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;
import tilewright.parse.AccessNumbers;
import tilewright.tiling.space.LastContents;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.ValueLoops;

/**
 * A nest with some webs computed once ({@link InvariantValues}): their writes stand before the outermost loop that their values do not depend on, in loops that they do depend on; other statements
 * read the new arrays, and parts of them that are made of such values alone stand before loops as well; what the nest leaves in the arrays of the webs is copied there in the end.
 */
final class OnceBeforeLoops {
    /** A web that is computed once: its new array, and the dimensions of the old one that it keeps. */
    record Once(Webs.Web web, ArrayDeclaration array, List<Integer> kept) {
        Access access(Access old) {
            return Copies.access(
                    old.index(),
                    array.name(),
                    kept.stream().map(old.indices()::get).toList(),
                    old.position());
        }
    }

    private final Dependences dependences;
    private final LoopNest nest;
    private final NewNames names;
    private final List<Once> once;
    private final ValueLoops values;
    private final Map<String, Map<Integer, Once>> accesses = new LinkedHashMap<>();
    private final Set<String> moved = new LinkedHashSet<>();
    private final List<ArrayDeclaration> added = new ArrayList<>();
    /** What stands before loops. */
    private final Map<Node, List<Node>> before = new IdentityHashMap<>();

    private @Nullable Once impossible;

    OnceBeforeLoops(Dependences dependences, NewNames names, List<Once> once, ValueLoops values) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.names = names;
        this.once = List.copyOf(once);
        this.values = values;
        for (Once o : once) {
            added.add(o.array());
            for (Webs.Occurrence occurrence : o.web().occurrences()) {
                accesses.computeIfAbsent(occurrence.statement(), _ -> new HashMap<>())
                        .put(occurrence.access().index(), o);
                if (occurrence.isWrite()) {
                    moved.add(occurrence.statement());
                }
            }
        }
        before();
    }

    /** A web of which something needs a loop that it is to be computed without. */
    @Nullable
    Once impossible() {
        return impossible;
    }

    LoopNest nest() {
        Map<String, Expression> parts = parts();
        List<Node> body = new ArrayList<>(rest(nest.body(), parts));
        once.forEach(o -> o.web().occurrences().stream()
                .filter(Webs.Occurrence::isWrite)
                .forEach(w -> copyBack(o, w).ifPresent(body::add)));
        List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
        arrays.addAll(added);
        return nest.with(arrays, body);
    }

    /** Puts before loops the statements that are computed once, before the first loop that they are computed without. */
    private void before() {
        Map<Node, Set<String>> movedTo = new IdentityHashMap<>();
        List<Node.Loop> order = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            if (moved.contains(placed.statement().id())) {
                Node.Loop loop = first(placed, values.of(placed.statement().id()));
                if (!movedTo.containsKey(loop)) {
                    order.add(loop);
                }
                movedTo.computeIfAbsent(loop, _ -> new LinkedHashSet<>())
                        .add(placed.statement().id());
            }
        }
        order.forEach(loop -> before.put(
                loop, new ArrayList<>(moving(List.of(loop), movedTo.getOrDefault(loop, Set.of()), outside(loop)))));
    }

    /** The outermost loop around a statement that is not one of these. */
    private static Node.Loop first(PlacedStatement placed, Set<Integer> depths) {
        int outermost = IntStream.range(0, placed.depth())
                .filter(z -> !depths.contains(z))
                .findFirst()
                .orElseThrow();
        return placed.loops().get(outermost);
    }

    /** Variables of the loops around a loop. */
    private Set<String> outside(Node.Loop loop) {
        Set<String> variables = new LinkedHashSet<>(nest.parameters());
        for (PlacedStatement placed : nest.statements()) {
            for (int z = 0; z < placed.depth(); z++) {
                if (placed.loops().get(z) == loop) {
                    variables.addAll(placed.loopVariables().subList(0, z));
                    return variables;
                }
            }
        }
        return variables;
    }

    private List<Node> moving(List<Node> nodes, Set<String> ids, Set<String> known) {
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    if (ids.contains(s.id())) {
                        Statement moving = redirected(s);
                        require(moving.accesses().stream().allMatch(a -> isKnown(a.indices(), known)), s.id());
                        result.add(guarded(
                                new Statement(names.statement(), moving.target(), moving.value(), s.position()),
                                nest.statement(s.id()),
                                z -> stays(nest.statement(s.id()).loops().get(z), ids)));
                    }
                }
                case Node.Repeat r -> throw r.notAffine();
                case Node.Guard g -> {
                    // Statements ask for their own iterations.
                    result.addAll(moving(g.then(), ids, known));
                    result.addAll(moving(g.otherwise(), ids, known));
                }
                case Node.Loop l -> {
                    Set<String> inside = within(l, ids);
                    boolean stays = stays(l, ids);
                    Set<String> inner = new LinkedHashSet<>(known);
                    if (stays) {
                        inside.forEach(id -> require(isKnown(List.of(l.lower(), l.upper()), known), id));
                        inner.add(l.variable());
                    }
                    List<Node> body = inside.isEmpty() ? List.of() : moving(l.body(), ids, inner);
                    if (stays) {
                        result.add(new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), body, l.position()));
                    } else {
                        result.addAll(body);
                    }
                }
            }
        }
        return result;
    }

    /** Whether values of a statement among these depend on a loop. */
    private boolean stays(Node.Loop loop, Set<String> ids) {
        return within(loop, ids).stream().anyMatch(id -> {
            PlacedStatement placed = nest.statement(id);
            return values.of(id).stream().anyMatch(z -> placed.loops().get(z) == loop);
        });
    }

    /** What a statement becomes in some of the loops around it: under a condition where these reach more than its iterations. */
    private Node guarded(Statement now, PlacedStatement was, IntPredicate kept) {
        tilewright.isl.Set iterations = dependences.domain(was.statement().id());
        List<Node.Loop> loops = new ArrayList<>();
        for (int z = was.depth() - 1; z >= 0; z--) {
            if (kept.test(z)) {
                loops.addFirst(was.loops().get(z));
            } else {
                iterations = iterations.projectOut(Dim.SET, z, 1);
            }
        }
        List<String> variables = loops.stream().map(Node.Loop::variable).toList();
        return Copies.guarded(nest, now, Copies.named(iterations.coalesce(), variables), loops, now.position());
    }

    private void require(boolean possible, String statement) {
        if (!possible && impossible == null) {
            impossible = accesses.getOrDefault(statement, Map.of()).get(1);
        }
    }

    private static boolean isKnown(List<Affine> values, Set<String> known) {
        return values.stream().allMatch(v -> known.containsAll(v.variables()));
    }

    /** The statements among these that a node holds. */
    private static Set<String> within(Node node, Set<String> ids) {
        Set<String> found = new LinkedHashSet<>();
        switch (node) {
            case Statement s -> {
                if (ids.contains(s.id())) {
                    found.add(s.id());
                }
            }
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g -> {
                g.then().forEach(n -> found.addAll(within(n, ids)));
                g.otherwise().forEach(n -> found.addAll(within(n, ids)));
            }
            case Node.Loop l -> l.body().forEach(n -> found.addAll(within(n, ids)));
        }
        return found;
    }

    private Access redirected(String statement, Access access) {
        Once to = accesses.getOrDefault(statement, Map.of()).get(access.index());
        return to == null ? access : to.access(access);
    }

    private Statement redirected(Statement statement) {
        return (Statement)
                Substitution.ofAccesses(List.of(statement), this::redirected).getFirst();
    }

    /** Values of the statements that stay, with parts of theirs read that stand before loops as well. */
    private Map<String, Expression> parts() {
        List<PlacedStatement> readers = nest.statements().stream()
                .filter(p -> accesses.containsKey(p.statement().id())
                        && !moved.contains(p.statement().id()))
                .toList();
        Set<String> ids = new HashSet<>();
        readers.forEach(p -> ids.add(p.statement().id()));
        ValueLoops all = new ValueLoops(dependences, ids);
        Map<String, Expression> parts = new HashMap<>();
        for (PlacedStatement reader : readers) {
            Expression value = part(reader, reader.statement().value(), all);
            parts.put(reader.statement().id(), new AccessNumbers(1).number(value));
        }
        return parts;
    }

    private Expression part(PlacedStatement reader, Expression value, ValueLoops all) {
        if (!(value instanceof Expression.Apply)) {
            return value instanceof Expression.Read(Access read)
                    ? new Expression.Read(redirected(reader.statement().id(), read))
                    : value;
        }
        Map<Integer, Once> own = accesses.getOrDefault(reader.statement().id(), Map.of());
        boolean made = value.reads().stream().anyMatch(r -> own.containsKey(r.index()));
        Set<Integer> depths = made ? all.of(reader, value) : Set.of();
        return made && depths.size() < reader.depth() && isOfOneType(reader, value)
                ? element(reader, value, depths)
                : value.withOperands(v -> part(reader, v, all));
    }

    private boolean isOfOneType(PlacedStatement reader, Expression value) {
        DataType type = nest.array(reader.statement().target().array()).type();
        return value.reads().stream().allMatch(r -> nest.array(r.array()).type() == type);
    }

    /** A part as an element of an array of its own, or as it is where it needs other loops. */
    private Expression element(PlacedStatement reader, Expression value, Set<Integer> depths) {
        Statement statement = reader.statement();
        Node.Loop place = first(reader, depths);
        List<Node.Loop> loops = depths.stream().map(reader.loops()::get).toList();
        List<Affine> variables =
                loops.stream().map(l -> Affine.variable(l.variable())).toList();
        Statement asIs = redirected(new Statement(statement.id(), statement.target(), value, statement.position()));
        Set<String> known = outside(place);
        boolean bounded = true;
        for (Node.Loop loop : loops) {
            bounded &= known.contains(loop.variable()) || isKnown(List.of(loop.lower(), loop.upper()), known);
            known.add(loop.variable());
        }
        if (!bounded || !asIs.value().reads().stream().allMatch(a -> isKnown(a.indices(), known))) {
            return asIs.value();
        }
        String name = names.fresh(statement.target().array() + "_once");
        List<ArrayDeclaration.Bounds> bounds = depths.stream()
                .map(z -> range(reader, z))
                .map(r -> new ArrayDeclaration.Bounds(r.first(), r.last()))
                .toList();
        added.add(ArrayDeclaration.scratch(
                name, nest.array(statement.target().array()).type(), bounds, statement.position()));
        Statement now = new Statement(
                names.statement(),
                Copies.access(1, name, variables, statement.position()),
                new AccessNumbers(1).number(asIs.value()),
                statement.position());
        Node node = guarded(now, reader, depths::contains);
        Set<String> around = outside(place);
        for (Node.Loop loop : loops.reversed()) {
            if (!around.contains(loop.variable())) {
                node = new Node.Loop(
                        loop.variable(), loop.lower(), loop.upper(), loop.step(), List.of(node), loop.position());
            }
        }
        before.computeIfAbsent(place, _ -> new ArrayList<>()).add(node);
        return new Expression.Read(Copies.access(2, name, variables, statement.position()));
    }

    /** The values of a loop's variable around a statement. */
    private LoopRange range(PlacedStatement placed, int loop) {
        return LoopRange.ofLast(dependences
                .domain(placed.statement().id())
                .projectOut(Dim.SET, loop + 1, placed.depth() - loop - 1)
                .projectOut(Dim.SET, 0, loop)
                .resetTupleId()
                .coalesce());
    }

    /** The nest without the statements that are computed once, and with these where they belong. */
    private List<Node> rest(List<Node> nodes, Map<String, Expression> parts) {
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            result.addAll(before.getOrDefault(node, List.of()));
            switch (node) {
                case Statement s -> {
                    if (!moved.contains(s.id())) {
                        result.add(
                                new Statement(s.id(), s.target(), parts.getOrDefault(s.id(), s.value()), s.position()));
                    }
                }
                case Node.Repeat r -> throw r.notAffine();
                case Node.Guard g -> {
                    List<Node> then = rest(g.then(), parts);
                    List<Node> otherwise = rest(g.otherwise(), parts);
                    if (!then.isEmpty() || !otherwise.isEmpty()) {
                        result.add(new Node.Guard(g.condition(), then, otherwise, g.position()));
                    }
                }
                case Node.Loop l -> {
                    List<Node> body = rest(l.body(), parts);
                    if (!body.isEmpty()) {
                        result.add(new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), body, l.position()));
                    }
                }
            }
        }
        return result;
    }

    /** {@code p(i,j) = p_once(j)} for the elements that a write of the web writes last. */
    private Optional<Node> copyBack(Once once, Webs.Occurrence write) {
        tilewright.isl.Set last = LastContents.writtenLast(dependences, write.placed());
        if (last.isEmpty()) {
            return Optional.empty();
        }
        tilewright.isl.Set written = tilewright.isl.Map.parse(
                        last.context(), new SetNotation(nest).accessRelation(write.placed(), write.access()))
                .intersectDomain(last)
                .range()
                .coalesce();
        List<String> indices = IntStream.range(0, nest.array(once.web().array()).dimensions())
                .mapToObj(d -> names.fresh("e" + (d + 1)))
                .toList();
        List<Affine> element = indices.stream().map(Affine::variable).toList();
        Access target =
                Copies.access(1, once.web().array(), element, write.access().position());
        Access source = once.access(
                Copies.access(2, once.web().array(), element, write.access().position()));
        Statement copy = new Statement(
                names.statement(),
                target,
                new Expression.Read(source),
                write.access().position());
        return Optional.of(Copies.loops(
                nest,
                copy,
                Copies.named(written, indices),
                indices,
                write.access().position()));
    }
}
