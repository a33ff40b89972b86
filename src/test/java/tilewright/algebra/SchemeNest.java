package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;

/**
 * Schemes -> the nest that they are. Branches of asynchronous disjunctions run one after another, which is one of the orders
 * that they may have; barriers, then, hold nothing.
 */
public final class SchemeNest {
    /** In which order the branches of disjunctions run. */
    public enum Order {
        RISING,
        FALLING
    }

    private static final Pattern WORD = Pattern.compile("(?<![A-Za-z0-9_.])[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern LIMIT = Pattern.compile("(.*) \\.or\\. (\\w+) > (.*)");

    private final SchemeProgram program;
    private final Order order;
    private final StringBuilder text = new StringBuilder();
    /** Definitions that the current place is inside of. */
    private final List<String> open = new ArrayList<>();

    private SchemeNest(SchemeProgram program, Order order) {
        this.program = program;
        this.order = order;
    }

    /**
     * The nest.
     *
     * @throws UserError where a scheme is none of the notation's, with the scheme and the reason
     */
    public static LoopNest of(SchemeProgram program) {
        return of(program, Order.RISING);
    }

    /** The same, with branches in a given order. */
    public static LoopNest of(SchemeProgram program, Order order) {
        SchemeNest writer = new SchemeNest(program, order);
        program.declarations().forEach(d -> writer.text.append(d).append('\n'));
        program.definition(NestSchemes.INIT).ifPresent(i -> writer.initial(factors(i.scheme())));
        writer.write(program.definitions().getFirst().scheme());
        return NestParser.parse(program.name() + ".nest", writer.text.toString());
    }

    private UserError refused(Scheme scheme, String because) {
        return UserError.badInput(
                "scheme \"" + program.name() + "\": error: " + scheme + " is no part of a nest: " + because);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static List<Scheme> factors(Scheme scheme) {
        return scheme instanceof Scheme.Composition c ? c.factors() : List.of(scheme);
    }

    /** Loops over whole arrays are {@code init} lines. */
    private void initial(List<Scheme> factors) {
        for (int k = 0; k < factors.size(); k++) {
            Scheme inner = factors.get(k);
            while (k + 1 < factors.size() && factors.get(k + 1) instanceof Scheme.Cycle cycle) {
                k++;
                inner = body(cycle);
                List<Scheme> nested = factors(inner);
                while (nested.size() == 2 && nested.get(1) instanceof Scheme.Cycle next) {
                    inner = body(next);
                    nested = factors(inner);
                }
            }
            switch (inner) {
                case Scheme.Assign a -> line("init " + a.target() + " = " + a.value());
                case Scheme.Alternative(String condition, Scheme.Assign then, Scheme.Assign otherwise)
                when then.target().equals(otherwise.target()) ->
                    line("init " + then.target() + " = merge(" + then.value() + ", " + otherwise.value() + ", "
                            + condition + ")");
                case Scheme other ->
                    throw refused(other, "initial data are one assignment for every element of an array");
            }
        }
    }

    private static Scheme body(Scheme.Cycle cycle) {
        List<Scheme> inside = factors(cycle.body());
        return Scheme.compose(inside.subList(0, inside.size() - 1));
    }

    private void write(Scheme scheme) {
        List<Scheme> factors = factors(scheme);
        for (int k = 0; k < factors.size(); k++) {
            Scheme next = k + 1 < factors.size() ? factors.get(k + 1) : new Scheme.Identity();
            if (factors.get(k) instanceof Scheme.Assign start && counts(start.target(), next)) {
                counted(start, next);
                k++;
            } else {
                single(factors.get(k));
            }
        }
    }

    /** Whether the last thing that a cycle or a repetition does is to count a variable. */
    private static boolean counts(String variable, Scheme scheme) {
        Scheme body = switch (scheme) {
            case Scheme.Cycle c -> c.body();
            case Scheme.Repetition r -> r.body();
            case Scheme _ -> scheme;
        };
        return body != scheme
                && switch (factors(body).getLast()) {
                    case Scheme.Increment i -> i.variable().equals(variable);
                    case Scheme.Assign a -> a.target().equals(variable) && !step(a).isEmpty();
                    case Scheme _ -> false;
                };
    }

    /** The step of {@code (i := i + 2)}; empty where it is none. */
    private static String step(Scheme.Assign assign) {
        Matcher step = Pattern.compile(Pattern.quote(assign.target()) + " ([+-]) (\\d+)")
                .matcher(assign.value());
        return step.matches() ? (step.group(1).equals("-") ? "-" : "") + step.group(2) : "";
    }

    private void counted(Scheme.Assign start, Scheme scheme) {
        switch (scheme) {
            case Scheme.Cycle cycle -> {
                List<Scheme> inside = factors(cycle.body());
                String step = inside.getLast() instanceof Scheme.Assign a ? ", " + step(a) : "";
                String sign = step.startsWith(", -") ? " >= " : " <= ";
                String compared = start.target() + sign;
                if (!cycle.condition().startsWith(compared)) {
                    throw refused(cycle, "a loop goes on while " + compared.strip() + " its last value");
                }
                line("do " + start.target() + " = " + start.value() + ", "
                        + cycle.condition().substring(compared.length()) + step);
                write(body(cycle));
                line("enddo");
            }
            case Scheme.Repetition repetition -> {
                List<Scheme> inside = factors(repetition.body());
                Matcher limit = LIMIT.matcher(repetition.condition());
                boolean limited = limit.matches() && limit.group(2).equals(start.target());
                line("repeat " + start.target() + " = " + start.value() + (limited ? ", " + limit.group(3) : ""));
                write(Scheme.compose(inside.subList(0, inside.size() - 1)));
                line("until " + (limited ? limit.group(1) : repetition.condition()));
            }
            case Scheme other -> throw new IllegalStateException("nothing is counted in " + other);
        }
    }

    private void single(Scheme scheme) {
        switch (scheme) {
            case Scheme.Identity _, Scheme.Barrier _ -> {}
            case Scheme.Assign a -> line(a.target() + " = " + a.value());
            case Scheme.Call c -> call(c);
            case Scheme.Composition c -> write(c);
            case Scheme.Alternative a -> alternative(a);
            case Scheme.Repetition r -> {
                line("repeat");
                write(r.body());
                line("until " + r.condition());
            }
            case Scheme.Disjunction d -> {
                boolean rising = order == Order.RISING;
                line("do " + d.variable() + " = "
                        + (rising ? d.first() + ", " + d.last() : d.last() + ", " + d.first() + ", -1"));
                write(d.body());
                line("enddo");
            }
            case Scheme.Both b -> {
                List<Scheme> branches =
                        order == Order.RISING ? b.branches() : b.branches().reversed();
                branches.forEach(this::write);
            }
            case Scheme.Increment i -> throw refused(i, "it stands at the end of a loop alone");
            case Scheme.Cycle c ->
                throw refused(
                        c,
                        "a loop counts one variable: (i := 1) * [i <= n]{A * (++i)}; other cycles are written"
                                + " {A}[c]");
        }
    }

    /** A guard of several lines asks its condition for each of them, and they must leave it as it is until the last. */
    private void alternative(Scheme.Alternative alternative) {
        List<Scheme> then = factors(alternative.then());
        boolean apart = alternative.otherwise() instanceof Scheme.Identity
                && then.stream().allMatch(Scheme.Assign.class::isInstance);
        if (apart) {
            for (Scheme factor : then) {
                line("if (" + alternative.condition() + ") then");
                single(factor);
                line("endif");
            }
            requireKept(alternative, then.subList(0, then.size() - 1));
            return;
        }
        line("if (" + alternative.condition() + ") then");
        write(alternative.then());
        if (!(alternative.otherwise() instanceof Scheme.Identity)) {
            line("else");
            write(alternative.otherwise());
        }
        line("endif");
    }

    private void requireKept(Scheme.Alternative alternative, List<Scheme> changing) {
        for (Scheme each : changing) {
            String array = ((Scheme.Assign) each).target().replaceAll("\\(.*", "");
            if (Pattern.compile("\\b" + array + "\\b")
                    .matcher(alternative.condition())
                    .find()) {
                throw refused(alternative, "its condition reads " + array + ", which it changes before it is done");
            }
        }
    }

    /** The scheme that a name stands for, with arguments instead of parameters. */
    private void call(Scheme.Call call) {
        if (call.name().equals(NestSchemes.INIT)) {
            return;
        }
        Definition definition = program.definition(call.name())
                .orElseThrow(() -> refused(call, "there is no definition of " + call.name()));
        if (definition.parameters().size() != call.arguments().size()) {
            throw refused(
                    call,
                    definition.name() + " takes " + definition.parameters().size() + " arguments");
        }
        if (open.contains(definition.name())) {
            throw refused(call, definition.name() + " is defined by itself");
        }
        open.add(definition.name());
        if (definition.parameters().equals(call.arguments())) {
            write(definition.scheme());
        } else {
            SchemeNest inner = new SchemeNest(program, order);
            inner.open.addAll(open);
            inner.write(definition.scheme());
            text.append(replaced(inner.text.toString(), definition.parameters(), call.arguments()));
        }
        open.removeLast();
    }

    private static String replaced(String text, List<String> parameters, List<String> arguments) {
        List<String> done = new ArrayList<>();
        for (String line : text.lines().toList()) {
            done.add(WORD.matcher(line).replaceAll(word -> {
                int place = parameters.indexOf(word.group());
                return Matcher.quoteReplacement(place < 0 ? word.group() : bracketed(arguments.get(place)));
            }));
        }
        return String.join("\n", done) + "\n";
    }

    private static String bracketed(String argument) {
        return WORD.matcher(argument).matches() ? argument : "(" + argument + ")";
    }
}
