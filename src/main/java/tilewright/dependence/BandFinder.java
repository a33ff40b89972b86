package tilewright.dependence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;

/**
 * Finds the bands of a nest: first one band of all statements over the common loop space; where dependences forbid it,
 * the longest bands of the loops that statements really share, from the outside inwards.
 */
final class BandFinder {
    private final NestRelations nest;
    private final CommonSpace space;
    private final List<Embedding> embeddings;
    private final List<Dependence> dependences;
    private final AlikeRelations alike;
    private final List<tilewright.isl.Map> writesInOrder;
    private final SemiringRecognition recognition;
    private final List<ClosedSemiring> semirings;
    private final List<Band> bands = new ArrayList<>();
    /** Long bodies have many dependences that differ in nothing but the names of their statements. */
    private final Map<String, Offsets> known = new HashMap<>();

    /**
     * Prepares a search.
     *
     * @param writesInOrder pairs of writes of one element that parallel loops must keep apart beside the dependences: a
     *     silent write stores its element too, and may not do so while another iteration changes it
     */
    BandFinder(
            NestRelations nest,
            CommonSpace space,
            List<Embedding> embeddings,
            List<Dependence> dependences,
            AlikeRelations alike,
            List<tilewright.isl.Map> writesInOrder,
            SemiringRecognition recognition) {
        this.nest = nest;
        this.space = space;
        this.embeddings = embeddings;
        this.dependences = dependences;
        this.alike = alike;
        this.writesInOrder = writesInOrder;
        this.recognition = recognition;
        this.semirings = recognition.facts();
    }

    /** A dependence with its offsets in the space of a candidate band. */
    private record Placed(Dependence dependence, Offsets offsets) {}

    List<Band> find() {
        if (space.depth() == 0) {
            return List.of();
        }
        Optional<Band> whole = wholeNest();
        if (whole.isPresent()) {
            return List.of(whole.get());
        }
        split(nest.statements(), 0);
        return bands;
    }

    private Optional<Band> wholeNest() {
        if (!space.hasOneDirection(nest)) {
            return Optional.empty();
        }
        List<Boolean> down =
                IntStream.range(0, space.depth()).mapToObj(space::runsDown).toList();
        List<Placed> placed = dependences.stream()
                .map(d -> new Placed(d, embedded(d.relation(), d.vector(), d.source(), d.sink(), down)))
                .toList();
        List<Offsets> all = new ArrayList<>(placed.stream().map(Placed::offsets).toList());
        writesInOrder.forEach(w -> all.add(embedded(w, Offsets.UNKNOWN, name(w, Dim.IN), name(w, Dim.OUT), down)));
        String rule = wholeNestRule(placed);
        if (rule == null) {
            return Optional.empty();
        }
        List<String> loops = space.loops();
        return Optional.of(new Band(ids(nest.statements()), loops, true, parallel(loops, 0, all), rule));
    }

    private @Nullable String wholeNestRule(List<Placed> placed) {
        if (placed.stream().allMatch(p -> goesForward(p, 0, space.depth()) && keepsTies(p))) {
            return forwardRule(dependences);
        }
        if (nest.statements().size() == 1 && !semirings.isEmpty()) {
            return semirings.getFirst().rule();
        }
        return null;
    }

    private Offsets embedded(
            tilewright.isl.Map relation, DependenceVector vector, String source, String sink, List<Boolean> down) {
        tilewright.isl.Map from = embedding(source).relation();
        tilewright.isl.Map to = embedding(sink).relation();
        String text = alike.unnamed(relation) + " " + alike.unnamed(from) + " " + alike.unnamed(to);
        return known.computeIfAbsent(
                text, _ -> Offsets.of(relation, vector, r -> r.applyDomain(from).applyRange(to), down));
    }

    private Embedding embedding(String statement) {
        return embeddings.stream()
                .filter(e -> e.statement().equals(statement))
                .findFirst()
                .orElseThrow();
    }

    private boolean keepsTies(Placed placed) {
        Dependence d = placed.dependence;
        return d.source().equals(d.sink())
                || nest.textuallyBefore(d.source(), d.sink())
                || !placed.offsets.reaches(space.depth());
    }

    /** Whether components {@code first..end-1} are non-negative once the loops outside {@code first} are fixed. */
    private static boolean goesForward(Placed placed, int first, int end) {
        return IntStream.range(first, end).allMatch(z -> placed.offsets.isNonNegative(z, first));
    }

    /** Statements that share {@code level} loops: a band for each loop at that level, then what is inside. */
    private void split(List<StatementRelations> group, int level) {
        Map<Integer, List<StatementRelations>> children = new LinkedHashMap<>();
        for (StatementRelations statement : group) {
            if (statement.placed().depth() > level) {
                children.computeIfAbsent(statement.placed().order().get(level), _ -> new ArrayList<>())
                        .add(statement);
            }
        }
        children.values().forEach(child -> addBand(child, level));
    }

    private void addBand(List<StatementRelations> group, int level) {
        StatementRelations first = group.getFirst();
        int shared = group.stream()
                .mapToInt(s -> s == first ? s.placed().depth() : nest.shared(first.id(), s.id()))
                .min()
                .orElseThrow();
        List<Boolean> down = first.placed().loops().subList(0, shared).stream()
                .map(l -> l.step() < 0)
                .toList();
        List<String> ids = ids(group);
        List<Placed> inside = dependences.stream()
                .filter(d -> ids.contains(d.source()) && ids.contains(d.sink()))
                .map(d -> new Placed(d, onSharedLoops(d.relation(), d.vector(), shared, down)))
                .filter(p -> p.offsets.reaches(level))
                .toList();
        int end = level + 1;
        Optional<Placed> obstacle = Optional.empty();
        while (end < shared && obstacle.isEmpty()) {
            int next = end + 1;
            obstacle = inside.stream().filter(p -> !goesForward(p, level, next)).findFirst();
            end = obstacle.isEmpty() ? next : end;
        }
        List<Offsets> all = new ArrayList<>(inside.stream().map(Placed::offsets).toList());
        writesInOrder.stream()
                .filter(w -> ids.contains(name(w, Dim.IN)) && ids.contains(name(w, Dim.OUT)))
                .forEach(w -> all.add(onSharedLoops(w, Offsets.UNKNOWN, shared, down)));
        List<String> loops = first.placed().loopVariables().subList(level, end);
        String rule = rule(inside, loops, obstacle, first, end);
        bands.add(new Band(ids, loops, true, parallel(loops, level, all), rule));
        split(group, end);
    }

    private String rule(
            List<Placed> inside, List<String> loops, Optional<Placed> obstacle, StatementRelations statement, int end) {
        String rule = loops.size() == 1
                ? "cutting the single loop " + loops.getFirst() + " keeps its order"
                : forwardRule(inside.stream().map(Placed::dependence).toList());
        return obstacle.map(o -> rule + "; "
                        + statement.placed().loops().get(end).variable()
                        + " cannot join: the " + describe(o.dependence) + " has a negative component"
                        + recognition
                                .missingAssumption(statement)
                                .map(a -> " (with \"" + a + "\" declared, the closed-semiring rule would allow it)")
                                .orElse(""))
                .orElse(rule);
    }

    /** The differences of a relation between two statements in their first loops. */
    private Offsets onSharedLoops(
            tilewright.isl.Map relation, DependenceVector vector, int shared, List<Boolean> down) {
        return known.computeIfAbsent(
                alike.unnamed(relation) + " " + shared + " " + down, _ -> Offsets.of(relation, vector, r -> r, down));
    }

    /** The loops that carry nothing once the loops outside them are fixed; the band begins at depth {@code first}. */
    private static List<String> parallel(List<String> loops, int first, List<Offsets> offsets) {
        return IntStream.range(0, loops.size())
                .filter(z -> offsets.stream().allMatch(o -> o.isZero(first + z)))
                .mapToObj(loops::get)
                .toList();
    }

    private static String forwardRule(List<Dependence> dependences) {
        List<String> vectors = dependences.stream()
                .filter(d -> d.kind() == Dependence.Kind.FLOW)
                .map(d -> d.vector().toString())
                .distinct()
                .toList();
        return dependences.isEmpty()
                ? "no dependences"
                : "all components of all dependences are non-negative"
                        + (vectors.isEmpty() ? "" : ", flow " + String.join(" ", vectors));
    }

    private static String describe(Dependence d) {
        return d.kind().jsonName() + " dependence " + d.vector() + " on " + d.array() + " (" + d.position() + ")";
    }

    private static String name(tilewright.isl.Map relation, Dim side) {
        return java.util.Objects.requireNonNull(relation.getTupleName(side));
    }

    private static List<String> ids(List<StatementRelations> statements) {
        return statements.stream().map(StatementRelations::id).toList();
    }
}
