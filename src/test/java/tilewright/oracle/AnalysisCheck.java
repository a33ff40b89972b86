package tilewright.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tilewright.dependence.Component;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.PlacedStatement;
import tilewright.model.SequentialOrder;
import tilewright.model.Statement;

/** Compares the analysis of a nest by integer sets with what an execution shows, instance by instance. */
final class AnalysisCheck implements AutoCloseable {
    private final LoopNest nest;
    private final Context context;
    private final Dependences dependences;

    AnalysisCheck(LoopNest nest, boolean removeSilent) {
        this.nest = nest;
        this.context = new Context();
        this.dependences = DependenceAnalysis.analyze(context, nest, removeSilent);
    }

    /** A check of an analysis in a context that is not closed with it. */
    AnalysisCheck(LoopNest nest, Context context, Dependences dependences) {
        this.nest = nest;
        this.context = context;
        this.dependences = dependences;
    }

    @Override
    public void close() {
        context.close();
    }

    Dependences dependences() {
        return dependences;
    }

    /** Every flow, anti and output dependence instance, every read of input data and every silent write. */
    void dependencesAgree(Map<String, Long> sizes) {
        Trace trace = trace(sizes);
        String where = NestPrinter.print(nest) + sizes;
        same(trace.flows(), flows(sizes), where);
        same(trace.inputs(), inputs(sizes), where);
        same(trace.anti(), conflicts(Dependence.Kind.ANTI, sizes), where);
        same(trace.output(), conflicts(Dependence.Kind.OUTPUT, sizes), where);
        domainsAgree(sizes);
        vectorsHold(sizes);
        silentWritesChangeNothing(sizes);
    }

    private Trace trace(Map<String, Long> sizes) {
        Set<Operation> silent = dependences.silentRemoved() ? silent(sizes) : Set.of();
        return Trace.of(nest, sizes, silent::contains);
    }

    private Set<Operation> silent(Map<String, Long> sizes) {
        Set<Operation> silent = new HashSet<>();
        for (SilentWrites writes : dependences.silent()) {
            IslPoints.of(writes.iterations(), sizes).forEach(j -> silent.add(new Operation(writes.statement(), j)));
        }
        return silent;
    }

    private List<Trace.Flow> flows(Map<String, Long> sizes) {
        List<Trace.Flow> flows = new ArrayList<>();
        for (Dependence d : dependences.ofKind(Dependence.Kind.FLOW)) {
            pairs(d.relation(), sizes)
                    .forEach(p -> flows.add(new Trace.Flow(
                            new Operation(d.source(), p.getFirst()),
                            new Operation(d.sink(), p.getLast()),
                            d.access(),
                            d.array())));
        }
        return flows;
    }

    private List<Trace.InputRead> inputs(Map<String, Long> sizes) {
        List<Trace.InputRead> inputs = new ArrayList<>();
        for (InputUse use : dependences.inputs()) {
            pairs(use.relation(), sizes)
                    .forEach(p -> inputs.add(new Trace.InputRead(
                            new Operation(use.statement(), p.getFirst()),
                            use.access(),
                            new Trace.Element(use.array(), p.getLast()))));
        }
        return inputs;
    }

    private List<Trace.Conflict> conflicts(Dependence.Kind kind, Map<String, Long> sizes) {
        List<Trace.Conflict> conflicts = new ArrayList<>();
        for (Dependence d : dependences.ofKind(kind)) {
            pairs(d.relation(), sizes)
                    .forEach(p -> conflicts.add(new Trace.Conflict(
                            new Operation(d.source(), p.getFirst()),
                            new Operation(d.sink(), p.getLast()),
                            d.access(),
                            d.array())));
        }
        return conflicts;
    }

    private static List<List<List<Long>>> pairs(tilewright.isl.Map relation, Map<String, Long> sizes) {
        int inputs = relation.dim(Dim.IN);
        return IslPoints.of(relation.wrap().flatten(), sizes).stream()
                .map(p -> List.of(p.subList(0, inputs), p.subList(inputs, p.size())))
                .toList();
    }

    /** The same instances, none of them in two pieces. */
    private static <T> void same(Set<T> expected, List<T> found, String where) {
        Set<T> once = new LinkedHashSet<>(found);
        Set<String> missing = text(expected, x -> !once.contains(x));
        Set<String> wrong = text(once, x -> !expected.contains(x));
        assertTrue(
                missing.isEmpty() && wrong.isEmpty(),
                () -> where + "\nexecuted but not found: " + missing + "\nfound but not executed: " + wrong);
        assertEquals(once.size(), found.size(), () -> where + "\ninstances that are listed twice");
    }

    private static <T> Set<String> text(Set<T> instances, Predicate<T> filter) {
        return instances.stream().filter(filter).map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
    }

    private void domainsAgree(Map<String, Long> sizes) {
        Set<Operation> all =
                new LinkedHashSet<>(Trace.of(nest, sizes, o -> false).operations());
        List<Operation> found = new ArrayList<>();
        for (Dependences.Domain domain : dependences.domains()) {
            IslPoints.of(domain.iterations(), sizes).forEach(j -> found.add(new Operation(domain.statement(), j)));
        }
        same(all, found, "domains of\n" + NestPrinter.print(nest) + sizes);
    }

    /** No instance lies outside the bounds of its dependence vector. */
    private void vectorsHold(Map<String, Long> sizes) {
        for (Dependence d : dependences.dependences()) {
            List<Component> components = d.vector().components();
            for (List<List<Long>> pair : pairs(d.relation(), sizes)) {
                for (int z = 0; z < components.size(); z++) {
                    long distance = pair.getLast().get(z) - pair.getFirst().get(z);
                    Component c = components.get(z);
                    assertTrue(
                            c.least() <= distance && distance <= c.greatest(),
                            () -> NestPrinter.print(nest) + d + " " + pair + " is outside " + c);
                }
            }
        }
    }

    /** Executes the nest on data that satisfy its assumptions: a silent write leaves its element as it was. */
    private void silentWritesChangeNothing(Map<String, Long> sizes) {
        Set<Operation> silent = silent(sizes);
        if (silent.isEmpty()) {
            return;
        }
        Data data = DataInitializer.fill(nest, sizes, 1);
        Interpreter interpreter = new Interpreter(nest, sizes, data);
        new SequentialOrder(nest, sizes).forEach((statement, iteration) -> {
            Operation operation = Operation.of(statement.id(), iteration);
            double before = silent.contains(operation) ? target(data, statement, iteration, sizes) : 0;
            interpreter.execute(statement.id(), iteration);
            if (silent.contains(operation)) {
                assertEquals(before, target(data, statement, iteration, sizes), () -> operation + " is not silent");
            }
        });
    }

    private double target(Data data, Statement statement, long[] iteration, Map<String, Long> sizes) {
        PlacedStatement placed = nest.statement(statement.id());
        Map<String, Long> values = new HashMap<>(sizes);
        for (int d = 0; d < iteration.length; d++) {
            values.put(placed.loopVariables().get(d), iteration[d]);
        }
        ArrayData array = data.array(statement.target().array());
        return array.get(statement.target().indices().stream()
                .mapToLong(i -> i.evaluate(name -> Objects.requireNonNull(values.get(name))))
                .toArray());
    }
}
