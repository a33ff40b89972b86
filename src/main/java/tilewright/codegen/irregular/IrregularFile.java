package tilewright.codegen.irregular;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.Templates;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.ExpressionTypes;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Until;

/**
 * An irregular nest as sequential C: one function {@code void function(T *array.., int parameter..)}, arrays and parameters
 * in the nest's order, rows without padding. The library exports {@value #PASSES}: the number of passes of each repetition in
 * textual order, -1 where one was given up; then the line of the first subscript that left its array, and that of the first
 * integer division by zero, 0 where there was none; then nanoseconds. Subscripts that are not proved to stay inside are compared while it runs.
 */
public final class IrregularFile {
    /** The exported array of 64-bit integers; three elements more than there are repetitions. */
    public static final String PASSES = "tilewright_passes";

    private static final String TEMPLATE = "sequential/irregular.ftl";

    private final LoopNest nest;
    private final CText text;
    private final long mostPasses;
    private final List<Until> around = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private int repetitions;

    private IrregularFile(LoopNest nest, long mostPasses) {
        this.nest = nest;
        this.text = new CText(nest);
        this.mostPasses = mostPasses;
    }

    /**
     * The source.
     *
     * @param mostPasses after so many passes a repetition is given up, and the function returns
     */
    public static String print(Templates templates, LoopNest nest, String function, long mostPasses) {
        return new IrregularFile(nest, mostPasses).print(templates, function);
    }

    /** How many repetitions a nest has. */
    public static int repetitions(LoopNest nest) {
        return count(nest.body());
    }

    private static int count(List<Node> nodes) {
        return nodes.stream()
                .mapToInt(n -> switch (n) {
                    case Node.Repeat r -> 1 + count(r.body());
                    case Node.Loop l -> count(l.body());
                    case Node.Guard g -> count(g.then()) + count(g.otherwise());
                    case Statement s -> 0;
                })
                .sum();
    }

    private String print(Templates templates, String function) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", nest.name());
        model.put("function", function);
        model.put("passes", PASSES);
        model.put(
                "arrays",
                nest.arrays().stream()
                        .map(a -> Map.of("name", a.name(), "type", a.type().cName()))
                        .toList());
        model.put("parameters", nest.parameters());
        model.put("mostPasses", Long.toString(mostPasses));
        List<Map<String, Object>> body = nodes(nest.body());
        model.put("repetitions", repetitions);
        model.put("body", body);
        return templates.print(TEMPLATE, model);
    }

    private List<Map<String, Object>> nodes(List<Node> nodes) {
        return nodes.stream().map(this::node).toList();
    }

    private Map<String, Object> node(Node node) {
        return switch (node) {
            case Node.Loop l -> loop(l);
            case Node.Repeat r -> repeat(r);
            case Node.Guard g ->
                Map.of(
                        "kind",
                        "guard",
                        "condition",
                        text.condition(g.condition()),
                        "then",
                        nodes(g.then()),
                        "otherwise",
                        nodes(g.otherwise()));
            case Statement s -> statement(s);
        };
    }

    private Map<String, Object> loop(Node.Loop loop) {
        text.at(loop.position().line());
        String first = bound(loop.lower(), loop.loads());
        String last = bound(loop.upper(), loop.loads());
        text.inside().enter(loop);
        List<Map<String, Object>> body = nodes(loop.body());
        text.inside().leave(loop);
        return Map.of(
                "kind",
                "loop",
                "variable",
                loop.variable(),
                "first",
                first,
                "last",
                last,
                "relation",
                loop.step() > 0 ? "<=" : ">=",
                "step",
                Long.toString(loop.step()),
                "body",
                body);
    }

    private String bound(Affine bound, List<Load> loads) {
        return text.index(bound, loads);
    }

    private Map<String, Object> repeat(Node.Repeat repeat) {
        int number = repetitions++;
        around.add(repeat.until());
        numbers.add(number);
        Node.Counter counter = repeat.counter();
        text.at(repeat.position().line());
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("kind", "repeat");
        model.put("number", number);
        model.put("variable", counter == null ? "tw_number" + number : counter.variable());
        model.put("first", counter == null ? "1" : bound(counter.first(), List.of()));
        model.put("last", counter == null || counter.last() == null ? "LONG_MAX" : bound(counter.last(), List.of()));
        model.put("body", nodes(repeat.body()));
        model.put(
                "until",
                switch (repeat.until()) {
                    case Until.Unchanged u -> "!tw_changed" + number;
                    case Until.Holds h -> text.value(h.condition(), ExpressionTypes.forTarget(nest, DataType.DOUBLE));
                });
        around.removeLast();
        numbers.removeLast();
        return model;
    }

    /** A statement; where a repetition asks for changes of its array, it stores changes alone and says so. */
    private Map<String, Object> statement(Statement statement) {
        DataType type = nest.array(statement.target().array()).type();
        text.at(statement.position().line());
        List<Integer> told = new ArrayList<>();
        for (int i = 0; i < around.size(); i++) {
            if (around.get(i) instanceof Until.Unchanged u
                    && u.arrays().contains(statement.target().array())) {
                told.add(numbers.get(i));
            }
        }
        return Map.of(
                "kind",
                "assign",
                "target",
                text.element(statement.target()),
                "type",
                type.cName(),
                "value",
                logical(type, text.value(statement.value(), ExpressionTypes.forStatement(nest, statement))),
                "told",
                told);
    }

    private static String logical(DataType type, String value) {
        return type == DataType.LOGICAL ? "(" + value + ") != 0" : value;
    }
}
