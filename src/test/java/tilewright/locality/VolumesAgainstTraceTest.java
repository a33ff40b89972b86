package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.dependence.SilentWrites;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.oracle.Operation;
import tilewright.oracle.Trace;
import tilewright.parse.NestParser;

/** Exact volumes against an execution that records every value and its uses, without integer sets. */
class VolumesAgainstTraceTest {
    static Stream<String> nests() {
        return Stream.of(
                "floyd-warshall",
                "gaussian-elimination",
                "matmul",
                "jacobi-2d",
                "transitive-closure",
                "widest-path",
                "lu");
    }

    @ParameterizedTest
    @MethodSource("nests")
    void storedNestsMoveWhatTheirExecutionMoves(String name) {
        LoopNest nest = NestParser.parse(java.nio.file.Path.of("loopnests", name + ".nest"));
        for (boolean removeSilent : new boolean[] {true, false}) {
            try (Analysed analysed = Analysed.of(nest, removeSilent)) {
                for (long n : new long[] {1, 5, 8}) {
                    for (List<Integer> block : List.of(List.of(2, 3, 4), List.of(3, 3, 3), List.of(1, 4, 2))) {
                        compare(analysed.dependences(), n, block);
                    }
                }
            }
        }
    }

    private static void compare(Dependences dependences, long n, List<Integer> block) {
        Map<String, Long> sizes = new HashMap<>();
        dependences.nest().parameters().forEach(p -> sizes.put(p, n));
        Volumes counted = new VolumeCounter(dependences, sizes).count(block);
        Trace trace = Trace.of(dependences.nest(), sizes, silent(dependences, sizes)::contains);
        Trace.Movement moved = trace.movement(o -> blockOf(o, dependences, sizes, block));
        String which = dependences.nest().name() + " n=" + n + " block " + block;
        assertEquals(moved, new Trace.Movement(counted.reads(), counted.writes()), which);
    }

    static Set<Operation> silent(Dependences dependences, Map<String, Long> sizes) {
        Set<Operation> silent = new HashSet<>();
        if (dependences.silentRemoved()) {
            for (SilentWrites writes : dependences.silent()) {
                ValueFlows.fixed(writes.iterations(), dependences, sizes)
                        .points()
                        .forEach(p -> {
                            List<Long> iteration = new ArrayList<>();
                            for (long value : p) {
                                iteration.add(value);
                            }
                            silent.add(new Operation(writes.statement(), iteration));
                        });
            }
        }
        return silent;
    }

    static List<Long> blockOf(
            Operation operation, Dependences dependences, Map<String, Long> sizes, List<Integer> block) {
        Map<String, Long> values = new HashMap<>(sizes);
        List<String> loops = dependences.nest().statement(operation.statement()).loopVariables();
        for (int z = 0; z < loops.size(); z++) {
            values.put(loops.get(z), operation.iteration().get(z));
        }
        Embedding embedding = dependences.embedding(operation.statement());
        long origin = BlockOrigin.of(dependences);
        List<Long> cell = new ArrayList<>();
        for (int z = 0; z < block.size(); z++) {
            Affine coordinate = embedding.coordinates().get(z);
            long value = coordinate.evaluate(name -> java.util.Objects.requireNonNull(values.get(name)));
            cell.add(Math.floorDiv(value - origin, (long) block.get(z)));
        }
        return cell;
    }
}
