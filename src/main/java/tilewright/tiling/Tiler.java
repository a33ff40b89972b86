package tilewright.tiling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.UserError;

/**
 * Decides whether a program may be cut in a given way, and how its blocks then run. The program is first taken apart
 * ({@link Distribution}); block and thread sizes are those of its <em>main part</em>, the one whose work grows fastest,
 * and of the parts of the same shape; the other parts get sizes that suit their own shape.
 */
public final class Tiler {
    private final LoopNest written;
    private final Rewriting unit;
    private final List<Region> regions;
    private final Region.Part main;
    private final Context context;

    /** @param dependences of the nest as written */
    public Tiler(Dependences dependences) {
        this.written = dependences.nest();
        this.context = dependences.domains().getFirst().iterations().context();
        this.unit = UnitSteps.of(written);
        this.regions = regions(dependences);
        this.main = Region.parts(regions).stream()
                .max(Comparator.comparingInt(Region.Part::depth)
                        .thenComparing(p -> p.planner().isParallel()))
                .orElseThrow(() -> UserError.badInput("no statement of " + written.name()
                        + " ever runs: its loops and conditions leave no iteration for any size"));
    }

    private List<Region> regions(Dependences asWritten) {
        LoopNest nest = unit.nest();
        Dependences whole = nest == written ? asWritten : DependenceAnalysis.analyze(context, nest);
        Dependences all = whole.silentRemoved() ? DependenceAnalysis.analyze(context, nest, false) : whole;
        return new Distribution(context, whole, all).regions();
    }

    /** What block and thread sizes speak of: the nest itself, or the main one of its parts. */
    public Dependences ranked() {
        return main.planner().dependences();
    }

    /**
     * Sizes for {@link #ranked}: those of the nest, and a value from the middle of its range for every loop around the
     * main part.
     */
    public Map<String, Long> rankedSizes(Map<String, Long> sizes) {
        Map<String, Long> all = new LinkedHashMap<>(sizes);
        for (Node.Loop loop : main.hostLoops()) {
            if (all.keySet().containsAll(loop.lower().variables())
                    && all.keySet().containsAll(loop.upper().variables())) {
                long first = loop.lower().evaluate(all::get);
                long last = loop.upper().evaluate(all::get);
                all.put(loop.variable(), Math.floorDiv(first + last, 2));
            }
        }
        return all;
    }

    /** The legal families of the main part, the one with the largest blocks first. */
    public List<Family> families() {
        return main.planner().families();
    }

    /**
     * The plan for one candidate, or what forbids it.
     *
     * @throws UserError if the sizes do not fit the nest (number, sign, divisibility)
     */
    public Verdict plan(Candidate candidate) {
        Verdict verdict = main.planner().plan(candidate);
        if (!(verdict instanceof Verdict.Legal legal)) {
            return verdict;
        }
        Plan ofMain = legal.plan();
        if (regions.equals(List.of(main)) && unit.nest() == written) {
            return verdict;
        }
        Set<String> rules = new LinkedHashSet<>();
        List<HostStep> steps = new ArrayList<>();
        for (Region region : regions) {
            steps.addAll(steps(region, candidate, ofMain, rules));
        }
        List<HostStep> inOriginalTerms = new OriginalTerms(written, unit.original()).steps(steps);
        return new Verdict.Legal(
                new Plan(written, candidate, ofMain.family(), String.join("; ", rules), inOriginalTerms));
    }

    private List<HostStep> steps(Region region, Candidate candidate, Plan ofMain, Set<String> rules) {
        return switch (region) {
            case Region.HostLoop h -> {
                List<HostStep> body = new ArrayList<>();
                h.body().forEach(r -> body.addAll(steps(r, candidate, ofMain, rules)));
                yield List.of(new HostStep.HostLoop(
                        h.loop().variable(), h.loop().lower(), h.loop().upper(), body));
            }
            case Region.Rewritten w -> {
                List<HostStep> body = new ArrayList<>();
                w.body().forEach(r -> body.addAll(steps(r, candidate, ofMain, rules)));
                yield new OriginalTerms(w.before(), w.form().original()).steps(body);
            }
            case Region.Part p -> {
                Plan plan = p == main ? ofMain : p.planner().companion(candidate, ofMain.family());
                rules.add(Region.parts(regions).size() == 1 ? plan.rule() : statements(p) + ": " + plan.rule());
                yield plan.host();
            }
        };
    }

    private static String statements(Region.Part part) {
        return part.planner().dependences().nest().statements().stream()
                .map(s -> s.statement().id())
                .collect(Collectors.joining(", "));
    }
}
