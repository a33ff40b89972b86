package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * The untransformed nest as sequential C, over arrays in the padded layout: what generated programs are compared with.
 * Compile without contraction of multiply and add, so that it rounds as the nest is written.
 */
public final class SequentialFile {
    private static final String TEMPLATE = "sequential/nest.ftl";

    private final LoopNest nest;
    private final CNames names;
    private final CExpressions expressions;
    private final Elements elements;

    private final Set<Node.Loop> parallel;

    private SequentialFile(LoopNest nest, Set<Node.Loop> parallel) {
        this.nest = nest;
        this.parallel = parallel;
        this.names = new CNames();
        names.declare(nest.arrays().stream().map(a -> a.name()).toList());
        names.declare(nest.parameters());
        names.declare(nest.statements().stream()
                .flatMap(s -> s.loopVariables().stream())
                .toList());
        this.expressions = new CExpressions(names);
        this.elements = new Elements(expressions, nest);
    }

    /**
     * The source: one function {@code void function(T *array.., int parameter..)}, arrays and parameters in the nest's
     * order. Its name must be one that no nest can take.
     */
    public static String print(Templates templates, LoopNest nest, String function) {
        return print(templates, nest, function, Set.of());
    }

    /** The same with loops whose iterations threads share, where the compiler is told to heed OpenMP. */
    public static String print(Templates templates, LoopNest nest, String function, Set<Node.Loop> parallel) {
        return new SequentialFile(nest, parallel).text(templates, function);
    }

    private String text(Templates templates, String function) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", nest.name());
        model.put("function", function);
        model.put(
                "arrays",
                nest.passed().stream().map(a -> array(ArrayLayout.of(a))).toList());
        model.put(
                "locals",
                nest.arrays().stream()
                        .filter(ArrayDeclaration::local)
                        .map(a -> array(ArrayLayout.of(a)))
                        .toList());
        model.put("parameters", nest.parameters().stream().map(names::of).toList());
        model.put("body", nest.body().stream().map(this::node).toList());
        return Indenter.indent(templates.print(TEMPLATE, model));
    }

    private Map<String, Object> array(ArrayLayout layout) {
        return Map.of(
                "name",
                names.of(layout.name()),
                "type",
                layout.type().cName(),
                "pitchName",
                elements.pitch(layout.name()),
                "pitch",
                expressions.of(layout.pitch()),
                "pitched",
                layout.hasRows(),
                "rows",
                layout.outer().stream().map(b -> expressions.of(b.extent())).toList(),
                "single",
                layout.bounds().isEmpty());
    }

    private Map<String, Object> node(Node node) {
        return switch (node) {
            case Node.Loop l -> loop(l);
            case Node.Guard g -> guard(g);
            case Node.Repeat r -> throw r.notAffine();
            case Statement s -> statement(s);
        };
    }

    private Map<String, Object> loop(Node.Loop loop) {
        String variable = names.of(loop.variable());
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("kind", "loop");
        model.put("variable", variable);
        model.put("first", expressions.of(loop.lower()));
        model.put("test", variable + (loop.step() > 0 ? " <= " : " >= ") + expressions.of(loop.upper()));
        model.put("step", variable + (loop.step() > 0 ? " += " : " -= ") + Math.abs(loop.step()));
        model.put("parallel", parallel.contains(loop));
        model.put("body", loop.body().stream().map(this::node).toList());
        return model;
    }

    private Map<String, Object> guard(Node.Guard guard) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("kind", "guard");
        model.put("condition", expressions.of(guard.condition()));
        model.put("then", guard.then().stream().map(this::node).toList());
        List<Map<String, Object>> otherwise = new ArrayList<>();
        guard.otherwise().forEach(n -> otherwise.add(node(n)));
        model.put("otherwise", otherwise);
        return model;
    }

    private Map<String, Object> statement(Statement statement) {
        return Map.of(
                "kind",
                "assign",
                "target",
                elements.place(TypedExpressions.element(nest, statement.target())),
                "value",
                elements.of(TypedExpressions.ofStatement(nest, statement)));
    }

    /** Leaves are elements of the caller's arrays. */
    private static final class Elements extends CValues {
        private final LoopNest nest;
        private final Map<String, String> pitches = new LinkedHashMap<>();

        Elements(CExpressions expressions, LoopNest nest) {
            super(expressions);
            this.nest = nest;
            nest.arrays().forEach(a -> pitches.put(a.name(), expressions.names().fresh(a.name() + "_pitch")));
        }

        String pitch(String array) {
            return pitches.getOrDefault(array, "");
        }

        @Override
        String place(Value leaf) {
            if (!(leaf instanceof Value.GlobalElement element)) {
                throw new IllegalArgumentException("not an array element: " + leaf);
            }
            return expressions()
                    .element(
                            ArrayLayout.of(nest.array(element.array())),
                            element.indices(),
                            expressions().names().of(element.array()),
                            pitch(element.array()));
        }

        @Override
        String extreme(boolean minimum, DataType type) {
            return switch (type) {
                case HALF, REAL -> minimum ? "fminf" : "fmaxf";
                case DOUBLE -> minimum ? "fmin" : "fmax";
                case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, LOGICAL -> minimum ? "minimum" : "maximum";
                case UNSIGNED -> minimum ? "minimum_unsigned" : "maximum_unsigned";
                case LONG -> minimum ? "minimum_long" : "maximum_long";
                case UNSIGNED_LONG -> minimum ? "minimum_unsigned_long" : "maximum_unsigned_long";
            };
        }
    }
}
