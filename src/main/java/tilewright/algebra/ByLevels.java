package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.algebra.Derivation.Step;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.dependence.Law;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.Initializer;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;

/**
 * T3: pass k looks at what reads an element of level k alone, and all of its stores are of one value, so that neither atomic updates
 * nor an order are needed.
 */
final class ByLevels {
    private final NestSchemes schemes;
    private final StatementLaws laws;
    private final Node.Repeat repeat;
    private final PlacedStatement placed;

    ByLevels(NestSchemes schemes, StatementLaws laws, Node.Repeat repeat, PlacedStatement placed) {
        this.schemes = schemes;
        this.laws = laws;
        this.repeat = repeat;
        this.placed = placed;
    }

    /** The derivation; empty where the law does not hold or the nest is written so already. */
    Optional<Derivation> of(SchemeProgram start) {
        Relaxation relaxation = laws.relaxation();
        boolean written =
                relaxation != null && (relaxation.active() == Relaxation.Active.LEVEL || repeat.counter() != null);
        if (relaxation == null || !laws.hold(Law.LEVELS)) {
            return Optional.empty();
        }
        String because = Derivations.because(laws, Law.LEVELS).orElseThrow();
        List<Definition> definitions = new ArrayList<>();
        Definition pass = start.definition(schemes.pass(repeat)).orElseThrow();
        definitions.add(new Definition(
                pass.name(),
                pass.parameters(),
                Derivations.parallel(
                        schemes,
                        repeat.body(),
                        s -> new Scheme.Call(s.statement().id(), s.loopVariables()),
                        null)));
        if (written) {
            return Optional.of(new Derivation(
                    "level by level",
                    start,
                    List.of(new Step(Law.LEVELS.key(), because, start.with(List.of(), definitions)))));
        }
        String counter = schemes.names().fresh("level");
        Affine level = Affine.variable(counter).times(step(relaxation)).plus(first(relaxation.array()));
        Affine next = level.plus(step(relaxation));
        String target = relaxation.target().toString();
        List<String> parameters = new ArrayList<>(placed.loopVariables());
        parameters.add(counter);
        String id = placed.statement().id();
        definitions.set(
                0,
                new Definition(
                        pass.name(),
                        List.of(counter),
                        Derivations.parallel(schemes, repeat.body(), _ -> new Scheme.Call(id, parameters), null)));
        definitions.add(new Definition(
                id,
                parameters,
                Scheme.when(
                        relaxation.reads().getFirst() + " == " + level + " .and. " + target + " > " + next,
                        new Scheme.Assign(target, next.toString()))));
        Node.Repeat counted = new Node.Repeat(
                new Node.Counter(counter, Affine.constant(0), null), repeat.until(), repeat.body(), repeat.position());
        Scheme whole = NestSchemes.repetition(counted, new Scheme.Call(pass.name(), List.of(counter)));
        SchemeProgram byLevels = schemes.program(Map.of(repeat, whole)).with(List.of(), definitions);
        return Optional.of(
                new Derivation("level by level", start, List.of(new Step(Law.LEVELS.key(), because, byLevels))));
    }

    /** What an offer adds; the law says that it is a literal. */
    private static long step(Relaxation relaxation) {
        if (relaxation.offer() instanceof Expression.Apply(Operator _, List<Expression> o)) {
            Double value = o.get(0) instanceof Expression.Read
                    ? o.get(1).literal()
                    : o.get(0).literal();
            if (value != null) {
                return value.longValue();
            }
        }
        throw new IllegalStateException("an offer of levels is " + relaxation.offer());
    }

    /** The one value at the start; the law says that there is one. */
    private long first(String array) {
        for (Initializer init : schemes.nest().initializers()) {
            if (init.array().equals(array)
                    && init.value() instanceof Expression.Apply(Operator _, List<Expression> o)) {
                Double value = o.getFirst().literal();
                if (value != null) {
                    return value.longValue();
                }
            }
        }
        throw new IllegalStateException("no start value of " + array);
    }
}
