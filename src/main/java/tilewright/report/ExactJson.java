package tilewright.report;

import java.util.List;
import java.util.Map;
import org.apache.commons.math3.fraction.BigFraction;
import tilewright.locality.BlockFootprint;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.LaurentPolynomial;
import tilewright.locality.StatementSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Volumes and footprints in the JSON of {@code analyze}. A count is {@code {"text": "n^3/r1 - n^2", "terms": [{"coefficient":
 * "1", "exponents": {"n": 3, "r1": -1}}, ..], "conditions": ["r1 | n"]}} or {@code {"refused": "why"}}.
 */
final class ExactJson {
    private ExactJson() {}

    static void statementSets(ArrayNode sets, List<StatementSet> found) {
        for (StatementSet set : found) {
            ObjectNode node = sets.addObject().put("set", set.number());
            set.statements().forEach(node.putArray("statements")::add);
            set.loops().forEach(node.putArray("loops")::add);
            ArrayNode shared = node.putArray("shared");
            set.shared().forEach(others -> others.forEach(shared.addArray()::add));
            ArrayNode ranking = node.putArray("blockRanking");
            set.blockRanking().forEach(group -> group.forEach(ranking.addArray()::add));
        }
    }

    static void volumes(ObjectNode node, ExactVolumes exact) {
        ArrayNode cuts = node.putArray("cuts");
        for (ExactVolumes.Cut cut : exact.cuts()) {
            ObjectNode entry = cuts.addObject()
                    .put("statement", cut.statement())
                    .put("access", cut.access())
                    .put("loop", cut.loop());
            count(entry.putObject("reads"), cut.reads());
            count(entry.putObject("writes"), cut.writes());
            ObjectNode inParts =
                    entry.putObject("allSizes").put("parts", cut.inParts().definition());
            count(inParts.putObject("reads"), cut.inParts().reads());
            count(inParts.putObject("writes"), cut.inParts().writes());
        }
        ExactVolumes.Inner inner = exact.inner();
        if (inner != null) {
            inner(node.putObject("innerBlock"), inner);
        }
        ArrayNode kinds = node.putArray("kinds");
        for (ExactVolumes.Kind kind : exact.kinds()) {
            ObjectNode entry = kinds.addObject().put("where", kind.where());
            count(entry.putObject("blocks"), kind.blocks());
            count(entry.putObject("operations"), kind.iterations());
            count(entry.putObject("reads"), kind.reads());
            count(entry.putObject("writes"), kind.writes());
        }
        count(node.putObject("reads"), exact.reads());
        count(node.putObject("writes"), exact.writes());
    }

    private static void inner(ObjectNode node, ExactVolumes.Inner inner) {
        node.put("where", inner.where());
        count(node.putObject("reads"), inner.reads());
        count(node.putObject("writes"), inner.writes());
        count(node.putObject("allReads"), inner.allReads());
        count(node.putObject("allWrites"), inner.allWrites());
        ArrayNode accesses = node.putArray("accesses");
        for (ExactVolumes.AtAccess at : inner.accesses()) {
            ObjectNode entry =
                    accesses.addObject().put("statement", at.statement()).put("access", at.access());
            count(entry.putObject("reads"), at.reads());
            count(entry.putObject("writes"), at.writes());
        }
    }

    static void footprints(ObjectNode node, Footprints footprints) {
        ArrayNode arrays = node.putArray("arrays");
        for (Footprints.OfArray array : footprints.arrays()) {
            ObjectNode entry = arrays.addObject().put("array", array.array()).put("bytes", array.bytes());
            count(entry.putObject("elements"), array.elements());
        }
        ArrayNode accesses = node.putArray("accesses");
        for (Footprints.OfAccess each : footprints.accesses()) {
            ObjectNode entry =
                    accesses.addObject().put("statement", each.statement()).put("access", each.access());
            count(entry.putObject("elements"), each.elements());
            count(entry.putObject("reuse"), each.reuse());
            ArrayNode directions = entry.putArray("directions");
            for (Footprints.Direction direction : each.directions()) {
                ObjectNode one = directions.addObject();
                direction.vector().forEach(one.putArray("vector")::add);
                one.put("carriedBy", direction.carrier());
            }
        }
    }

    /** What a block and a thread of given sizes hold; nothing of threads without thread sizes. */
    static void footprint(ObjectNode node, BlockFootprint footprint) {
        boolean threads = !footprint.thread().isEmpty();
        footprint.block().forEach(node.putArray("block")::add);
        footprint.thread().forEach(node.putArray("thread")::add);
        ArrayNode groups = node.putArray("groups");
        for (BlockFootprint.Group group : footprint.groups()) {
            ObjectNode entry = groups.addObject().put("array", group.array()).put("bytes", group.bytes());
            ArrayNode accesses = entry.putArray("accesses");
            group.accesses()
                    .forEach(a ->
                            accesses.addObject().put("statement", a.statement()).put("access", a.access()));
            entry.put("blockElements", group.blockElements());
            entry.put("blockBytes", group.blockBytes());
            if (threads) {
                entry.put("threadElements", group.threadElements());
                entry.put("registers", group.registers());
            }
        }
        node.put("sharedBytes", footprint.blockBytes());
        if (threads) {
            node.put("registers", footprint.registers());
        }
    }

    private static void count(ObjectNode node, ExactCount count) {
        switch (count) {
            case ExactCount.Refused refused -> node.put("refused", refused.reason());
            case ExactCount.Known known -> {
                LaurentPolynomial value = known.value();
                node.put("text", value.toString());
                ArrayNode terms = node.putArray("terms");
                for (Map.Entry<List<Integer>, BigFraction> term : value.terms().entrySet()) {
                    ObjectNode entry = terms.addObject();
                    BigFraction coefficient = term.getValue();
                    entry.put("coefficient", coefficient.toString().replace(" ", ""));
                    ObjectNode exponents = entry.putObject("exponents");
                    for (int v = 0; v < value.variables().size(); v++) {
                        if (term.getKey().get(v) != 0) {
                            exponents.put(
                                    value.variables().get(v), term.getKey().get(v));
                        }
                    }
                }
                known.conditions().forEach(node.putArray("conditions")::add);
            }
        }
    }
}
