package tilewright.dependence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;

/**
 * Finds the {@link Scan}s of a nest, by the text. In one run of its loop a scan writes each element once: one subscript names the loop's variable, and the loops inside name a subscript each, alone. So the element before is the one
 * that the iteration before wrote at the same place of these loops, and what an iteration finds in its own element is what was there before the loop.
 */
public final class Scans {
    private Scans() {}

    /** The scans among the statements, in textual order. */
    public static List<Scan> of(LoopNest nest) {
        List<Scan> found = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            IntStream.range(0, placed.depth())
                    .mapToObj(z -> of(nest, placed, z))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Scan> of(LoopNest nest, PlacedStatement placed, int loop) {
        Statement statement = placed.statement();
        Access target = statement.target();
        if (!writesEachOnce(placed, loop)) {
            return Optional.empty();
        }
        Node.Loop along = placed.loops().get(loop);
        Map<String, Affine> before =
                Map.of(along.variable(), Affine.variable(along.variable()).plus(-along.step()));
        List<LinearForm> own = forms(target.indices());
        List<LinearForm> previous =
                forms(target.indices().stream().map(i -> i.substitute(before)).toList());
        List<Access> others = statement.value().reads().stream()
                .filter(r -> r.array().equals(target.array()))
                .filter(r -> !forms(r.indices()).equals(own))
                .toList();
        if (others.size() != 1 || !forms(others.getFirst().indices()).equals(previous)) {
            return Optional.empty();
        }
        Access read = others.getFirst();
        Operator operator = Reductions.operator(nest, statement, read);
        return operator == null
                ? Optional.empty()
                : Optional.of(new Scan(
                        statement.id(),
                        target.array(),
                        operator,
                        read.index(),
                        loop,
                        Reductions.regrouping(nest, target.array(), operator)));
    }

    /** Whether one subscript names the loop's variable, as a linear term and without those of loops inside, and each of these is named so by a subscript of its own. */
    private static boolean writesEachOnce(PlacedStatement placed, int loop) {
        List<Affine> subscripts = placed.statement().target().indices();
        List<String> variables = placed.loopVariables().subList(loop, placed.depth());
        Set<Affine> naming = new HashSet<>();
        for (String variable : variables) {
            List<Affine> own = subscripts.stream()
                    .filter(s -> s.variables().contains(variable))
                    .toList();
            if (own.size() != 1 || !naming.add(own.getFirst()) || !isLinear(own.getFirst(), variable)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLinear(Affine subscript, String variable) {
        LinearForm form = LinearForm.of(subscript);
        return form.coefficient(variable) != 0
                && !form.without(Affine.variable(variable))
                        .toAffine()
                        .variables()
                        .contains(variable);
    }

    private static List<LinearForm> forms(List<Affine> indices) {
        return indices.stream().map(LinearForm::of).toList();
    }
}
