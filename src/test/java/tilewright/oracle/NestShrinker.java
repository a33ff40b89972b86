package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.UserError;
import tilewright.parse.NestParser;

/**
 * Makes a nest that shows a fault smaller, as long as it shows it: nodes go, guards and loops are replaced by what they hold,
 * steps become 1, bounds and subscripts become simpler, right-hand sides lose their operands.
 */
public final class NestShrinker {
    private final Predicate<LoopNest> fails;

    private NestShrinker(Predicate<LoopNest> fails) {
        this.fails = fails;
    }

    /** The text of a smallest nest that still fails. */
    public static String shrink(String text, Predicate<LoopNest> fails) {
        NestShrinker shrinker = new NestShrinker(fails);
        String smallest = text;
        Optional<String> next = Optional.of(text);
        while (next.isPresent()) {
            smallest = next.get();
            next = shrinker.smaller(NestParser.parse("shrunk.nest", smallest));
        }
        return smallest;
    }

    private Optional<String> smaller(LoopNest nest) {
        List<LoopNest> candidates = new ArrayList<>();
        if (!nest.assumptions().isEmpty()) {
            candidates.add(new LoopNest(
                    nest.name(), nest.parameters(), nest.arrays(), List.of(), nest.initializers(), nest.body()));
        }
        for (List<Node> body : bodies(nest.body())) {
            candidates.add(new LoopNest(
                    nest.name(), nest.parameters(), nest.arrays(), nest.assumptions(), nest.initializers(), body));
        }
        int length = NestPrinter.print(nest).length();
        return candidates.stream()
                .map(NestPrinter::print)
                .filter(text -> text.length() < length)
                .filter(this::stillFails)
                .findFirst();
    }

    private boolean stillFails(String text) {
        try {
            LoopNest nest = NestParser.parse("shrunk.nest", text);
            return !nest.statements().isEmpty() && fails.test(nest);
        } catch (UserError | IllegalArgumentException noNest) {
            return false;
        }
    }

    /** Every body that is one step smaller. */
    private static List<List<Node>> bodies(List<Node> nodes) {
        List<List<Node>> all = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.size() > 1) {
                all.add(replaced(nodes, i, List.of()));
            }
            for (List<Node> smaller : nodes(nodes.get(i))) {
                all.add(replaced(nodes, i, smaller));
            }
        }
        return all;
    }

    private static List<Node> replaced(List<Node> nodes, int index, List<Node> by) {
        List<Node> result = new ArrayList<>(nodes);
        result.remove(index);
        result.addAll(index, by);
        return result;
    }

    private static List<List<Node>> nodes(Node node) {
        List<List<Node>> all = new ArrayList<>();
        switch (node) {
            case Statement s -> statements(s).forEach(x -> all.add(List.of(x)));
            case Node.Repeat r -> {}
            case Node.Guard g -> {
                all.add(g.then());
                all.add(g.otherwise());
                bodies(g.then())
                        .forEach(b -> all.add(List.of(new Node.Guard(g.condition(), b, g.otherwise(), g.position()))));
                bodies(g.otherwise())
                        .forEach(b -> all.add(List.of(new Node.Guard(g.condition(), g.then(), b, g.position()))));
            }
            case Node.Loop l -> {
                all.add(substituted(l.body(), l.variable(), l.lower()));
                if (l.step() != 1) {
                    Affine low = l.step() > 0 ? l.lower() : l.upper();
                    Affine high = l.step() > 0 ? l.upper() : l.lower();
                    all.add(List.of(new Node.Loop(l.variable(), low, high, 1, l.body(), l.position())));
                }
                for (Affine lower : simpler(l.lower())) {
                    all.add(List.of(new Node.Loop(l.variable(), lower, l.upper(), l.step(), l.body(), l.position())));
                }
                for (Affine upper : simpler(l.upper())) {
                    all.add(List.of(new Node.Loop(l.variable(), l.lower(), upper, l.step(), l.body(), l.position())));
                }
                bodies(l.body())
                        .forEach(b -> all.add(
                                List.of(new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), b, l.position()))));
            }
        }
        return all;
    }

    private static List<Node> substituted(List<Node> nodes, String variable, Affine value) {
        Map<String, Affine> by = Map.of(variable, value);
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s ->
                    result.add(new Statement(s.id(), access(s.target(), by), expression(s.value(), by), s.position()));
                case Node.Repeat r -> throw r.notAffine();
                case Node.Guard g ->
                    result.add(new Node.Guard(
                            g.condition().substitute(by),
                            substituted(g.then(), variable, value),
                            substituted(g.otherwise(), variable, value),
                            g.position()));
                case Node.Loop l ->
                    result.add(new Node.Loop(
                            l.variable(),
                            l.lower().substitute(by),
                            l.upper().substitute(by),
                            l.step(),
                            substituted(l.body(), variable, value),
                            l.position()));
            }
        }
        return result;
    }

    private static Access access(Access access, Map<String, Affine> by) {
        return subscripts(
                access, access.indices().stream().map(i -> i.substitute(by)).toList());
    }

    private static Access subscripts(Access access, List<Affine> indices) {
        return new Access(
                access.index(),
                access.array(),
                indices.stream().<Subscript>map(Subscript.AffineSubscript::new).toList(),
                access.position());
    }

    private static List<Affine> simpler(Affine affine) {
        return switch (affine) {
            case Affine.Constant c -> c.value() > 1 ? List.of(Affine.constant(1)) : List.of();
            case Affine.Variable _ -> List.of();
            case Affine.Sum s -> List.of(s.left(), s.right());
            case Affine.Scaled s -> List.of(s.operand());
            case Affine.FloorDiv d -> List.of(d.dividend());
            case Affine.Mod m -> List.of(m.dividend());
            case Affine.Min m -> m.operands();
            case Affine.Max m -> m.operands();
            case Affine.Select s -> List.of(s.then(), s.otherwise());
        };
    }

    /** Statements with a simpler subscript or right-hand side. */
    private static List<Statement> statements(Statement s) {
        List<Statement> all = new ArrayList<>();
        for (Access target : accesses(s.target())) {
            all.add(new Statement(s.id(), target, s.value(), s.position()));
        }
        for (Expression value : expressions(s.value())) {
            all.add(new Statement(s.id(), s.target(), value, s.position()));
        }
        return all;
    }

    private static List<Access> accesses(Access access) {
        List<Access> all = new ArrayList<>();
        List<Affine> indices = access.indices();
        for (int i = 0; i < indices.size(); i++) {
            for (Affine simpler : simpler(indices.get(i))) {
                List<Affine> changed = new ArrayList<>(indices);
                changed.set(i, simpler);
                all.add(subscripts(access, changed));
            }
        }
        return all;
    }

    private static List<Expression> expressions(Expression expression) {
        List<Expression> all = new ArrayList<>();
        switch (expression) {
            case Expression.Apply a -> {
                all.addAll(a.operands());
                for (int i = 0; i < a.operands().size(); i++) {
                    for (Expression simpler : expressions(a.operands().get(i))) {
                        List<Expression> operands = new ArrayList<>(a.operands());
                        operands.set(i, simpler);
                        all.add(new Expression.Apply(a.operator(), operands));
                    }
                }
            }
            case Expression.Read r -> accesses(r.access()).forEach(x -> all.add(new Expression.Read(x)));
            default -> {}
        }
        return all;
    }

    private static Expression expression(Expression expression, Map<String, Affine> by) {
        return switch (expression) {
            case Expression.Apply a ->
                new Expression.Apply(
                        a.operator(),
                        a.operands().stream().map(o -> expression(o, by)).toList());
            case Expression.Read r -> new Expression.Read(access(r.access(), by));
            case Expression.IndexValue v -> new Expression.IndexValue(v.index().substitute(by));
            default -> expression;
        };
    }
}
