package tilewright.dependence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/** The nest's domains, access relations and execution order as isl objects. */
record NestRelations(Context context, LoopNest nest, List<StatementRelations> statements) {
    /**
     * One statement.
     *
     * @param domain iteration domain V_b
     * @param analysed the iterations that take part in the analysis: the domain, or what is left without silent ones
     * @param subscripts of the accesses in the same order, on the domain or, where that has several pieces, wherever the loops are
     * @param accesses access relations on the domain in the paper's numbering, the write first
     */
    record StatementRelations(
            PlacedStatement placed, Set domain, Set analysed, List<Map> subscripts, List<Map> accesses) {
        String id() {
            return placed.statement().id();
        }

        /** The relation of access {@code q} (from 1) on the analysed iterations. */
        Map access(int q) {
            return accesses.get(q - 1).intersectDomain(analysed);
        }

        /** Iterations and subscripts of access {@code q} (from 1) as text without the statement's name. */
        String shape(int q) {
            String name = id() + "[";
            return analysed.toString().replace(name, "[")
                    + subscripts.get(q - 1).toString().replace(name, "[");
        }

        /** The accesses that read: all but the first. */
        List<Access> reads() {
            List<Access> all = placed.statement().accesses();
            return all.subList(1, all.size());
        }
    }

    static NestRelations of(Context context, LoopNest nest) {
        SetNotation notation = new SetNotation(nest);
        List<StatementRelations> statements = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            Set domain = Set.parse(context, notation.domain(placed)).coalesce();
            List<Map> accesses = placed.statement().accesses().stream()
                    .map(a -> Map.parse(context, notation.accessRelation(placed, a)))
                    .toList();
            List<Map> subscripts = domain.getBasicSetList().size() == 1
                    ? accesses
                    : placed.statement().accesses().stream()
                            .map(a -> Map.parse(context, notation.subscripts(placed, a)))
                            .toList();
            statements.add(new StatementRelations(placed, domain, domain, subscripts, accesses));
        }
        return new NestRelations(context, nest, List.copyOf(statements));
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
        return new NestRelations(context, nest, remaining);
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
     * The original order of execution: for each statement a map of its iterations to 2d+1 vectors, without the textual
     * dimensions in which all statements agree, as every dimension costs time in an analysis.
     */
    java.util.Map<String, Map> schedule() {
        int depth = nest.depth();
        List<List<String>> times = new ArrayList<>();
        for (StatementRelations statement : statements) {
            times.add(time(statement.placed, depth));
        }
        java.util.Map<String, Map> schedule = new LinkedHashMap<>();
        for (int s = 0; s < times.size(); s++) {
            List<String> kept = new ArrayList<>();
            for (int d = 0; d < 2 * depth + 1; d++) {
                int position = d;
                if (d % 2 == 1
                        || times.stream().map(t -> t.get(position)).distinct().count() > 1) {
                    kept.add(times.get(s).get(d));
                }
            }
            PlacedStatement placed = statements.get(s).placed;
            schedule.put(
                    placed.statement().id(),
                    Map.parse(context, "{ " + SetNotation.tuple(placed) + " -> [" + String.join(", ", kept) + "] }"));
        }
        return schedule;
    }

    private static List<String> time(PlacedStatement placed, int depth) {
        List<String> time = new ArrayList<>();
        time.add(placed.order().getFirst().toString());
        for (int d = 0; d < depth; d++) {
            boolean inside = d < placed.depth();
            time.add(inside ? forward(placed, d) : "0");
            time.add(inside ? placed.order().get(d + 1).toString() : "0");
        }
        return time;
    }

    private static String forward(PlacedStatement placed, int loop) {
        String variable = placed.loops().get(loop).variable();
        return placed.loops().get(loop).step() < 0 ? "-" + variable : variable;
    }
}
