package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.IslException;
import tilewright.isl.Point;
import tilewright.isl.Set;
import tilewright.isl.UnionMap;
import tilewright.model.GivenOrder;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;
import tilewright.tiling.space.Instances;
import tilewright.tiling.space.OrderCheck;

/**
 * A user's order against the nest: every statement has a time for each of its iterations, no two iterations of it the
 * same one, all times have as many components, and the source of every dependence comes before its sink.
 */
public final class GivenTimes {
    private static final Pattern LARGE_NUMBER = Pattern.compile("[0-9]{10}");

    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    private final GivenOrder order;
    private final SetNotation notation;
    private final Map<String, tilewright.isl.Map> times = new LinkedHashMap<>();

    private GivenTimes(Dependences dependences, GivenOrder order) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.context();
        this.order = order;
        this.notation = new SetNotation(nest);
    }

    /**
     * The times by statement, {@code { S[..] -> [..] }} on its domain, in textual order.
     *
     * @param dependences of the nest as written, none removed
     * @throws UserError (bad input) with the place in the order's text where it does not fit the nest; (the answer is no)
     *     with a dependence that it breaks
     */
    static Map<String, tilewright.isl.Map> of(Dependences dependences, GivenOrder order) {
        GivenTimes given = new GivenTimes(dependences, order);
        given.read();
        given.requireOrder();
        return given.times;
    }

    private void read() {
        for (GivenOrder.Term parameter : order.parameters()) {
            if (!nest.parameters().contains(parameter.text())) {
                throw fault(
                        parameter.position(),
                        nest.name() + " has no parameter " + parameter.text() + "; it has "
                                + (nest.parameters().isEmpty() ? "none" : String.join(", ", nest.parameters())));
            }
        }
        Map<String, GivenOrder.Entry> entries = new LinkedHashMap<>();
        for (GivenOrder.Entry entry : order.entries()) {
            String id = entry.statement().text();
            if (nest.statements().stream().noneMatch(p -> p.statement().id().equals(id))) {
                throw fault(
                        entry.statement().position(), nest.name() + " has no statement " + id + "; it has " + ids());
            }
            if (entries.put(id, entry) != null) {
                throw fault(
                        entry.statement().position(),
                        "statement " + id + " has a time already; give one affine vector for all of its iterations");
            }
        }
        for (PlacedStatement placed : nest.statements()) {
            String id = placed.statement().id();
            if (!entries.containsKey(id)) {
                throw UserError.badInput("--schedule: statement " + id + " ("
                        + placed.statement().position() + ") has no time; add e.g. " + SetNotation.tuple(placed)
                        + " -> [..]");
            }
        }
        requireOneLength(entries);
        for (PlacedStatement placed : nest.statements()) {
            String id = placed.statement().id();
            times.put(id, time(placed, Objects.requireNonNull(entries.get(id))));
        }
    }

    private String ids() {
        return nest.statements().stream().map(SetNotation::tuple).collect(Collectors.joining(", "));
    }

    private static void requireOneLength(Map<String, GivenOrder.Entry> entries) {
        GivenOrder.Entry first = entries.values().iterator().next();
        for (GivenOrder.Entry entry : entries.values()) {
            if (entry.times().size() != first.times().size()) {
                throw fault(
                        entry.statement().position(),
                        "the time of " + entry.statement().text() + " has "
                                + entry.times().size() + " components, that of "
                                + first.statement().text() + " " + first.times().size()
                                + "; fill up with constants, e.g. 0");
            }
        }
    }

    private tilewright.isl.Map time(PlacedStatement placed, GivenOrder.Entry entry) {
        String id = placed.statement().id();
        if (entry.variables().size() != placed.depth()) {
            throw fault(
                    entry.statement().position(),
                    id + " has " + placed.depth() + " loops, not "
                            + entry.variables().size() + "; write " + SetNotation.tuple(placed));
        }
        if (entry.times().isEmpty()) {
            throw fault(entry.statement().position(), "the time of " + id + " has no components");
        }
        String tuple = id + "[" + joined(entry.variables()) + "]";
        for (GivenOrder.Term variable : entry.variables()) {
            if (!variable.text().matches("[A-Za-z_][A-Za-z_0-9]*")) {
                throw fault(variable.position(), "'" + variable.text() + "' is not a name for a loop variable");
            }
        }
        for (GivenOrder.Term time : entry.times()) {
            readable(time, tuple + " -> [" + time.text() + "]", "an affine expression of " + tuple);
        }
        String where = "";
        if (entry.where() != null) {
            where = " : " + entry.where().text();
            readable(entry.where(), tuple + " -> []" + where, "an affine condition on " + tuple);
        }
        tilewright.isl.Map map = tilewright.isl.Map.parse(
                context, notation.parameters() + "{ " + tuple + " -> [" + joined(entry.times()) + "]" + where + " }");
        Set domain = dependences.domain(id);
        tilewright.isl.Map onDomain = map.intersectDomain(domain);
        Set without = domain.subtract(onDomain.domain());
        if (!without.isEmpty()) {
            throw fault(
                    entry.statement().position(),
                    "the schedule is not total: " + Instances.example(id, without) + " has no time");
        }
        tilewright.isl.Map same = onDomain.applyRange(onDomain.reverse())
                .subtract(tilewright.isl.Map.identity(domain.getSpace().mapFromSet()));
        if (!same.isEmpty()) {
            throw fault(
                    entry.statement().position(),
                    "the schedule is not injective: iterations of " + id + " run at the same time, e.g. "
                            + Instances.example(id, same.domain()) + " and another one; add components that tell"
                            + " them apart");
        }
        return onDomain;
    }

    private static String joined(List<GivenOrder.Term> terms) {
        return terms.stream().map(GivenOrder.Term::text).collect(Collectors.joining(", "));
    }

    /** @param map text that isl reads where the term is what is wanted */
    private void readable(GivenOrder.Term term, String map, String wanted) {
        if (LARGE_NUMBER.matcher(term.text()).find()) {
            throw fault(term.position(), "'" + term.text() + "' has a number of more than 9 digits; use smaller ones");
        }
        try {
            UnionMap.parse(context, notation.parameters() + "{ " + map + " }");
        } catch (IslException notRead) {
            throw fault(term.position(), "'" + term.text() + "' is not " + wanted);
        }
    }

    private static UserError fault(SourcePosition position, String words) {
        return UserError.badInput(position + ": error: " + words);
    }

    private void requireOrder() {
        for (Dependence dependence : dependences.dependences()) {
            tilewright.isl.Map from = times(dependence.source());
            tilewright.isl.Map to = times(dependence.sink());
            Optional<tilewright.isl.Map> broken = OrderCheck.notBefore(dependence, from, to);
            if (broken.isPresent()) {
                throw new UserError(UserError.ANSWER_IS_NO, refusal(dependence, broken.get(), from, to));
            }
        }
    }

    private tilewright.isl.Map times(String statement) {
        return Objects.requireNonNull(times.get(statement), statement);
    }

    private String refusal(
            Dependence dependence, tilewright.isl.Map broken, tilewright.isl.Map from, tilewright.isl.Map to) {
        tilewright.isl.Map one = broken.wrap().sample().toSet().unwrap();
        tilewright.isl.Map pair = Set.fromPoint(one.wrap().samplePoint()).unwrap();
        String source = time(pair.domain(), from);
        String sink = time(pair.range(), to);
        return dependence.position() + ": error: --schedule breaks the " + dependence.inWords() + ": "
                + Instances.pair(dependence.source(), dependence.sink(), pair) + ", where "
                + dependence.source() + " (" + position(dependence.source()) + ") runs at " + source + " and "
                + dependence.sink() + " (" + position(dependence.sink()) + ") at " + sink
                + "; the first must be the earlier one";
    }

    private SourcePosition position(String statement) {
        return nest.statement(statement).statement().position();
    }

    private static String time(Set iteration, tilewright.isl.Map times) {
        Set time = iteration.apply(times);
        List<String> numbers = new ArrayList<>();
        Point point = time.samplePoint();
        for (int d = 0; d < time.dim(Dim.SET); d++) {
            numbers.add(Long.toString(point.getCoordinateVal(Dim.SET, d).longValue()));
        }
        return "[" + String.join(", ", numbers) + "]";
    }
}
