package tilewright.dependence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.StatementLaws.Finding;
import tilewright.model.Affine;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Initializer;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.ScalarOperation;
import tilewright.model.Signs;
import tilewright.model.Statement;
import tilewright.model.Until;

/**
 * Which laws allow the statements of an irregular nest to run in other orders, or why not. Sound and not complete: what is
 * not proved from the text and the declared facts does not hold here.
 */
public final class Laws {
    private final LoopNest nest;
    private final Relaxations relaxations;
    private final Signs signs;
    private final RowOrder rows;

    private Laws(LoopNest nest) {
        this.nest = nest;
        this.relaxations = new Relaxations(nest);
        this.signs = new Signs(nest);
        this.rows = new RowOrder(nest);
    }

    /** The laws of all statements, in textual order. */
    public static List<StatementLaws> of(LoopNest nest) {
        Laws laws = new Laws(nest);
        List<StatementLaws> found = new ArrayList<>();
        laws.collect(nest.body(), null, found);
        return found;
    }

    private void collect(List<Node> nodes, Node.@Nullable Repeat around, List<StatementLaws> found) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Repeat r -> collect(r.body(), r, found);
                case Node.Loop l -> collect(l.body(), around, found);
                case Node.Guard g -> {
                    collect(g.then(), around, found);
                    collect(g.otherwise(), around, found);
                }
                case Statement s -> found.add(laws(nest.statement(s.id()), around));
            }
        }
    }

    private StatementLaws laws(PlacedStatement placed, Node.@Nullable Repeat repeat) {
        Statement statement = placed.statement();
        List<Finding> findings = new ArrayList<>();
        Optional<Relaxation> relaxation = Optional.empty();
        if (repeat != null) {
            relaxation = relaxations.of(statement, repeat.counter());
            findings.addAll(
                    relaxation.isPresent()
                            ? iteration(relaxation.get(), repeat)
                            : withoutRelaxation(statement, repeat));
        }
        Optional<Reduction> reduction = relaxation.isPresent() ? Optional.empty() : Reductions.byText(nest, placed);
        reduction.ifPresent(r -> findings.add(regrouping(r, placed)));
        rows.finding(placed).ifPresent(findings::add);
        return new StatementLaws(statement, relaxation.orElse(null), reduction.orElse(null), findings);
    }

    private Finding regrouping(Reduction reduction, PlacedStatement placed) {
        String along =
                reduction.variables(nest).isEmpty() ? "" : " along " + String.join(", ", reduction.variables(nest));
        String sum =
                reduction.operator().notation() + " into " + placed.statement().target() + along;
        return switch (reduction.regrouping()) {
            case EXACT -> new Finding(Law.REDUCTION, true, sum + ": every order gives the same result");
            case DECLARED -> new Finding(Law.REDUCTION, true, sum + ": declared associative");
            case REFUSED ->
                new Finding(
                        Law.REDUCTION,
                        false,
                        sum + ": rounding depends on the order; write 'assume associative("
                                + reduction.operator().notation() + ")'");
        };
    }

    /** A statement of a repetition that relaxes nothing: a short cut of labels, or the reason. */
    private List<Finding> withoutRelaxation(Statement statement, Node.Repeat repeat) {
        Operator jump = Relaxations.jump(statement);
        if (jump == null) {
            return List.of(no(Law.CHAOTIC, relaxations.refusal(statement, repeat.counter())));
        }
        String obstacle = jumpObstacle(statement, jump, repeat);
        if (obstacle != null) {
            return List.of(no(Law.CHAOTIC, obstacle));
        }
        String because =
                statement.target() + " names an element whose value reaches this one along the other statements'"
                        + " copies, so that the short cut never passes their fixpoint";
        return List.of(
                yes(Law.CHAOTIC, because), yes(Law.LOST_UPDATES, because + "; a store only improves what was loaded"));
    }

    /** Why a short cut may pass the fixpoint of the other statements; null where it does not. */
    private @Nullable String jumpObstacle(Statement statement, Operator jump, Node.Repeat repeat) {
        String array = statement.target().array();
        for (PlacedStatement other : statements(repeat)) {
            Statement s = other.statement();
            if (!s.target().array().equals(array) || s.id().equals(statement.id())) {
                continue;
            }
            Optional<Relaxation> relaxation = relaxations.of(s, repeat.counter());
            boolean copy = relaxation.isPresent() && relaxation.get().offer() instanceof Expression.Read;
            if (Relaxations.jump(s) != jump && !(copy && relaxation.get().operator() == jump)) {
                return s.id() + " is no " + jump.notation() + " of plain copies of " + array
                        + ", so that a short cut may miss what it adds";
            }
        }
        Initializer initializer = initializer(array);
        boolean identity = initializer != null
                && initializer.indices().size() == 1
                && initializer.value() instanceof Expression.IndexValue v
                && v.index().equals(Affine.variable(initializer.indices().getFirst()));
        return identity ? null : array + " does not begin with its own indices: write 'init " + array + "(v) = v'";
    }

    private List<Finding> iteration(Relaxation relaxation, Node.Repeat repeat) {
        String obstacle = obstacle(relaxation, repeat);
        if (obstacle != null) {
            List<Finding> none = new ArrayList<>();
            for (Law law : List.of(Law.CHAOTIC, Law.LOST_UPDATES, Law.LEVELS, Law.FRONTIER, Law.WINDOW)) {
                none.add(no(law, obstacle));
            }
            return none;
        }
        String form = relaxation.operator().notation() + " of offers that grow with " + relaxation.array();
        boolean byLevels = relaxation.active() == Relaxation.Active.LEVEL;
        String guard = byLevels ? "; the guard leaves out silent iterations of " + relaxation : "";
        return List.of(
                yes(Law.CHAOTIC, form + ", nothing else changes it; " + descent(relaxation) + limit(repeat) + guard),
                yes(Law.LOST_UPDATES, "a store only improves what was loaded, and 'unchanged' ends the passes"),
                levels(relaxation, repeat),
                yes(
                        Law.FRONTIER,
                        "an iteration is silent unless "
                                + String.join(
                                        " or ",
                                        relaxation.reads().stream()
                                                .map(Object::toString)
                                                .distinct()
                                                .toList())
                                + " has changed; " + relaxation.operator().notation() + " is idempotent"),
                window(relaxation));
    }

    /** What forbids any other order; null where nothing does. */
    private @Nullable String obstacle(Relaxation relaxation, Node.Repeat repeat) {
        boolean untilUnchanged =
                repeat.until() instanceof Until.Unchanged u && u.arrays().contains(relaxation.array());
        if (!untilUnchanged) {
            return "the passes do not go on until " + relaxation.array()
                    + " is unchanged, so that their number is part of" + " the result";
        }
        Set<String> written = new HashSet<>();
        for (PlacedStatement placed : statements(repeat)) {
            Statement s = placed.statement();
            written.add(s.target().array());
            boolean same = s.target().array().equals(relaxation.array());
            Optional<Relaxation> other = relaxations.of(s, repeat.counter());
            boolean fits = other.isPresent() && other.get().operator() == relaxation.operator()
                    || Relaxations.jump(s) == relaxation.operator()
                            && jumpObstacle(s, relaxation.operator(), repeat) == null;
            if (same && !fits) {
                return s.id() + " (line " + s.position().line() + ") changes " + relaxation.array()
                        + " too, and is no relaxation by "
                        + relaxation.operator().notation();
            }
        }
        written.remove(relaxation.array());
        for (String array : written) {
            boolean index = relaxation.target().subscripts().stream().anyMatch(x -> x.reads(array));
            if (index || Monotone.reads(relaxation.offer(), array)) {
                return "it reads " + array + ", which the passes change too";
            }
        }
        Node.Counter counter = repeat.counter();
        if (counter != null && names(relaxation.offer(), counter.variable())) {
            return "its offer depends on the number of the pass, " + counter.variable();
        }
        return relaxation.active() == Relaxation.Active.LEVEL ? levelObstacle(relaxation, repeat) : null;
    }

    private static boolean names(Expression expression, String variable) {
        boolean[] found = {false};
        expression.visit(e -> found[0] |=
                e instanceof Expression.IndexValue v && v.index().variables().contains(variable)
                        || e instanceof Expression.Read r
                                && r.access().subscripts().stream()
                                        .anyMatch(s -> s.form().variables().contains(variable)));
        return found[0];
    }

    private static List<PlacedStatement> statements(Node.Repeat repeat) {
        return new LoopNest("", List.of(), List.of(), List.of(), List.of(), repeat.body()).statements();
    }

    /** Why values fall (rise) only finitely often, or what bounds the passes. */
    private String descent(Relaxation relaxation) {
        Expression offer = relaxation.offer();
        if (!(offer instanceof Expression.Apply a) || selects(a)) {
            return "values come from a finite set";
        }
        if (relaxation.operator() == Operator.MIN && growth(offer, relaxation.array())) {
            return "what is added is proved >= 0, so that values fall finitely often";
        }
        return "what is added may be negative: more passes than elements of " + relaxation.array()
                + " mean a cycle that improves for ever";
    }

    /** Whether an expression only chooses between values. */
    private static boolean selects(Expression expression) {
        return !(expression instanceof Expression.Apply a)
                || switch (a.operator()) {
                    case Operator.MIN, Operator.MAX, Operator.AND, Operator.OR ->
                        a.operands().stream().allMatch(Laws::selects);
                    default -> false;
                };
    }

    /** Whether the offer is an element of the array plus something that is not negative. */
    private boolean growth(Expression offer, String array) {
        if (offer instanceof Expression.Read r) {
            return r.access().array().equals(array);
        }
        if (!(offer instanceof Expression.Apply(ScalarOperation operation, List<Expression> o))) {
            return false;
        }
        if (operation instanceof Conversion(DataType type) && type.isFloating()) {
            return growth(o.getFirst(), array);
        }
        return operation instanceof Operator operator && growth(operator, o, array);
    }

    private boolean growth(Operator operator, List<Expression> o, String array) {
        return switch (operator) {
            case ADD ->
                growth(o.get(0), array) && signs.isNotNegative(o.get(1))
                        || growth(o.get(1), array) && signs.isNotNegative(o.get(0));
            case MIN, MAX -> o.stream().allMatch(x -> growth(x, array));
            default -> false;
        };
    }

    private static String limit(Node.Repeat repeat) {
        Node.Counter counter = repeat.counter();
        return counter == null || counter.last() == null
                ? ""
                : "; as long as pass " + counter.last() + " is not reached with changes left";
    }

    private Finding window(Relaxation relaxation) {
        boolean grows = relaxation.operator() == Operator.MIN && growth(relaxation.offer(), relaxation.array());
        if (grows) {
            return yes(
                    Law.WINDOW,
                    relaxation.offer() + " is never less than the element it reads: the least settles first");
        }
        return no(
                Law.WINDOW,
                relaxation.operator() == Operator.MIN
                        ? relaxation.offer() + " is not proved to be at least the element it reads; declare e.g."
                                + " 'assume w(e) >= 0'"
                        : "it is proved for minima only");
    }

    private Finding levels(Relaxation relaxation, Node.Repeat repeat) {
        if (relaxation.active() == Relaxation.Active.LEVEL) {
            return yes(
                    Law.LEVELS,
                    "pass " + counterName(repeat) + " stores " + counterName(repeat)
                            + " + 1 alone, into elements that have no value yet");
        }
        Long step = constantStep(relaxation);
        if (relaxation.operator() != Operator.MIN || step == null) {
            return no(Law.LEVELS, "the offer is not an element plus a positive constant");
        }
        return startsAtOneValue(relaxation.array())
                ? yes(
                        Law.LEVELS,
                        "every offer adds " + step + " to one start value: pass k settles the values k * " + step)
                : no(Law.LEVELS, relaxation.array() + " does not begin with one value beside infinity");
    }

    private static String counterName(Node.Repeat repeat) {
        Node.Counter counter = repeat.counter();
        return counter == null ? "" : counter.variable();
    }

    private static @Nullable Long constantStep(Relaxation relaxation) {
        if (relaxation.offer() instanceof Expression.Apply(Operator operator, List<Expression> o)
                && operator == Operator.ADD) {
            Expression added = o.get(0) instanceof Expression.Read ? o.get(1) : o.get(0);
            Double value = added.literal();
            if (value == null || value <= 0 || value != Math.rint(value)) {
                return null;
            }
            return value.longValue();
        }
        return null;
    }

    /** Whether the array begins with one finite value at one place, and infinity elsewhere. */
    private boolean startsAtOneValue(String array) {
        return startValue(array) != null;
    }

    private @Nullable Double startValue(String array) {
        Initializer initializer = initializer(array);
        if (initializer == null
                || !(initializer.value() instanceof Expression.Apply(Operator operator, List<Expression> o))
                || operator != Operator.MERGE) {
            return null;
        }
        double infinity = nest.array(array).type().infinity();
        Double otherwise = o.get(1).literal();
        return otherwise != null && otherwise == infinity ? o.get(0).literal() : null;
    }

    /** What keeps passes from being levels; null where they are. */
    private @Nullable String levelObstacle(Relaxation relaxation, Node.Repeat repeat) {
        Double start = startValue(relaxation.array());
        Node.Counter counter = repeat.counter();
        boolean together = counter != null
                && start != null
                && counter.first() instanceof Affine.Constant c
                && c.value() == start.longValue();
        return together
                ? null
                : "the number of the first pass is not proved to be the one start value of " + relaxation.array();
    }

    private @Nullable Initializer initializer(String array) {
        return nest.initializers().stream()
                .filter(i -> i.array().equals(array))
                .findFirst()
                .orElse(null);
    }

    private static Finding yes(Law law, String because) {
        return new Finding(law, true, because);
    }

    private static Finding no(Law law, String because) {
        return new Finding(law, false, because);
    }
}
