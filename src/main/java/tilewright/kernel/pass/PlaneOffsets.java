package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Offsets in memory of loops that go through arrays plane by plane ({@link PlaneLoops}) are the number of a plane times the distance of planes, an offset within the plane that a thread finds once,
 * and what its points lie apart.
 *
 * <pre>
 * for s in 0 .. 59 {                                             let a_plane: i64 = i64(n) * pitch
 *   let i = first + s                                            let a_at: i64 = i64(j_own) * pitch + k
 *   for m in 0 .. 4 unroll all {                                 hide a_plane
 *     let j = j_own + m                                     -&gt;   for s in 0 .. 59 {
 *     copy 4 async s[m] &lt;- a[(i64(i - 2) * n + j) * pitch + k]       for m in 0 .. 4 unroll all {
 *   }                                                                copy 4 async s[m] &lt;- a[a_at + i64(first + s - 2) * a_plane + m * i64(pitch)]
 *   ..                                                             }
 * </pre>
 *
 * <p>The distance is hidden: compilers would take the pitch out of it again, and multiply at each point.
 */
final class PlaneOffsets implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> PlaneLoops.changed(f, (loop, names) -> new InLoop(loop, names).statements()))
                .toList());
    }

    /** One loop; what is declared before it, by its value. */
    private record InLoop(
            PlaneLoops plane, FreeNames names, Map<Sums, Variable> distances, Map<Sums, Variable> places) {
        InLoop(PlaneLoops plane, FreeNames names) {
            this(plane, names, new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        List<Statement> statements() {
            Statement.For loop = plane.loop();
            List<Statement> body = in(loop.body(), new Constants((_, _) -> true), Set.of());
            List<Statement> result = new ArrayList<>();
            distances.forEach((sum, variable) -> result.add(declare(variable, sum, false)));
            places.forEach((sum, variable) -> result.add(declare(variable, sum, true)));
            if (!distances.isEmpty()) {
                result.add(new Statement.Hide(List.copyOf(distances.values())));
            }
            result.add(loop.withBody(body));
            return result;
        }

        private static Statement declare(Variable variable, Sums sum, boolean constant) {
            return new Statement.Declare(
                    variable, Expressions.convert(ScalarType.I64, sum.expression(ScalarType.I64)), constant);
        }

        private List<Statement> in(List<Statement> statements, Constants outside, Set<Variable> around) {
            Constants constants = outside.copy();
            List<Statement> result = new ArrayList<>();
            for (Statement s : statements) {
                Set<Variable> counters = around;
                if (s instanceof Statement.For f) {
                    counters = new HashSet<>(around);
                    counters.add(f.variable());
                }
                Set<Variable> known = counters;
                result.addAll(
                        s.bodies().isEmpty()
                                ? at(s, constants, known)
                                : List.of(s.withBodies(b -> in(b, constants, known))));
                if (s instanceof Statement.Declare d) {
                    constants.declare(d);
                }
            }
            return result;
        }

        private List<Statement> at(Statement statement, Constants constants, Set<Variable> counters) {
            return new Rewriter() {
                @Override
                protected Place place(Place place) {
                    return place instanceof Place.Global g && g.offset().type() == ScalarType.I64
                            ? new Place.Global(g.array(), g.as(), offset(g, constants, counters), g.access())
                            : place;
                }
            }.whole(statement);
        }

        private Expression offset(Place.Global place, Constants constants, Set<Variable> counters) {
            Map<Map<Expression, Integer>, Long> left =
                    new HashMap<>(Sums.of(constants.written(place.offset())).terms());
            Set<Map<Expression, Integer>> planes = new HashSet<>();
            left.keySet().forEach(t -> distance(t, counters, planes));
            Map<Expression, Integer> distance =
                    planes.size() == 1 ? planes.iterator().next() : Map.of();
            if (distance.isEmpty()) {
                return place.offset();
            }
            Map<Map<Expression, Integer>, Long> planeNumber = new HashMap<>();
            Map<Map<Expression, Integer>, Long> fixed = new HashMap<>();
            Map<Map<Expression, Integer>, Long> own = new HashMap<>();
            left.forEach((term, coefficient) -> {
                Map<Expression, Integer> rest = new HashMap<>(term);
                boolean multiple =
                        distance.entrySet().stream().allMatch(d -> d.getValue().equals(term.get(d.getKey())));
                if (multiple) {
                    rest.keySet().removeAll(distance.keySet());
                    planeNumber.put(rest, coefficient);
                } else if (term.keySet().stream().allMatch(e -> plane.stays(e, Set.of()))) {
                    fixed.put(term, coefficient);
                } else {
                    own.put(term, coefficient);
                }
            });
            boolean moves =
                    own.keySet().stream().flatMap(t -> t.keySet().stream()).anyMatch(e -> !plane.stays(e, counters));
            if (moves || fixed.keySet().stream().allMatch(Map::isEmpty)) {
                return place.offset();
            }
            String array = place.array().name();
            Variable by = distances.computeIfAbsent(
                    new Sums(Map.of(distance, 1L)), _ -> new Variable(names.fresh(array + "_plane"), ScalarType.I64));
            Variable at = places.computeIfAbsent(
                    new Sums(fixed), _ -> new Variable(names.fresh(array + "_at"), ScalarType.I64));
            Sums number = new Sums(planeNumber);
            boolean narrow = number.factors().stream().allMatch(e -> e.type() == ScalarType.I32);
            Expression moved =
                    Expressions.convert(ScalarType.I64, number.expression(narrow ? ScalarType.I32 : ScalarType.I64));
            return Expressions.sum(
                    Expressions.add(at.read(), Expressions.multiply(moved, by.read())),
                    new Sums(own).expression(ScalarType.I64));
        }

        /** Adds what the plane's number is multiplied with, where a term has it: a product of what stays. */
        private void distance(
                Map<Expression, Integer> term, Set<Variable> counters, Set<Map<Expression, Integer>> distances) {
            List<Expression> moving = term.keySet().stream()
                    .filter(e -> !plane.stays(e, counters))
                    .toList();
            if (moving.isEmpty()) {
                return;
            }
            Map<Expression, Integer> rest = new HashMap<>(term);
            boolean one = moving.size() == 1 && Integer.valueOf(1).equals(rest.remove(moving.getFirst()));
            boolean stays = rest.keySet().stream().allMatch(e -> plane.stays(e, Set.of()));
            distances.add(one && stays && !rest.isEmpty() ? rest : Map.of());
        }
    }
}
