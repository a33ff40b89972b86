package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Subscript;

/**
 * Extents of an undeclared array: per dimension the smallest and largest subscript over all accesses and
 * iterations. Loop variables are replaced by their bounds from the inside out, so that {@code j - k} with
 * {@code j >= k + 1} is at least 1; guards that bound one variable count as bounds. Where a bound is a minimum or
 * maximum the result may be larger than needed, never smaller.
 */
public final class ExtentInference {
    private static final int MOST_OPERANDS = 16;

    private ExtentInference() {}

    /**
     * The bounds in terms of the parameters.
     *
     * @throws ArithmeticException where they would be too long to be of use, or overflow
     */
    public static List<Bounds> bounds(String array, int dimensions, List<Node> body) {
        List<List<Affine>> lowers = new ArrayList<>();
        List<List<Affine>> uppers = new ArrayList<>();
        for (int d = 0; d < dimensions; d++) {
            lowers.add(new ArrayList<>());
            uppers.add(new ArrayList<>());
        }
        LoopNest bare = new LoopNest("", List.of(), List.of(), List.of(), List.of(), body);
        for (PlacedStatement placed : bare.statements()) {
            for (Access access : placed.statement().accesses()) {
                requireAffine(placed, access, array);
                for (int d = 0; access.array().equals(array) && d < dimensions; d++) {
                    Affine index = access.indices().get(d);
                    lowers.get(d).add(extreme(index, placed, false));
                    uppers.get(d).add(extreme(index, placed, true));
                }
            }
            for (Load load : loads(placed)) {
                for (int d = 0; load.array().equals(array) && d < dimensions; d++) {
                    Affine index = affine(load.subscripts().get(d), placed);
                    lowers.get(d).add(extreme(index, placed, false));
                    uppers.get(d).add(extreme(index, placed, true));
                }
            }
        }
        List<Bounds> bounds = new ArrayList<>();
        for (int d = 0; d < dimensions; d++) {
            if (lowers.get(d).isEmpty()) {
                // Nobody touches it.
                bounds.add(new Bounds(Affine.constant(0), Affine.constant(0)));
                continue;
            }
            Affine lower = Extremum.of(lowers.get(d), false);
            Affine upper = Extremum.of(uppers.get(d), true);
            if (Extremum.operands(lower) > MOST_OPERANDS || Extremum.operands(upper) > MOST_OPERANDS) {
                throw new ArithmeticException("too many operands");
            }
            // Of what only loops without iterations touch, one element is there: an array has some.
            boolean none = LinearForm.of(upper.minus(lower)).isConstant()
                    && LinearForm.of(upper.minus(lower)).constant() < 0;
            bounds.add(new Bounds(lower, none ? lower : upper));
        }
        return bounds;
    }

    /** What a statement and the loops around it read as indices and bounds. */
    private static List<Load> loads(PlacedStatement placed) {
        return Stream.concat(
                        placed.loops().stream().flatMap(l -> l.loads().stream()),
                        placed.statement().accesses().stream().flatMap(a -> a.loads().stream()))
                .distinct()
                .toList();
    }

    /** The subscript of an index array; one that is loaded itself, or runs with a loaded bound, has no bounds that are known from the text. */
    private static Affine affine(Subscript subscript, PlacedStatement placed) {
        boolean loaded = !subscript.loads().isEmpty()
                || placed.loops().stream()
                        .anyMatch(l -> !l.loads().isEmpty()
                                && subscript.form().variables().contains(l.variable()));
        if (loaded) {
            throw new ArithmeticException("loaded index");
        }
        return subscript.form();
    }

    /** Loaded indices and bounds have no bounds that are known from the text. */
    private static void requireAffine(PlacedStatement placed, Access access, String array) {
        boolean loaded = placed.loops().stream().anyMatch(l -> !l.loads().isEmpty()) || !access.isAffine();
        if (loaded && access.array().equals(array)) {
            throw new ArithmeticException("loaded index");
        }
    }

    /** The largest (or smallest) value of the index over the statement's domain, or something beyond it. */
    private static Affine extreme(Affine index, PlacedStatement placed, boolean largest) {
        Affine result = LinearForm.of(index).toAffine();
        for (int d = placed.depth() - 1; d >= 0; d--) {
            result = replace(result, VariableRange.of(placed, d), largest);
        }
        return result;
    }

    private static Affine replace(Affine value, VariableRange range, boolean largest) {
        return switch (value) {
            case Affine.Extreme e -> Extremum.of(replaceAll(e.operands(), range, largest), e instanceof Affine.Max);
            case Affine.Constant _,
                    Affine.Variable _,
                    Affine.Sum _,
                    Affine.Scaled _,
                    Affine.FloorDiv _,
                    Affine.Mod _,
                    Affine.Select _ -> replaceTerms(LinearForm.of(value), range, largest);
        };
    }

    private static List<Affine> replaceAll(List<Affine> values, VariableRange range, boolean largest) {
        return values.stream().map(v -> replace(v, range, largest)).toList();
    }

    private static Affine replaceTerms(LinearForm form, VariableRange range, boolean largest) {
        Affine result = Affine.constant(form.constant());
        for (Map.Entry<Affine, Long> entry : form.terms().entrySet()) {
            long factor = entry.getValue();
            Affine term = replaceTerm(entry.getKey(), range, (factor > 0) == largest);
            result = Extremum.sum(result, Extremum.scaled(factor, term));
        }
        return result;
    }

    private static Affine replaceTerm(Affine term, VariableRange range, boolean largest) {
        if (!term.variables().contains(range.variable())) {
            return term;
        }
        return switch (term) {
            case Affine.Variable v -> largest ? range.upper() : range.lower();
            case Affine.FloorDiv d -> replace(d.dividend(), range, largest).floorDiv(d.divisor());
            case Affine.Mod m -> Affine.constant(largest ? m.divisor() - 1 : 0);
            // Either value may be the one.
            case Affine.Select s -> Extremum.of(replaceAll(List.of(s.then(), s.otherwise()), range, largest), largest);
            case Affine.Constant _, Affine.Sum _, Affine.Scaled _, Affine.Extreme _ -> replace(term, range, largest);
        };
    }

    /** Smallest and largest value of a loop variable in terms of outer variables and parameters. */
    private record VariableRange(String variable, Affine lower, Affine upper) {
        static VariableRange of(PlacedStatement placed, int depth) {
            Node.Loop loop = placed.loops().get(depth);
            List<Affine> lowers = new ArrayList<>(List.of(loop.step() > 0 ? loop.lower() : loop.upper()));
            List<Affine> uppers = new ArrayList<>(List.of(loop.step() > 0 ? loop.upper() : loop.lower()));
            List<String> inner = placed.loopVariables().subList(depth, placed.depth());
            for (Condition guard : placed.guards()) {
                Guards.bounds(guard, loop.variable(), inner, lowers, uppers);
            }
            return new VariableRange(loop.variable(), Extremum.of(lowers, true), Extremum.of(uppers, false));
        }
    }
}
