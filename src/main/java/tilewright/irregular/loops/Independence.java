package tilewright.irregular.loops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Law;
import tilewright.dependence.StatementLaws;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.Until;

/**
 * Why iterations of a loop may run at the same time. Every array that the loop writes is of one of three kinds: iterations own
 * elements that no other touches, since a subscript is the same function of the loop's variable everywhere; or all accesses are updates whose order may change
 * (Law.REDUCTION); or they are relaxations of a repetition (Law.CHAOTIC), which any order serves.
 *
 * @param stores by statement
 * @param obstacle what forbids it, as words behind a position; null where nothing does
 */
record Independence(Map<String, Store> stores, @Nullable String obstacle) {
    /** How a statement writes. */
    enum Store {
        /** An element that no other iteration touches. */
        OWN,
        /** By an update that nothing interrupts. */
        JOINED,
        /** As a relaxation. */
        RELAXED
    }

    Independence {
        stores = Map.copyOf(stores);
    }

    /**
     * Asks for one loop.
     *
     * @param parallel variables of loops whose iterations are to run at the same time, outermost first
     * @param around the repetition that the loop stands in
     */
    static Independence of(
            LoopNest nest,
            Map<String, StatementLaws> laws,
            Node.Loop loop,
            List<String> parallel,
            Node.@Nullable Repeat around) {
        List<Statement> statements = new ArrayList<>();
        Set<String> inner = new HashSet<>();
        Map<String, List<List<Subscript>>> accesses = new HashMap<>();
        collect(loop, statements, inner, accesses);
        Map<String, Store> stores = new HashMap<>();
        for (Statement statement : statements) {
            String array = statement.target().array();
            List<Statement> writers = statements.stream()
                    .filter(s -> s.target().array().equals(array))
                    .toList();
            if (owned(accesses.getOrDefault(array, List.of()), parallel, inner)) {
                stores.put(statement.id(), Store.OWN);
            } else if (joined(
                    nest, laws, writers, accesses.getOrDefault(array, List.of()).size())) {
                stores.put(statement.id(), Store.JOINED);
            } else if (relaxed(nest, laws, writers, around)) {
                stores.put(statement.id(), Store.RELAXED);
            } else {
                return new Independence(
                        Map.of(),
                        statement.position() + ": error: iterations of '" + String.join(", ", parallel)
                                + "' may touch the same element of '" + array
                                + "', and its updates are neither a reduction whose order may change nor a relaxation");
            }
        }
        return statements.stream()
                .filter(s -> stores.get(s.id()) != Store.RELAXED)
                .filter(s -> s.value().reads().stream().anyMatch(r -> isRelaxed(r.array(), statements, stores)))
                .findFirst()
                .map(s -> new Independence(
                        Map.of(), s.position() + ": error: this reads an array while other iterations relax it"))
                .orElse(new Independence(stores, null));
    }

    private static boolean isRelaxed(String array, List<Statement> statements, Map<String, Store> stores) {
        return statements.stream()
                .anyMatch(s -> s.target().array().equals(array) && stores.get(s.id()) == Store.RELAXED);
    }

    private static void collect(
            Node node, List<Statement> statements, Set<String> variables, Map<String, List<List<Subscript>>> accesses) {
        switch (node) {
            case Node.Loop l -> {
                variables.add(l.variable());
                l.loads().forEach(each -> load(each, accesses));
                l.body().forEach(n -> collect(n, statements, variables, accesses));
            }
            case Node.Guard g -> {
                g.then().forEach(n -> collect(n, statements, variables, accesses));
                g.otherwise().forEach(n -> collect(n, statements, variables, accesses));
            }
            case Node.Repeat r -> r.body().forEach(n -> collect(n, statements, variables, accesses));
            case Statement s -> {
                statements.add(s);
                for (Access access : s.accesses()) {
                    accesses.computeIfAbsent(access.array(), _ -> new ArrayList<>())
                            .add(access.subscripts());
                    access.loads().forEach(each -> load(each, accesses));
                }
            }
        }
    }

    private static void load(Load load, Map<String, List<List<Subscript>>> accesses) {
        accesses.computeIfAbsent(load.array(), _ -> new ArrayList<>()).add(load.subscripts());
        load.subscripts().forEach(s -> s.loads().forEach(each -> load(each, accesses)));
    }

    /** For each variable some subscript is the same function of it, and of no other variable of the loop, in all accesses. */
    private static boolean owned(List<List<Subscript>> accesses, List<String> parallel, Set<String> variables) {
        return parallel.stream().allMatch(variable -> {
            int dimensions = accesses.getFirst().size();
            for (int d = 0; d < dimensions; d++) {
                int dimension = d;
                LinearForm first = LinearForm.of(accesses.getFirst().get(d).form());
                boolean same = accesses.stream()
                        .map(a -> a.get(dimension))
                        .allMatch(s ->
                                s.loads().isEmpty() && LinearForm.of(s.form()).equals(first));
                if (same && dependsOn(first, variable, variables)) {
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean dependsOn(LinearForm form, String variable, Set<String> variables) {
        return form.coefficient(variable) != 0
                && form.terms().keySet().stream()
                        .allMatch(t -> t instanceof Affine.Variable v
                                && (v.name().equals(variable) || !variables.contains(v.name())));
    }

    /** Every access is the accumulator's of a reduction by one operator. */
    private static boolean joined(
            LoopNest nest, Map<String, StatementLaws> laws, List<Statement> writers, int accesses) {
        Set<Operator> operators = new LinkedHashSet<>();
        for (Statement writer : writers) {
            StatementLaws own = laws.get(writer.id());
            if (own == null || own.reduction() == null || !own.hold(Law.REDUCTION)) {
                return false;
            }
            operators.add(own.reduction().operator());
        }
        String array = writers.getFirst().target().array();
        return operators.size() == 1
                && accesses == 2 * writers.size()
                && Updates.isKnown(
                        operators.iterator().next(), nest.array(array).type());
    }

    /** Whether any order of the repetition's updates ends with the same values, and this target has stores for them. */
    private static boolean relaxed(
            LoopNest nest, Map<String, StatementLaws> laws, List<Statement> writers, Node.@Nullable Repeat around) {
        return around != null
                && around.until() instanceof Until.Unchanged u
                && writers.stream().allMatch(w -> {
                    StatementLaws own = laws.get(w.id());
                    return u.arrays().contains(w.target().array())
                            && own != null
                            && own.hold(Law.CHAOTIC)
                            && (own.hold(Law.LOST_UPDATES) || Updates.improves(nest, own));
                });
    }
}
