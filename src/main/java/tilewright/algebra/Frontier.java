package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * T4: an iteration runs only where an element that it reads has changed since the pass before last. Changed elements are marked for the
 * next pass; at first all are.
 */
final class Frontier {
    private final NestSchemes schemes;
    private final Map<String, StatementLaws> laws;

    Frontier(NestSchemes schemes, Map<String, StatementLaws> laws) {
        this.schemes = schemes;
        this.laws = laws;
    }

    /** The program with a repetition done so; all of its statements are relaxations of one array. */
    SchemeProgram of(SchemeProgram start, Node.Repeat repeat, List<PlacedStatement> inside) {
        List<Relaxation> relaxations = inside.stream().map(this::relaxation).toList();
        ArrayDeclaration array = schemes.nest().array(relaxations.getFirst().array());
        String now = schemes.names().fresh("now");
        String next = schemes.names().fresh("next");
        Scheme pass = Derivations.parallel(
                schemes,
                repeat.body(),
                s -> Scheme.when(
                        relaxation(s).reads().stream()
                                .map(r -> Derivations.beside(now, r))
                                .distinct()
                                .collect(Collectors.joining(" .or. ")),
                        new Scheme.Call(s.statement().id(), s.loopVariables())),
                null);
        Cells cells = new Cells(array, schemes.names());
        String at = cells.subscripts();
        Scheme swap = cells.each(
                Scheme.compose(new Scheme.Assign(now + at, next + at), new Scheme.Assign(next + at, ".false.")));
        List<Definition> definitions = new ArrayList<>();
        Definition own = start.definition(schemes.pass(repeat)).orElseThrow();
        definitions.add(new Definition(own.name(), own.parameters(), Scheme.compose(pass, swap)));
        for (int k = 0; k < inside.size(); k++) {
            Relaxation relaxation = relaxations.get(k);
            Scheme mark = new Scheme.Assign(Derivations.beside(next, relaxation.target()), ".true.");
            definitions.add(new Definition(
                    inside.get(k).statement().id(),
                    inside.get(k).loopVariables(),
                    Derivations.improvement(relaxation, mark)));
        }
        return start.with(List.of(), definitions)
                .initialised(
                        List.of(
                                NestPrinter.declaration(Derivations.shaped(array, now, DataType.LOGICAL)),
                                NestPrinter.declaration(Derivations.shaped(array, next, DataType.LOGICAL))),
                        List.of(
                                cells.each(new Scheme.Assign(now + at, ".true.")),
                                cells.each(new Scheme.Assign(next + at, ".false."))));
    }

    private Relaxation relaxation(PlacedStatement placed) {
        StatementLaws found = laws.get(placed.statement().id());
        Relaxation relaxation = found == null ? null : found.relaxation();
        if (relaxation == null) {
            throw new IllegalStateException(placed.statement().id() + " is no relaxation");
        }
        return relaxation;
    }
}
