package tilewright.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Band;
import tilewright.dependence.ClosedSemiring;
import tilewright.dependence.Component;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceInstances;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.dependence.SilentWrites;
import tilewright.locality.AccessLocality;
import tilewright.locality.AccessMatrix;
import tilewright.locality.Estimate;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;
import tilewright.locality.ThreadSizeAdvice;
import tilewright.locality.Volumes;
import tilewright.model.Access;
import tilewright.model.Assumption;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of {@code analyze}, schema {@value #SCHEMA}. */
public final class AnalysisJson {
    public static final String SCHEMA = "tilewright/analysis/1";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Dependences dependences;
    private final LoopNest nest;

    private AnalysisJson(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
    }

    /**
     * The whole analysis.
     *
     * @param volumes exact volumes, where sizes and blocks were given
     * @param instanceSizes parameter values for which every dependence instance is listed; null lists none
     */
    public static ObjectNode of(
            Dependences dependences,
            Locality locality,
            @Nullable Volumes volumes,
            @Nullable Map<String, Long> instanceSizes) {
        return of(dependences, locality, new AtSizes(volumes, null, null), instanceSizes, null, null);
    }

    /**
     * The same with volumes and footprints as functions of the sizes.
     *
     * @param at what was counted for given sizes
     * @param exact volumes, null to leave them out
     * @param footprints footprints, null to leave them out
     */
    public static ObjectNode of(
            Dependences dependences,
            Locality locality,
            AtSizes at,
            @Nullable Map<String, Long> instanceSizes,
            @Nullable ExactVolumes exact,
            @Nullable Footprints footprints) {
        AnalysisJson json = new AnalysisJson(dependences);
        ObjectNode root = MAPPER.createObjectNode();
        root.put("schema", SCHEMA);
        json.nest(root.putObject("nest"));
        json.nest
                .statements()
                .forEach(s -> json.statement(root.withArray("statements").addObject(), s));
        ArrayNode list = root.putArray("dependences");
        dependences.dependences().forEach(d -> dependence(list.addObject(), d, instanceSizes));
        json.facts(root);
        estimates(root, locality);
        ExactJson.statementSets(root.putArray("statementSets"), locality.statementSets());
        if (exact != null) {
            ExactJson.volumes(root.putObject("exactVolumes"), exact);
        }
        if (footprints != null) {
            ExactJson.footprints(root.putObject("footprints"), footprints);
        }
        if (at.volumes() != null) {
            volumes(root.putObject("volumes"), at.volumes());
        }
        if (at.footprint() != null) {
            ExactJson.footprint(root.putObject("footprint"), at.footprint());
        }
        return root;
    }

    /** The same as text, indented. */
    public static String print(ObjectNode analysis) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(analysis) + "\n";
    }

    private void nest(ObjectNode node) {
        node.put("name", nest.name());
        strings(node.putArray("parameters"), nest.parameters());
        strings(node.putArray("loops"), dependences.loops());
        strings(
                node.putArray("assumptions"),
                nest.assumptions().stream().map(AnalysisJson::assumption).toList());
    }

    /** The condition with C's brackets: {@code a[k][k] >= 0}. */
    private static String assumption(Assumption assumption) {
        String text = assumption.toString();
        for (Access access : assumption.condition().reads()) {
            StringBuilder element = new StringBuilder(access.array());
            access.indices().forEach(i -> element.append('[').append(i).append(']'));
            text = text.replace(access.toString(), element);
        }
        return text;
    }

    private void statement(ObjectNode node, PlacedStatement placed) {
        node.put("id", placed.statement().id());
        node.put("line", placed.statement().position().line());
        strings(node.putArray("loops"), placed.loopVariables());
        node.put("domain", dependences.domain(placed.statement().id()).toString());
        node.put("text", placed.statement().toString());
        ArrayNode accesses = node.putArray("accesses");
        for (Access access : placed.statement().accesses()) {
            ObjectNode entry = accesses.addObject();
            entry.put("index", access.index());
            entry.put("array", access.array());
            entry.put("role", access.index() == 1 ? "write" : "read");
            entry.put("text", access.toString());
            AccessMatrix matrix =
                    AccessMatrix.of(placed, access, nest.parameters()).orElse(null);
            if (matrix == null) {
                entry.putNull("F").putNull("G").putNull("f");
            } else {
                matrix(entry.putArray("F"), matrix.f());
                matrix(entry.putArray("G"), matrix.g());
                matrix.offset().forEach(entry.putArray("f")::add);
            }
        }
    }

    private static void matrix(ArrayNode node, List<List<Long>> rows) {
        for (List<Long> row : rows) {
            ArrayNode numbers = node.addArray();
            row.forEach(numbers::add);
        }
    }

    private static void dependence(ObjectNode node, Dependence dependence, @Nullable Map<String, Long> instanceSizes) {
        node.put("kind", dependence.kind().jsonName());
        node.put("array", dependence.array());
        node.put("source", dependence.source());
        node.put("sink", dependence.sink());
        node.put("access", dependence.access());
        node.put("relation", dependence.relation().toString());
        ArrayNode vector = node.putArray("vector");
        ArrayNode max = node.putArray("max");
        for (Component component : dependence.vector().components()) {
            vector.add(component.text());
            if (component.isFar()) {
                max.add("far");
            } else {
                max.add(component.max());
            }
        }
        if (instanceSizes != null) {
            ArrayNode instances = node.putArray("instances");
            for (DependenceInstances.Instance instance : DependenceInstances.of(dependence, instanceSizes)) {
                ArrayNode pair = instances.addArray();
                instance.source().forEach(pair.addArray()::add);
                instance.sink().forEach(pair.addArray()::add);
            }
        }
    }

    private void facts(ObjectNode root) {
        ArrayNode inputs = root.putArray("inputs");
        for (InputUse input : dependences.inputs()) {
            inputs.addObject()
                    .put("statement", input.statement())
                    .put("access", input.access())
                    .put("array", input.array())
                    .put("relation", input.relation().toString());
        }
        ArrayNode silent = root.putArray("silent");
        for (SilentWrites writes : dependences.silent()) {
            silent.addObject()
                    .put("statement", writes.statement())
                    .put("iterations", writes.iterations().toString())
                    .put("rule", writes.rule())
                    .put("removed", dependences.silentRemoved());
        }
        ArrayNode semirings = root.putArray("semirings");
        for (ClosedSemiring semiring : dependences.semirings()) {
            ObjectNode node = semirings.addObject().put("statement", semiring.statement());
            strings(node.putArray("loops"), semiring.loops());
            node.put("rule", semiring.rule());
            strings(node.putArray("needs"), semiring.needs());
        }
        ArrayNode reductions = root.putArray("reductions");
        for (Reduction reduction : Reductions.of(dependences)) {
            ObjectNode node = reductions
                    .addObject()
                    .put("statement", reduction.statement())
                    .put("array", reduction.array())
                    .put("operator", reduction.operator().notation());
            strings(node.putArray("loops"), reduction.variables(dependences.nest()));
            node.put("anyOrder", reduction.mayRegroup());
            node.put("order", reduction.regrouping().name().toLowerCase(Locale.ROOT));
        }
        ArrayNode bands = root.putArray("bands");
        for (Band band : dependences.bands()) {
            ObjectNode node = bands.addObject();
            strings(node.putArray("statements"), band.statements());
            strings(node.putArray("loops"), band.loops());
            node.put("permutable", band.permutable());
            strings(node.putArray("parallel"), band.parallel());
            node.put("rule", band.rule());
        }
    }

    private static void estimates(ObjectNode root, Locality locality) {
        ArrayNode estimates = root.putArray("estimates");
        for (Estimate estimate : locality.estimates()) {
            ObjectNode node = estimates.addObject();
            node.put("statement", estimate.statement());
            node.put("access", estimate.access());
            node.put("array", estimate.array());
            node.put("loop", estimate.loop());
            node.put(
                    "vector",
                    estimate.vector() == null ? null : estimate.vector().toString());
            node.put("rho", estimate.rho());
            node.put("rhoFixed", estimate.rhoFixed());
            node.put("case", estimate.theoremCase().jsonName());
            order(node, "reads", estimate.reads());
            order(node, "writes", estimate.writes());
        }
        ArrayNode ranking = root.putArray("blockRanking");
        locality.blockRanking().forEach(group -> strings(ranking.addArray(), group));
        ArrayNode threads = root.putArray("threadSizes");
        for (ThreadSizeAdvice advice : locality.threadSizes()) {
            threads.addObject()
                    .put("loop", advice.loop())
                    .put("size", advice.size())
                    .put("or", advice.or())
                    .put("because", advice.because());
        }
        ArrayNode accesses = root.putArray("locality");
        for (AccessLocality access : locality.accesses()) {
            ObjectNode node =
                    accesses.addObject().put("statement", access.statement()).put("access", access.access());
            strings(node.putArray("broadcast"), access.broadcast());
            strings(node.putArray("spatial"), access.spatial());
        }
    }

    private static void order(ObjectNode node, String name, Estimate.@Nullable Order order) {
        if (order == null) {
            node.putNull(name);
        } else {
            node.putObject(name).put("parts", order.parts()).put("power", order.power());
        }
    }

    private static void volumes(ObjectNode node, Volumes volumes) {
        volumes.block().forEach(node.putArray("block")::add);
        node.put("reads", volumes.reads());
        node.put("writes", volumes.writes());
    }

    private static void strings(ArrayNode node, List<String> values) {
        values.forEach(node::add);
    }
}
