package tilewright.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.algebra.Derivation.Step;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;

/**
 * From the sequential scheme of an irregular nest to parallel ones. A repetition all of whose statements may run in any fair order
 * (T1) becomes asynchronous; further laws that are proved of it lead on from there. Which ones hold is {@link Laws}' word alone.
 */
public final class Derivations {
    private final NestSchemes schemes;
    private final LoopNest nest;
    private final Map<String, StatementLaws> laws = new HashMap<>();
    private final SchemeProgram start;

    private Derivations(LoopNest nest) {
        this.nest = nest;
        this.schemes = new NestSchemes(nest);
        Laws.of(nest).forEach(l -> laws.put(l.statement().id(), l));
        this.start = schemes.program(Map.of());
    }

    /** The derivations that the laws allow; none for an affine nest, whose plans say it themselves. */
    public static List<Derivation> of(LoopNest nest) {
        if (!nest.isIrregular()) {
            return List.of();
        }
        Derivations derivations = new Derivations(nest);
        List<Derivation> found = new ArrayList<>();
        derivations.collect(nest.body(), found);
        return found;
    }

    private void collect(List<Node> nodes, List<Derivation> found) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Repeat r -> repetition(r, found);
                case Node.Loop l -> collect(l.body(), found);
                case Node.Guard g -> {
                    collect(g.then(), found);
                    collect(g.otherwise(), found);
                }
                case Statement _ -> {}
            }
        }
    }

    private void repetition(Node.Repeat repeat, List<Derivation> found) {
        List<PlacedStatement> inside = statements(repeat);
        Optional<String> chaotic = reason(inside, Law.CHAOTIC);
        if (chaotic.isEmpty()) {
            return;
        }
        Step asynchronous = new Step(
                Law.CHAOTIC.key(),
                chaotic.get(),
                start.with(List.of(), List.of(pass(repeat, parallel(repeat.body(), this::call)))));
        reason(inside, Law.LOST_UPDATES)
                .ifPresent(because -> found.add(new Derivation(
                        "every iteration of a pass at the same time, with plain stores",
                        start,
                        List.of(
                                asynchronous,
                                new Step(Law.LOST_UPDATES.key(), because, storing(asynchronous.program(), inside))))));
        reason(inside, Law.FRONTIER)
                .ifPresent(because -> found.add(new Derivation(
                        "only iterations that read something new",
                        start,
                        List.of(
                                asynchronous,
                                new Step(
                                        Law.FRONTIER.key(),
                                        because,
                                        new Frontier(schemes, laws).of(start, repeat, inside))))));
        if (inside.size() == 1) {
            PlacedStatement only = inside.getFirst();
            StatementLaws held = laws(only);
            new ByLevels(schemes, held, repeat, only).of(start).ifPresent(found::add);
            found.addAll(new Windows(schemes, held, repeat, only).of(start));
        }
    }

    static List<PlacedStatement> statements(LoopNest nest, Node.Repeat repeat) {
        List<String> ids = new ArrayList<>();
        ids(repeat.body(), ids);
        return ids.stream().map(nest::statement).toList();
    }

    private List<PlacedStatement> statements(Node.Repeat repeat) {
        return statements(nest, repeat);
    }

    private static void ids(List<Node> nodes, List<String> ids) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Repeat r -> ids(r.body(), ids);
                case Node.Loop l -> ids(l.body(), ids);
                case Node.Guard g -> {
                    ids(g.then(), ids);
                    ids(g.otherwise(), ids);
                }
                case Statement s -> ids.add(s.id());
            }
        }
    }

    private StatementLaws laws(PlacedStatement placed) {
        StatementLaws found = laws.get(placed.statement().id());
        if (found == null) {
            throw new IllegalStateException("no laws of " + placed.statement().id());
        }
        return found;
    }

    /** Why a law holds of all statements; empty where it does not. */
    private Optional<String> reason(List<PlacedStatement> inside, Law law) {
        if (inside.isEmpty() || !inside.stream().allMatch(s -> laws(s).hold(law))) {
            return Optional.empty();
        }
        return because(laws(inside.getFirst()), law);
    }

    static Optional<String> because(StatementLaws laws, Law law) {
        return laws.findings().stream()
                .filter(f -> f.law() == law && f.holds())
                .map(StatementLaws.Finding::because)
                .findFirst();
    }

    private Scheme call(PlacedStatement placed) {
        return new Scheme.Call(placed.statement().id(), placed.loopVariables());
    }

    private Definition pass(Node.Repeat repeat, Scheme scheme) {
        return new Definition(
                schemes.pass(repeat),
                start.definition(schemes.pass(repeat)).orElseThrow().parameters(),
                scheme);
    }

    private Scheme parallel(List<Node> body, Function<PlacedStatement, Scheme> leaf) {
        return parallel(schemes, body, leaf, null);
    }

    /**
     * The outermost loops as asynchronous disjunctions; all branches of one meet at its end.
     *
     * @param filter which iterations of an outermost loop are done, by its variable; null where none of them asks
     */
    static Scheme parallel(
            NestSchemes schemes,
            List<Node> body,
            Function<PlacedStatement, Scheme> leaf,
            @Nullable Function<Node.Loop, Optional<String>> filter) {
        List<Scheme> factors = new ArrayList<>();
        for (Node node : body) {
            if (node instanceof Node.Loop loop && loop.step() == 1) {
                Scheme inner = schemes.nodes(loop.body(), leaf, Map.of());
                Optional<String> condition = filter == null ? Optional.empty() : filter.apply(loop);
                Scheme guarded = condition.map(c -> Scheme.when(c, inner)).orElse(inner);
                factors.add(disjunction(loop, guarded));
            } else {
                factors.add(schemes.nodes(List.of(node), leaf, Map.of()));
            }
        }
        return Scheme.compose(factors);
    }

    /** {@code ||[i = first .. last](A * B(i, count))}. */
    static Scheme disjunction(Node.Loop loop, Scheme body) {
        return new Scheme.Disjunction(
                loop.variable(),
                loop.lower().toString(),
                loop.upper().toString(),
                Scheme.compose(body, new Scheme.Barrier(loop.variable(), NestSchemes.count(loop))));
    }

    /** Updates as a test and a store, which another branch may come between. */
    private SchemeProgram storing(SchemeProgram program, List<PlacedStatement> inside) {
        List<Definition> definitions = new ArrayList<>();
        for (PlacedStatement placed : inside) {
            Relaxation relaxation = laws(placed).relaxation();
            if (relaxation != null && relaxation.active() == Relaxation.Active.ALL) {
                definitions.add(new Definition(
                        placed.statement().id(),
                        placed.loopVariables(),
                        improvement(relaxation, new Scheme.Identity())));
            }
        }
        return program.with(List.of(), definitions);
    }

    /** {@code ([x > g] first * (x := g) | E)}, by the definition of the minimum; for the other choices alike. */
    static Scheme improvement(Relaxation relaxation, Scheme first) {
        String target = relaxation.target().toString();
        String offer = relaxation.offer().toString();
        return switch (relaxation.operator()) {
            case MIN -> Scheme.when(target + " > " + offer, Scheme.compose(first, new Scheme.Assign(target, offer)));
            case MAX -> Scheme.when(target + " < " + offer, Scheme.compose(first, new Scheme.Assign(target, offer)));
            case OR ->
                Scheme.when(
                        ".not. " + target + " .and. (" + offer + ")",
                        Scheme.compose(first, new Scheme.Assign(target, ".true.")));
            case AND ->
                Scheme.when(
                        target + " .and. .not. (" + offer + ")",
                        Scheme.compose(first, new Scheme.Assign(target, ".false.")));
            default -> throw new IllegalStateException("a relaxation by " + relaxation.operator());
        };
    }

    /** The elements of another array at the place of an element. */
    static String beside(String array, Access access) {
        return array + access.toString().substring(access.array().length());
    }

    /** An array of the same shape. */
    static ArrayDeclaration shaped(ArrayDeclaration as, String name, DataType type) {
        return new ArrayDeclaration(name, type, as.bounds(), false, as.position());
    }
}
