package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/** The nest's domains, access relations and execution order as isl objects. */
record NestRelations(CostlyParts costs, LoopNest nest, List<StatementRelations> statements) {
    /**
     * One statement.
     *
     * @param domain iteration domain V_b
     * @param analysed the iterations that take part in the analysis: the domain, or what is left without silent ones
     * @param iterations the analysed ones as text without the statement's name
     * @param subscripts of the accesses in the same order, on the domain or, where that has several pieces, wherever the loops are
     * @param accesses access relations on the domain in the paper's numbering, the write first
     */
    record StatementRelations(
            PlacedStatement placed,
            Set domain,
            Set analysed,
            String iterations,
            List<Map> subscripts,
            List<Map> accesses) {
        StatementRelations(PlacedStatement placed, Set domain, Set analysed, List<Map> subscripts, List<Map> accesses) {
            this(
                    placed,
                    domain,
                    analysed,
                    analysed.toString().replace(placed.statement().id() + "[", "["),
                    subscripts,
                    accesses);
        }

        String id() {
            return placed.statement().id();
        }

        /** The relation of access {@code q} (from 1) on the analysed iterations. */
        Map access(int q) {
            return accesses.get(q - 1).intersectDomain(analysed);
        }

        /** The access that writes: the first. */
        Access write() {
            return placed.statement().accesses().getFirst();
        }

        /** The accesses that read: all but the first. */
        List<Access> reads() {
            List<Access> all = placed.statement().accesses();
            return all.subList(1, all.size());
        }
    }

    Context context() {
        return costs.context();
    }

    static NestRelations of(CostlyParts costs, LoopNest nest) {
        Context context = costs.context();
        SetNotation notation = new SetNotation(nest);
        AccessReader accesses = new AccessReader(context, notation);
        List<StatementRelations> statements = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            Set domain = Set.parse(context, notation.domain(placed)).coalesce();
            List<Map> everywhere = accesses.of(placed);
            List<Map> relations =
                    everywhere.stream().map(m -> m.intersectDomain(domain)).toList();
            List<Map> subscripts = domain.pieces() == 1 ? relations : everywhere;
            statements.add(new StatementRelations(placed, domain, domain, subscripts, relations));
        }
        return new NestRelations(costs, nest, List.copyOf(statements));
    }

    /** The same nest whose analysed iterations are the ones that are not silent. */
    NestRelations without(List<SilentWrites> silent) {
        List<StatementRelations> remaining = statements.stream()
                .map(s -> new StatementRelations(
                        s.placed,
                        s.domain,
                        s.domain
                                .subtract(DependenceAnalysis.silentOf(silent, s.id(), s.domain))
                                .coalesce(),
                        s.subscripts,
                        s.accesses))
                .toList();
        return new NestRelations(costs, nest, remaining);
    }

    StatementRelations statement(String id) {
        return statements.stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
    }

    /** {@code [n] -> }, or the empty text. */
    String parameters() {
        return nest.parameters().isEmpty() ? "" : "[" + String.join(", ", nest.parameters()) + "] -> ";
    }

    /** The number of loops that two statements share. */
    int shared(String first, String second) {
        PlacedStatement a = statement(first).placed;
        PlacedStatement b = statement(second).placed;
        int shared = 0;
        int limit = Math.min(a.depth(), b.depth());
        while (shared < limit && a.order().get(shared).equals(b.order().get(shared))) {
            shared++;
        }
        return shared;
    }

    /** Whether the first statement precedes the second one in the text of the innermost loop they share. */
    boolean textuallyBefore(String first, String second) {
        int shared = shared(first, second);
        return statement(first).placed.order().get(shared)
                < statement(second).placed.order().get(shared);
    }

    /**
     * The original order of execution of some statements: for each its 2d+1 vector as text, {@code [k, 0, i]}. Textual dimensions in which
     * all agree are left out, as every dimension costs time in an analysis; the others count these statements alone, so that
     * groups in the same order have the same vectors.
     */
    static List<String> times(List<StatementRelations> group) {
        int depth = group.stream().mapToInt(s -> s.placed.depth()).max().orElse(0);
        List<List<String>> times =
                group.stream().<List<String>>map(_ -> new ArrayList<>()).toList();
        for (int d = 0; d <= depth; d++) {
            int level = d;
            List<Integer> places =
                    group.stream().map(s -> place(s.placed, level)).toList();
            List<Integer> distinct = places.stream().distinct().sorted().toList();
            for (int s = 0; s < group.size(); s++) {
                if (distinct.size() > 1) {
                    times.get(s).add(Integer.toString(distinct.indexOf(places.get(s))));
                }
                if (d < depth) {
                    PlacedStatement placed = group.get(s).placed;
                    times.get(s).add(d < placed.depth() ? forward(placed, d) : "0");
                }
            }
        }
        return times.stream().map(t -> "[" + String.join(", ", t) + "]").toList();
    }

    private static int place(PlacedStatement placed, int level) {
        return level <= placed.depth() ? placed.order().get(level) : 0;
    }

    private static String forward(PlacedStatement placed, int loop) {
        String variable = placed.loops().get(loop).variable();
        return placed.loops().get(loop).step() < 0 ? "-" + variable : variable;
    }
}
