package tilewright.algebra;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.Initializer;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.model.Until;

/**
 * A nest as schemes: {@code Init} fills the arrays as its {@code init} lines say, every statement and every pass that is repeated has
 * a scheme of its own. Of them comes the same nest.
 */
public final class NestSchemes {
    /** What initial data are called. */
    static final String INIT = "Init";

    private final LoopNest nest;
    private final Names names;
    private final String main;
    private final Map<Node.Repeat, String> passes = new IdentityHashMap<>();

    NestSchemes(LoopNest nest) {
        this.nest = nest;
        this.names = new Names(nest);
        names.fresh(INIT);
        this.main = names.fresh(identifier(nest.name()));
        name(nest.body());
    }

    /** The nest as it is written. */
    public static SchemeProgram of(LoopNest nest) {
        NestSchemes schemes = new NestSchemes(nest);
        return schemes.program(Map.of());
    }

    private void name(List<Node> nodes) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> name(l.body());
                case Node.Guard g -> {
                    name(g.then());
                    name(g.otherwise());
                }
                case Node.Repeat r -> {
                    passes.put(r, names.fresh("Pass"));
                    name(r.body());
                }
                case Statement _ -> {}
            }
        }
    }

    private static String identifier(String name) {
        String word = name.replaceAll("[^A-Za-z0-9_]", "_");
        return Character.isLetter(word.charAt(0)) ? word : "nest_" + word;
    }

    LoopNest nest() {
        return nest;
    }

    Names names() {
        return names;
    }

    /** What the passes of a repetition are called. */
    String pass(Node.Repeat repeat) {
        return passes.getOrDefault(repeat, "");
    }

    /**
     * The program.
     *
     * @param instead schemes of repetitions that are not done as they are written
     */
    SchemeProgram program(Map<Node.Repeat, Scheme> instead) {
        List<Definition> definitions = new ArrayList<>();
        List<Scheme> init = nest.initializers().stream().map(this::initializer).toList();
        Scheme body = nodes(nest.body(), NestSchemes::call, instead);
        Scheme whole = init.isEmpty() ? body : Scheme.compose(new Scheme.Call(INIT, List.of()), body);
        definitions.add(new Definition(main, List.of(), whole));
        if (!init.isEmpty()) {
            definitions.add(new Definition(INIT, List.of(), Scheme.compose(init)));
        }
        definePasses(nest.body(), List.of(), instead, definitions);
        for (PlacedStatement placed : nest.statements()) {
            Statement s = placed.statement();
            definitions.add(new Definition(s.id(), placed.loopVariables(), assignment(s)));
        }
        return new SchemeProgram(nest.name(), declarations(), definitions);
    }

    private void definePasses(
            List<Node> nodes, List<String> around, Map<Node.Repeat, Scheme> instead, List<Definition> definitions) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> {
                    List<String> inner = new ArrayList<>(around);
                    inner.add(l.variable());
                    definePasses(l.body(), inner, instead, definitions);
                }
                case Node.Guard g -> {
                    definePasses(g.then(), around, instead, definitions);
                    definePasses(g.otherwise(), around, instead, definitions);
                }
                case Node.Repeat r -> {
                    definitions.add(new Definition(pass(r), around, nodes(r.body(), NestSchemes::call, instead)));
                    definePasses(r.body(), around, instead, definitions);
                }
                case Statement _ -> {}
            }
        }
    }

    /** The lines of the nest's text before its first loop, but for initial data. */
    private List<String> declarations() {
        LoopNest head = new LoopNest(
                nest.name(),
                nest.parameters(),
                nest.arrays(),
                nest.assumptions(),
                List.of(),
                List.of(),
                nest.associative(),
                nest.indexFacts());
        return NestPrinter.print(head).lines().toList();
    }

    /** {@code init x(i) = value} as loops over the whole array. */
    private Scheme initializer(Initializer init) {
        ArrayDeclaration array = nest.array(init.array());
        String target = init.array() + (init.indices().isEmpty() ? "" : "(" + String.join(",", init.indices()) + ")");
        Scheme scheme = value(target, init.value());
        for (int d = init.indices().size() - 1; d >= 0; d--) {
            ArrayDeclaration.Bounds bound = array.bounds().get(d);
            scheme = Scheme.loop(
                    init.indices().get(d),
                    bound.lower().toString(),
                    bound.upper().toString(),
                    scheme);
        }
        return scheme;
    }

    private static Scheme value(String target, Expression value) {
        return value instanceof Expression.Apply(Operator operator, List<Expression> o) && operator == Operator.MERGE
                ? new Scheme.Alternative(
                        o.get(2).toString(),
                        new Scheme.Assign(target, o.get(0).toString()),
                        new Scheme.Assign(target, o.get(1).toString()))
                : new Scheme.Assign(target, value.toString());
    }

    /** A statement; one that may leave its element as it is has the form {@code ([c] (x := v) | E)}. */
    static Scheme assignment(Statement statement) {
        String target = statement.target().toString();
        if (statement.value() instanceof Expression.Apply(Operator operator, List<Expression> o)
                && operator == Operator.MERGE
                && o.get(1) instanceof Expression.Read old
                && old.toString().equals(target)
                && !o.get(2).reads().isEmpty()) {
            return Scheme.when(
                    o.get(2).toString(), new Scheme.Assign(target, o.get(0).toString()));
        }
        return new Scheme.Assign(target, statement.value().toString());
    }

    private static Scheme call(PlacedStatement placed) {
        return new Scheme.Call(placed.statement().id(), placed.loopVariables());
    }

    /**
     * Nodes one after another, as they are written.
     *
     * @param leaf the scheme of a statement
     */
    Scheme nodes(List<Node> nodes, Function<PlacedStatement, Scheme> leaf, Map<Node.Repeat, Scheme> instead) {
        List<Scheme> factors = new ArrayList<>();
        for (Node node : nodes) {
            factors.add(
                    switch (node) {
                        case Statement s -> leaf.apply(nest.statement(s.id()));
                        case Node.Loop l -> loop(l, nodes(l.body(), leaf, instead));
                        case Node.Guard g ->
                            new Scheme.Alternative(
                                    g.condition().toString(),
                                    nodes(g.then(), leaf, instead),
                                    nodes(g.otherwise(), leaf, instead));
                        case Node.Repeat r -> {
                            Scheme other = instead.get(r);
                            yield other == null ? repetition(r, around(r)) : other;
                        }
                    });
        }
        return Scheme.compose(factors);
    }

    private Scheme.Call around(Node.Repeat repeat) {
        List<Definition> definitions = new ArrayList<>();
        definePasses(nest.body(), List.of(), Map.of(), definitions);
        return definitions.stream()
                .filter(d -> d.name().equals(pass(repeat)))
                .findFirst()
                .orElseThrow()
                .call();
    }

    static Scheme loop(Node.Loop loop, Scheme body) {
        if (loop.step() == 1) {
            return Scheme.loop(
                    loop.variable(), loop.lower().toString(), loop.upper().toString(), body);
        }
        String variable = loop.variable();
        String sign = loop.step() > 0 ? " + " + loop.step() : " - " + -loop.step();
        return Scheme.compose(
                new Scheme.Assign(variable, loop.lower().toString()),
                new Scheme.Cycle(
                        variable + (loop.step() > 0 ? " <= " : " >= ") + loop.upper(),
                        Scheme.compose(body, new Scheme.Assign(variable, variable + sign))));
    }

    /** {@code {Pass}[c]}, or {@code (i := first) * {Pass * (++i)}[c .or. i > last]}. */
    static Scheme repetition(Node.Repeat repeat, Scheme pass) {
        String until = switch (repeat.until()) {
            case Until.Unchanged u -> u.toString();
            case Until.Holds h -> h.toString();
        };
        Node.Counter counter = repeat.counter();
        if (counter == null) {
            return new Scheme.Repetition(pass, until);
        }
        String end = counter.last() == null ? until : until + " .or. " + counter.variable() + " > " + counter.last();
        return Scheme.compose(
                new Scheme.Assign(counter.variable(), counter.first().toString()),
                new Scheme.Repetition(Scheme.compose(pass, new Scheme.Increment(counter.variable())), end));
    }

    /** How many iterations a loop in steps of one has. */
    static String count(Node.Loop loop) {
        Affine count = loop.upper().minus(loop.lower()).plus(1);
        return loop.loads().isEmpty() ? LinearForm.of(count).toAffine().toString() : count.toString();
    }
}
