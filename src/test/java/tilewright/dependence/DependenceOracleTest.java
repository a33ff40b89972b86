package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.model.LoopNest;
import tilewright.oracle.Operation;
import tilewright.oracle.RandomNests;
import tilewright.oracle.Trace;
import tilewright.parse.NestParser;

/** Every dependence instance and every input read, compared with one sequential execution that knows no integer sets. */
class DependenceOracleTest {
    @TestFactory
    Stream<DynamicTest> loopNestsAgreeWithTheirTraces() throws Exception {
        List<Path> files;
        try (Stream<Path> listing = Files.list(Path.of("loopnests"))) {
            files = listing.filter(f -> f.toString().endsWith(".nest")).sorted().toList();
        }
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    LoopNest nest = NestParser.parse(file);
                    for (long n = 1; n <= 5; n++) {
                        compare(nest, sizes(nest, n), true);
                        compare(nest, sizes(nest, n), false);
                    }
                }));
    }

    private static Map<String, Long> sizes(LoopNest nest, long n) {
        Map<String, Long> sizes = new HashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, n));
        return sizes;
    }

    @Provide
    Arbitrary<String> nests() {
        return RandomNests.any();
    }

    @Property(tries = 150)
    void randomNestsAgreeWithTheirTraces(@ForAll("nests") String text, @ForAll @IntRange(min = 1, max = 4) int n) {
        compare(NestParser.parse("random.nest", text), Map.of("n", (long) n), true);
    }

    private static void compare(LoopNest nest, Map<String, Long> sizes, boolean removeSilent) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest, removeSilent);
            Set<Operation> silent = new HashSet<>();
            if (dependences.silentRemoved()) {
                dependences.silent().forEach(s -> silent.addAll(operations(s.iterations(), s.statement(), sizes)));
            }
            Trace trace = Trace.of(nest, sizes, silent::contains);
            assertEquals(trace.flows(), flows(dependences, sizes));
            assertEquals(trace.inputs(), inputs(dependences, sizes));
            assertEquals(trace.anti(), conflicts(dependences, Dependence.Kind.ANTI, sizes));
            assertEquals(trace.output(), conflicts(dependences, Dependence.Kind.OUTPUT, sizes));
        }
    }

    private static Set<Trace.Flow> flows(Dependences dependences, Map<String, Long> sizes) {
        Set<Trace.Flow> flows = new HashSet<>();
        for (Dependence d : dependences.ofKind(Dependence.Kind.FLOW)) {
            for (DependenceInstances.Instance i : DependenceInstances.of(d, sizes)) {
                checkVector(d, i);
                assertTrue(flows.add(new Trace.Flow(
                        new Operation(d.source(), i.source()),
                        new Operation(d.sink(), i.sink()),
                        d.access(),
                        d.array())));
            }
        }
        return flows;
    }

    private static Set<Trace.Conflict> conflicts(
            Dependences dependences, Dependence.Kind kind, Map<String, Long> sizes) {
        Set<Trace.Conflict> conflicts = new HashSet<>();
        for (Dependence d : dependences.ofKind(kind)) {
            for (DependenceInstances.Instance i : DependenceInstances.of(d, sizes)) {
                checkVector(d, i);
                assertTrue(conflicts.add(new Trace.Conflict(
                        new Operation(d.source(), i.source()),
                        new Operation(d.sink(), i.sink()),
                        d.access(),
                        d.array())));
            }
        }
        return conflicts;
    }

    /** Every instance lies within the bounds of its vector, and constant components are that constant. */
    private static void checkVector(Dependence d, DependenceInstances.Instance instance) {
        List<Component> components = d.vector().components();
        for (int z = 0; z < components.size(); z++) {
            long difference = instance.sink().get(z) - instance.source().get(z);
            Component component = components.get(z);
            assertTrue(component.least() <= difference && difference <= component.greatest(), () -> d + " " + instance);
        }
    }

    private static Set<Trace.InputRead> inputs(Dependences dependences, Map<String, Long> sizes) {
        Set<Trace.InputRead> inputs = new HashSet<>();
        for (InputUse use : dependences.inputs()) {
            int depth = use.relation().dim(Dim.IN);
            fixed(use.relation().wrap(), sizes).forEachPoint(p -> {
                List<Long> all = java.util.Arrays.stream(p).boxed().toList();
                inputs.add(new Trace.InputRead(
                        new Operation(use.statement(), all.subList(0, depth)),
                        use.access(),
                        new Trace.Element(use.array(), List.copyOf(all.subList(depth, all.size())))));
            });
        }
        return inputs;
    }

    private static Set<Operation> operations(tilewright.isl.Set set, String statement, Map<String, Long> sizes) {
        Set<Operation> operations = new HashSet<>();
        fixed(set, sizes)
                .forEachPoint(p -> operations.add(new Operation(
                        statement, java.util.Arrays.stream(p).boxed().toList())));
        return operations;
    }

    private static tilewright.isl.Set fixed(tilewright.isl.Set set, Map<String, Long> sizes) {
        tilewright.isl.Set result = set;
        for (Map.Entry<String, Long> size : sizes.entrySet()) {
            int position = result.findDimByName(Dim.PARAM, size.getKey());
            result = position < 0
                    ? result
                    : result.fixSi(Dim.PARAM, position, size.getValue().intValue());
        }
        return result;
    }
}
