package tilewright.report;

import java.util.List;
import tilewright.dependence.Laws;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.model.Assumption;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Property;
import tilewright.model.Statement;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code analyze} says of an irregular nest: per statement the laws that allow other orders, or what is missing. */
public final class LawsReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final LoopNest nest;
    private final List<StatementLaws> laws;

    private LawsReport(LoopNest nest) {
        this.nest = nest;
        this.laws = Laws.of(nest);
    }

    /** The laws of a nest, found once. */
    public static LawsReport of(LoopNest nest) {
        return new LawsReport(nest);
    }

    /** For people: the nest, then a paragraph per statement. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(nest.name()).append(": irregular nest\n\n");
        NestPrinter.print(nest.body())
                .lines()
                .forEach(l -> text.append("  ").append(l).append('\n'));
        for (StatementLaws each : laws) {
            Statement statement = each.statement();
            text.append('\n')
                    .append(statement.id())
                    .append(" (line ")
                    .append(statement.position().line())
                    .append("): ");
            Relaxation relaxation = each.relaxation();
            text.append(relaxation == null ? statement : "relaxation " + relaxation)
                    .append('\n');
            for (StatementLaws.Finding finding : each.findings()) {
                text.append(String.format("  %-13s %-4s", finding.law().key(), finding.holds() ? "yes" : "no"))
                        .append(finding.because())
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** The {@code analyze} document with the key {@code laws}. */
    public ObjectNode json() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("schema", AnalysisJson.SCHEMA);
        ObjectNode head = root.putObject("nest").put("name", nest.name()).put("irregular", true);
        nest.parameters().forEach(head.putArray("parameters")::add);
        ArrayNode assumptions = head.putArray("assumptions");
        nest.assumptions().stream().map(Assumption::toString).forEach(assumptions::add);
        ArrayNode properties = head.putArray("properties");
        nest.indexFacts().properties().stream().map(Property::toString).forEach(properties::add);
        ArrayNode array = root.putArray("laws");
        for (StatementLaws each : laws) {
            ObjectNode node = array.addObject()
                    .put("statement", each.statement().id())
                    .put("line", each.statement().position().line());
            Relaxation relaxation = each.relaxation();
            if (relaxation != null) {
                node.putObject("relaxation")
                        .put("array", relaxation.array())
                        .put("operator", relaxation.operator().notation())
                        .put("offer", relaxation.offer().toString());
            }
            for (StatementLaws.Finding finding : each.findings()) {
                node.putObject(finding.law().key())
                        .put("holds", finding.holds())
                        .put("because", finding.because());
            }
        }
        return root;
    }
}
