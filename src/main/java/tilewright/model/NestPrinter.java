package tilewright.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A loop nest as {@code .nest} text: parsing the text gives an equal nest, up to source positions. Arrays
 * whose extents were inferred are left undeclared.
 */
public final class NestPrinter {
    private final StringBuilder text = new StringBuilder();

    private NestPrinter() {}

    /** The whole nest. */
    public static String print(LoopNest nest) {
        NestPrinter printer = new NestPrinter();
        printer.declarations(nest);
        printer.nodes(nest.body(), 0);
        return printer.text.toString();
    }

    /** Some nodes of a nest, the outermost ones not indented. */
    public static String print(List<Node> nodes) {
        NestPrinter printer = new NestPrinter();
        printer.nodes(nodes, 0);
        return printer.text.toString();
    }

    private void declarations(LoopNest nest) {
        if (!nest.parameters().isEmpty()) {
            line(0, "param " + String.join(", ", nest.parameters()));
        }
        for (ArrayDeclaration array : nest.arrays()) {
            if (!array.inferred()) {
                line(0, declaration(array));
            }
        }
        nest.assumptions().forEach(a -> line(0, "assume " + a));
        if (!nest.associative().isEmpty()) {
            String operators =
                    nest.associative().stream().map(Operator::notation).collect(Collectors.joining(", "));
            line(0, "assume associative(" + operators + ")");
        }
        nest.indexFacts().properties().forEach(p -> line(0, "assume " + p));
        GraphArrays graph = nest.indexFacts().graph();
        if (graph != null) {
            line(0, "graph " + graph);
        }
        nest.initializers().forEach(i -> line(0, initializer(i)));
    }

    /** One declaration, e.g. {@code real a(n, 0:m)} or {@code local real s}. */
    public static String declaration(ArrayDeclaration array) {
        String bounds = array.bounds().stream()
                .map(b -> b.lower().equals(Affine.constant(1)) ? b.upper().toString() : b.lower() + ":" + b.upper())
                .collect(Collectors.joining(", ", "(", ")"));
        return (array.local() ? "local " : "") + array.type().notation() + " " + array.name()
                + (array.bounds().isEmpty() ? "" : bounds);
    }

    private static String initializer(Initializer initializer) {
        String indices = initializer.indices().isEmpty() ? "" : "(" + String.join(",", initializer.indices()) + ")";
        return "init " + initializer.array() + indices + " = " + initializer.value();
    }

    private void nodes(List<Node> nodes, int indent) {
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> line(indent, s.toString());
                case Node.Loop l -> loop(l, indent);
                case Node.Guard g -> guard(g, indent);
                case Node.Repeat r -> repeat(r, indent);
            }
        }
    }

    private void loop(Node.Loop loop, int indent) {
        String step = loop.step() == 1 ? "" : ", " + loop.step();
        line(indent, "do " + loop.variable() + " = " + loop.lower() + ", " + loop.upper() + step);
        nodes(loop.body(), indent + 1);
        line(indent, "enddo");
    }

    private void repeat(Node.Repeat repeat, int indent) {
        Node.Counter counter = repeat.counter();
        String numbers = counter == null
                ? ""
                : " " + counter.variable() + " = " + counter.first()
                        + (counter.last() == null ? "" : ", " + counter.last());
        line(indent, "repeat" + numbers);
        nodes(repeat.body(), indent + 1);
        line(indent, "until " + repeat.until());
    }

    private void guard(Node.Guard guard, int indent) {
        line(indent, "if (" + guard.condition() + ") then");
        nodes(guard.then(), indent + 1);
        if (!guard.otherwise().isEmpty()) {
            line(indent, "else");
            nodes(guard.otherwise(), indent + 1);
        }
        line(indent, "endif");
    }

    private void line(int indent, String line) {
        text.append("  ".repeat(indent)).append(line).append('\n');
    }
}
