package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.algebra.Derivation.Step;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.dependence.Law;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;

/**
 * T5: elements in the order of their values. An offer is never less than the element that it reads, so that the least element that is
 * not settled keeps its value (E. Dijkstra 1959), and so does every element that is no greater than the least one plus the least
 * amount that an offer adds (A. Crauser, K. Mehlhorn, U. Meyer and P. Sanders 1998).
 *
 * <p>Settled elements are those that are not in {@code queue}, an array of truth values.
 */
final class Windows {
    private final NestSchemes schemes;
    private final StatementLaws laws;
    private final Node.Repeat repeat;
    private final PlacedStatement placed;

    Windows(NestSchemes schemes, StatementLaws laws, Node.Repeat repeat, PlacedStatement placed) {
        this.schemes = schemes;
        this.laws = laws;
        this.repeat = repeat;
        this.placed = placed;
    }

    /** The derivations, where the law holds of elements of an array of one dimension. */
    List<Derivation> of(SchemeProgram start) {
        Relaxation relaxation = laws.relaxation();
        if (relaxation == null
                || !laws.hold(Law.WINDOW)
                || relaxation.reads().size() != 1
                || schemes.nest().array(relaxation.array()).dimensions() != 1) {
            return List.of();
        }
        return new Order(relaxation, start).derivations();
    }

    /** Names and parts that the schemes share. */
    private final class Order {
        private final Relaxation relaxation;
        private final SchemeProgram start;
        private final ArrayDeclaration array;
        private final Access read;
        private final Cells cells;
        private final String queue = schemes.names().fresh("queue");
        private final String least = schemes.names().fresh("least");
        private final String first = schemes.names().fresh("u");
        private final String window = schemes.names().fresh("window");
        private final String delta = schemes.names().fresh("delta");
        private final String extract = schemes.names().fresh("ExtractMin");
        private final String limit = schemes.names().fresh("ExtractLimit");
        private final String widest = schemes.names().fresh("LeastStep");
        private final String because;

        Order(Relaxation relaxation, SchemeProgram start) {
            this.relaxation = relaxation;
            this.start = start;
            this.array = schemes.nest().array(relaxation.array());
            this.read = relaxation.reads().getFirst();
            this.cells = new Cells(array, schemes.names());
            this.because = Derivations.because(laws, Law.WINDOW).orElseThrow();
        }

        List<Derivation> derivations() {
            Step dijkstra = new Step(Law.WINDOW.key(), because, dijkstra(false));
            String any = Derivations.because(laws, Law.CHAOTIC).orElseThrow();
            Step inner = new Step(Law.CHAOTIC.key(), any, dijkstra(true));
            Expression step = step();
            String wide = step == null
                    ? "as before; an offer may add nothing, so that the window is that of equal elements"
                    : "as before; no offer adds less than the least " + step + ", so that nothing reaches an element"
                            + " within so much of the least one";
            Step crauser = new Step(Law.WINDOW.key(), wide, windowed(step, false, false));
            Step extraction = new Step(
                    Law.CHAOTIC.key(),
                    "every branch of the extraction writes elements of its own",
                    windowed(step, true, false));
            Step outer = new Step(Law.CHAOTIC.key(), any, windowed(step, true, true));
            return List.of(
                    new Derivation(
                            "one element after another, all that it reaches at the same time",
                            start,
                            List.of(dijkstra, inner)),
                    new Derivation(
                            "all elements of a window at the same time",
                            start,
                            List.of(dijkstra, crauser, extraction, outer)));
        }

        /** r where an offer is {@code x(h) + r}. */
        private @Nullable Expression step() {
            if (relaxation.offer() instanceof Expression.Apply(Operator operator, List<Expression> o)
                    && operator == Operator.ADD) {
                boolean onLeft = o.get(0) instanceof Expression.Read r
                        && r.access().array().equals(array.name());
                boolean onRight = o.get(1) instanceof Expression.Read r
                        && r.access().array().equals(array.name());
                return onLeft == onRight ? null : o.get(onLeft ? 1 : 0);
            }
            return null;
        }

        private String at(String name) {
            return name + cells.subscripts();
        }

        private String type() {
            return array.type().notation();
        }

        /** {@code (least := infinity) * ..(least := min(least, x(v)))..} over what is queued. */
        private Scheme findLeast() {
            return Scheme.compose(
                    new Scheme.Assign(least, Expression.INFINITY),
                    cells.each(Scheme.when(
                            at(queue), new Scheme.Assign(least, "min(" + least + ", " + at(array.name()) + ")"))));
        }

        private SchemeProgram dijkstra(boolean together) {
            String v = cells.variables().getFirst();
            Scheme extraction = Scheme.compose(
                    findLeast(),
                    new Scheme.Assign(
                            first, array.bounds().getFirst().upper().plus(1).toString()),
                    cells.each(Scheme.when(
                            at(queue) + " .and. " + at(array.name()) + " == " + least,
                            new Scheme.Assign(first, "min(" + first + ", " + v + ")"))),
                    cells.each(Scheme.when(v + " == " + first, new Scheme.Assign(at(queue), ".false."))));
            String index = read.subscripts().getFirst().toString();
            Scheme pass = together ? within(index, index + " == " + first) : filtered(index + " == " + first);
            return program(extract, extraction, pass, List.of("integer " + first, type() + " " + least), List.of());
        }

        private SchemeProgram windowed(@Nullable Expression step, boolean extraction, boolean passes) {
            String inside = at(queue) + " .and. " + at(array.name()) + " <= " + least + " + " + delta;
            Scheme choose = new Scheme.Alternative(
                    inside, new Scheme.Assign(at(window), ".true."), new Scheme.Assign(at(window), ".false."));
            Scheme remove = Scheme.when(at(window), new Scheme.Assign(at(queue), ".false."));
            Scheme limited = extraction
                    ? Scheme.compose(findLeast(), cells.together(choose), cells.together(remove))
                    : Scheme.compose(findLeast(), cells.each(choose), cells.each(remove));
            String chosen = Derivations.beside(window, read);
            Scheme pass = passes ? together(chosen) : filtered(chosen);
            Scheme narrowest = step == null
                    ? new Scheme.Assign(delta, "0")
                    : Scheme.compose(
                            new Scheme.Assign(delta, Expression.INFINITY),
                            schemes.nodes(
                                    repeat.body(),
                                    _ -> new Scheme.Assign(delta, "min(" + delta + ", " + step + ")"),
                                    Map.of()));
            return program(
                    limit,
                    limited,
                    pass,
                    List.of(
                            NestPrinter.declaration(Derivations.shaped(array, window, DataType.LOGICAL)),
                            type() + " " + least + ", " + delta),
                    List.of(new Definition(widest, List.of(), narrowest)));
        }

        /** The iterations that read such an element, one after another. */
        private Scheme filtered(String condition) {
            return schemes.nodes(repeat.body(), s -> Scheme.when(condition, call(s)), Map.of());
        }

        /** All iterations that read such elements at the same time: the loop of the element asks, else every iteration. */
        private Scheme together(String condition) {
            String index = read.subscripts().getFirst().toString();
            return isLoop(index)
                    ? Derivations.parallel(
                            schemes,
                            repeat.body(),
                            this::call,
                            l -> l.variable().equals(index) ? Optional.of(condition) : Optional.empty())
                    : Derivations.parallel(schemes, repeat.body(), s -> Scheme.when(condition, call(s)), null);
        }

        /** All iterations that read one element at the same time: those of its loop, where there is one. */
        private Scheme within(String index, String condition) {
            if (!isLoop(index)) {
                return together(condition);
            }
            List<Scheme> factors = new ArrayList<>();
            for (Node node : repeat.body()) {
                boolean own = node instanceof Node.Loop l && l.variable().equals(index);
                factors.add(
                        own && node instanceof Node.Loop l
                                ? NestSchemes.loop(
                                        l,
                                        Scheme.when(
                                                condition, Derivations.parallel(schemes, l.body(), this::call, null)))
                                : schemes.nodes(List.of(node), s -> Scheme.when(condition, call(s)), Map.of()));
            }
            return Scheme.compose(factors);
        }

        private boolean isLoop(String index) {
            return repeat.body().stream()
                    .anyMatch(n -> n instanceof Node.Loop l && l.variable().equals(index));
        }

        private Scheme call(PlacedStatement s) {
            return new Scheme.Call(s.statement().id(), s.loopVariables());
        }

        /** {@code {extraction * pass}[least == infinity]}. */
        private SchemeProgram program(
                String name, Scheme extraction, Scheme pass, List<String> declarations, List<Definition> before) {
            Definition own = start.definition(schemes.pass(repeat)).orElseThrow();
            Definition taken = new Definition(name, List.of(), extraction);
            Scheme repetition = new Scheme.Repetition(
                    Scheme.compose(taken.call(), own.call()), least + " == " + Expression.INFINITY);
            List<Scheme> whole = new ArrayList<>();
            before.forEach(d -> whole.add(d.call()));
            whole.add(repetition);
            List<Definition> definitions = new ArrayList<>(before);
            definitions.add(taken);
            definitions.add(new Definition(own.name(), own.parameters(), pass));
            String text = relaxation.toString();
            String target = relaxation.target().toString();
            definitions.add(new Definition(
                    placed.statement().id(),
                    placed.loopVariables(),
                    new Scheme.Assign(target, text.substring((target + " = ").length()))));
            List<String> lines = new ArrayList<>(declarations);
            lines.addFirst(NestPrinter.declaration(Derivations.shaped(array, queue, DataType.LOGICAL)));
            return schemes.program(Map.of(repeat, Scheme.compose(whole)))
                    .with(List.of(), definitions)
                    .initialised(lines, List.of(cells.each(new Scheme.Assign(at(queue), ".true."))));
        }
    }
}
