package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;

/**
 * Dependence analysis of a loop nest.
 *
 * <p>Flow dependences are value-based and exact (the last write before each read, {@link LastWrites}); anti and output
 * dependences are memory-based. Iterations proved silent are, on request,
 * left out before: then sources, sinks and inputs speak of the remaining iterations only.
 */
public final class DependenceAnalysis {
    /** Steps of isl after which an analysis is given up: about ten seconds of them. Bodies of a hundred statements take half as many. */
    private static final long MOST_OPERATIONS = 30_000_000;

    /** An array has 15 dimensions at most in Fortran; 16 loops took half a minute of processor time on one machine, 40 did not end in as long. */
    private static final int MOST_LOOPS = 16;

    /** Answers about pairs of accesses that a context keeps when an analysis begins: those of some dozens of nests. */
    private static final int MOST_KNOWN = 2_000;

    private DependenceAnalysis() {}

    /** {@link #analyze(Context, LoopNest, boolean)} without silent iterations, the tool's usual mode. */
    public static Dependences analyze(Context context, LoopNest nest) {
        return analyze(context, nest, true);
    }

    /**
     * Analyses a nest.
     *
     * @param context holds the relations of the result, which live as long as it (or its scope of the moment)
     * @param removeSilent whether iterations that provably write what is already there are left out; false gives the
     *     dependences of the nest as written
     */
    public static Dependences analyze(Context context, LoopNest nest, boolean removeSilent) {
        return analyze(new CostlyParts(context, MOST_OPERATIONS), nest, removeSilent);
    }

    /**
     * What orders the operations of a nest: all its dependences memory-based, flow too. That takes a fraction of the time of an analysis; a read may depend on writes whose values it does not get, so that
     * the result says what must run before what, not where values come from. It has no bands, semirings or inputs.
     */
    public static Dependences order(Context context, LoopNest nest) {
        CostlyParts costs = new CostlyParts(context, MOST_OPERATIONS);
        return analyze(costs, nest, DependenceAnalysis::order);
    }

    /** The same within another limit of work. */
    static Dependences analyze(CostlyParts costs, LoopNest nest, boolean removeSilent) {
        return analyze(costs, nest, relations -> analyze(relations, removeSilent));
    }

    private static Dependences analyze(
            CostlyParts costs, LoopNest nest, Function<NestRelations, Dependences> analysis) {
        nest.requireAffine("dependence analysis");
        requireShallow(nest);
        costs.context().forgetBeyond(MOST_KNOWN);
        try (Scope scope = costs.context().scope()) {
            Dependences result = costs.within(() -> analysis.apply(NestRelations.of(costs, nest)));
            result.domains().forEach(d -> scope.promote(d.iterations()));
            result.dependences().forEach(d -> scope.promote(d.relation()));
            result.inputs().forEach(i -> scope.promote(i.relation()));
            result.silent().forEach(s -> scope.promote(s.iterations()));
            result.embeddings().forEach(e -> scope.promote(e.relation()));
            return result;
        }
    }

    private static void requireShallow(LoopNest nest) {
        for (PlacedStatement placed : nest.statements()) {
            int loops = placed.depth();
            if (loops > MOST_LOOPS) {
                throw UserError.badInput(placed.statement().position() + ": error: "
                        + placed.statement().id() + " stands in " + loops + " loops; up to " + MOST_LOOPS
                        + " are analysed: join loops, or leave the outer ones out of the nest");
            }
        }
    }

    /** The dependences of all iterations of a nest, silent ones included, where some were left out. */
    public static Dependences withSilent(Dependences dependences) {
        return dependences.silentRemoved() ? analyze(dependences.context(), dependences.nest(), false) : dependences;
    }

    private static Dependences analyze(NestRelations nest, boolean removeSilent) {
        SilentWriteProver prover = new SilentWriteProver(nest);
        List<SilentWrites> silent = prover.silentWrites();
        NestRelations remaining = removeSilent ? nest.without(silent) : nest;
        SemiringRecognition semirings = new SemiringRecognition(nest, prover);

        AlikeRelations alike = new AlikeRelations();
        FlowAnalysis flow = FlowAnalysis.of(remaining, alike);
        MemoryDependences memory = MemoryDependences.of(remaining, alike);
        List<Dependence> dependences = new ArrayList<>(flow.dependences());
        dependences.addAll(memory.anti());
        dependences.addAll(memory.output());

        CommonSpace space = CommonSpace.of(nest);
        List<Embedding> embeddings = EmbeddingSearch.find(nest, space, dependences);
        List<Map> writesInOrder =
                silent.isEmpty() || !removeSilent ? List.of() : MemoryDependences.outputRelations(nest);
        BandFinder bands = new BandFinder(nest, space, embeddings, dependences, alike, writesInOrder, semirings);
        return new Dependences(
                nest.nest(),
                removeSilent && !silent.isEmpty(),
                space.loops(),
                domains(nest),
                dependences,
                flow.inputs(),
                silent,
                semirings.facts(),
                embeddings,
                bands.find());
    }

    private static Dependences order(NestRelations nest) {
        AlikeRelations alike = new AlikeRelations();
        MemoryDependences memory = MemoryDependences.of(nest, alike);
        List<Dependence> dependences = new ArrayList<>(MemoryDependences.flow(nest, alike));
        dependences.addAll(memory.anti());
        dependences.addAll(memory.output());
        CommonSpace space = CommonSpace.of(nest);
        return new Dependences(
                nest.nest(),
                false,
                space.loops(),
                domains(nest),
                dependences,
                List.of(),
                List.of(),
                List.of(),
                EmbeddingSearch.find(nest, space, dependences),
                List.of());
    }

    private static List<Dependences.Domain> domains(NestRelations nest) {
        return nest.statements().stream()
                .map(s -> new Dependences.Domain(s.id(), s.domain()))
                .toList();
    }

    /** The union of the silent iterations of one statement, or an empty set. */
    static Set silentOf(List<SilentWrites> silent, String statement, Set domain) {
        return silent.stream()
                .filter(s -> s.statement().equals(statement))
                .map(SilentWrites::iterations)
                .reduce(domain.subtract(domain), Set::union);
    }
}
