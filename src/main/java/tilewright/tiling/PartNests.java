package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;

/** The nests of parts of a program, each some statements for fixed iterations of the loops that the host runs, and their dependences. */
final class PartNests {
    private final Context context;
    private final LoopNest nest;
    private final Dependences whole;
    private final Dependences dependences;
    private final List<PlacedStatement> statements;
    private final Map<LoopNest, Dependences> analysed = new HashMap<>();

    /**
     * @param whole dependences without silent iterations, for the program as a whole
     * @param dependences with them
     * @param statements those that have iterations
     */
    PartNests(Context context, Dependences whole, Dependences dependences, List<PlacedStatement> statements) {
        this.context = context;
        this.nest = whole.nest();
        this.whole = whole;
        this.dependences = dependences;
        this.statements = statements;
    }

    /** The dependences of a part, which is looked at as a whole, with others and for other forms. */
    Dependences dependences(LoopNest part) {
        return part == nest ? whole : analysed.computeIfAbsent(part, p -> DependenceAnalysis.analyze(context, p));
    }

    /** The same, silent iterations included. */
    Dependences withSilent(LoopNest part) {
        return part == nest ? dependences : DependenceAnalysis.withSilent(dependences(part));
    }

    /** The nest of some statements for fixed iterations of the outer loops, whose variables become parameters. */
    LoopNest of(List<PlacedStatement> kept, List<Node.Loop> hosts) {
        if (kept.size() == nest.statements().size() && hosts.isEmpty()) {
            return nest;
        }
        Set<String> ids = new HashSet<>();
        kept.forEach(p -> ids.add(p.statement().id()));
        List<String> parameters = new ArrayList<>(nest.parameters());
        hosts.forEach(l -> parameters.add(l.variable()));
        String name = nest.name() + " "
                + String.join(" ", kept.stream().map(p -> p.statement().id()).toList());
        return new LoopNest(
                name,
                parameters,
                nest.arrays().stream()
                        .map(a -> a.local() && !isOwn(a.name(), ids, hosts) ? a.named(a.name()) : a)
                        .toList(),
                nest.assumptions().stream().filter(a -> concernsOnly(a, ids)).toList(),
                List.of(),
                prune(nest.body(), ids, hosts.size()),
                nest.associative());
    }

    /** Whether an array that is the nest's own is the part's own as well: no other statement accesses it, and each iteration of the host's loops has elements of its own. */
    private boolean isOwn(String array, Set<String> ids, List<Node.Loop> hosts) {
        List<Affine> around =
                hosts.stream().map(l -> Affine.variable(l.variable())).toList();
        return statements.stream()
                .map(PlacedStatement::statement)
                .allMatch(s -> s.accesses().stream()
                        .filter(a -> a.array().equals(array))
                        .allMatch(a -> ids.contains(s.id()) && a.indices().containsAll(around)));
    }

    /** A part may rely on an assumption only where no other part writes the arrays that it speaks of. */
    private boolean concernsOnly(Assumption assumption, Set<String> ids) {
        Set<String> arrays = new HashSet<>();
        assumption.condition().reads().forEach(a -> arrays.add(a.array()));
        return statements.stream()
                .map(PlacedStatement::statement)
                .allMatch(
                        s -> ids.contains(s.id()) || !arrays.contains(s.target().array()));
    }

    private static List<Node> prune(List<Node> nodes, Set<String> ids, int outer) {
        List<Node> kept = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    if (ids.contains(s.id())) {
                        kept.add(s);
                    }
                }
                case Node.Loop l -> {
                    List<Node> body = prune(l.body(), ids, Math.max(0, outer - 1));
                    if (outer > 0) {
                        kept.addAll(body);
                    } else if (!body.isEmpty()) {
                        kept.add(new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), body, l.position()));
                    }
                }
                case Node.Repeat r -> throw r.notAffine();
                case Node.Guard g -> {
                    List<Node> then = prune(g.then(), ids, outer);
                    List<Node> otherwise = prune(g.otherwise(), ids, outer);
                    if (!then.isEmpty() || !otherwise.isEmpty()) {
                        kept.add(new Node.Guard(g.condition(), then, otherwise, g.position()));
                    }
                }
            }
        }
        return kept;
    }
}
