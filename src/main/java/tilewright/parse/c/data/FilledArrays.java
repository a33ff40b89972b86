package tilewright.parse.c.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Initializer;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.parse.IndexExpressions;
import tilewright.parse.c.data.SettingOrder.Around;
import tilewright.parse.c.data.SettingOrder.Unread;

/**
 * What loops that fill arrays leave in them, as functions of their indices: after {@code for (i = 0; i < n; i++) a[i] = i * 0.5;} an
 * element {@code a(i)} is {@code i * 0.5}. A later assignment to some elements is a choice:
 * {@code merge(new value, value before, condition)}. Every iteration sets an element of its own; sums and recurrences are not followed.
 */
final class FilledArrays {
    /** Beyond this an expression is no help to anybody. */
    private static final int LARGEST = 400;

    /**
     * The value of each element.
     *
     * @param value of the indices and the nest's parameters; null where it is not known
     * @param why it is not known
     */
    private record Filled(@Nullable Expression value, String why) {
        static Filled unknown(String why) {
            return new Filled(null, why);
        }
    }

    private final Map<String, ArrayDeclaration> arrays = new LinkedHashMap<>();
    private final Predicate<String> zero;
    private final Set<String> taken;
    private final Map<String, Filled> filled = new HashMap<>();
    private int loops;

    /** Of the statements at hand: what they are called outside, and what was set. */
    private UnaryOperator<String> names = UnaryOperator.identity();

    private Function<String, DataType> types = _ -> DataType.DOUBLE;

    private Set<String> set = new LinkedHashSet<>();
    private final SettingOrder order = new SettingOrder(this::isArray);
    private Set<String> changing = new HashSet<>();
    /** What was made of an array that the loop at hand sets. */
    private final Map<String, Set<String>> readers = new HashMap<>();

    /**
     * Arrays of which nothing is known.
     *
     * @param parameters of the nest, which name no index
     * @param zero which arrays hold zeros before anything is set
     */
    FilledArrays(List<ArrayDeclaration> arrays, List<String> parameters, Predicate<String> zero) {
        arrays.forEach(a -> this.arrays.put(a.name(), a));
        this.taken = new HashSet<>(parameters);
        this.taken.addAll(this.arrays.keySet());
        this.zero = zero;
    }

    /**
     * Follows statements.
     *
     * @param sizes what their parameters are in terms of the nest's; those left out are not known
     * @param names of arrays and scalars: of the nest's, or others
     * @param types of what the statements call so
     * @return the arrays that were set, in ways that are known or not
     */
    Set<String> take(
            List<Node> body, Map<String, Affine> sizes, UnaryOperator<String> names, Function<String, DataType> types) {
        this.names = names;
        this.types = types;
        set = new LinkedHashSet<>();
        body.forEach(n -> node(n, sizes, List.of(), List.of()));
        return set;
    }

    /** Why the value of an array is not known; null where it is. */
    @Nullable
    String unknown(String array) {
        Filled value = filled.get(array);
        return value == null || value.value != null ? null : value.why;
    }

    /** The data of an array; null where they are not known. */
    @Nullable
    Initializer initializer(ArrayDeclaration array) {
        Filled value = filled.get(array.name());
        if (value == null || value.value == null) {
            return null;
        }
        return new Initializer(array.name(), indices(array.dimensions()), value.value, array.position());
    }

    /** Names of indices that nothing of the nest has. */
    private List<String> indices(int dimensions) {
        List<String> indices = new ArrayList<>();
        for (int d = 1; d <= dimensions; d++) {
            String name = "i" + d;
            while (taken.contains(name)) {
                name += "_";
            }
            indices.add(name);
        }
        return indices;
    }

    private void node(Node node, Map<String, Affine> known, List<Around> around, List<Condition> where) {
        try {
            switch (node) {
                case Node.Loop loop -> loop(loop, known, around, where);
                case Node.Guard guard -> {
                    Condition condition = condition(guard.condition(), known);
                    guard.then().forEach(n -> node(n, known, around, with(where, condition)));
                    guard.otherwise().forEach(n -> node(n, known, around, with(where, condition.negated())));
                }
                case Node.Repeat _ -> throw new Unread("it repeats until data say otherwise");
                case Statement statement -> statement(statement, known, around, where);
            }
        } catch (Unread e) {
            String why = node.position() + ": " + e.getMessage();
            written(node).forEach(name -> lose(name, why));
        }
    }

    /** Nothing is known of an array, nor of what was made of it. */
    private void lose(String name, String why) {
        put(name, Filled.unknown(why));
        Set<String> made = readers.remove(name);
        if (made != null) {
            made.forEach(other -> lose(other, why));
        }
    }

    private static <T> List<T> with(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }

    private void put(String name, Filled value) {
        filled.put(name, value);
        set.add(name);
    }

    private void loop(Node.Loop loop, Map<String, Affine> known, List<Around> around, List<Condition> where)
            throws Unread {
        if (!loop.loads().isEmpty()) {
            throw new Unread("its bounds are data");
        }
        String variable = loop.variable() + "'" + ++loops;
        Around own = new Around(variable, affine(loop.lower(), known), affine(loop.upper(), known), loop.step());
        Set<String> inside = written(loop);
        if (around.isEmpty()) {
            order.clear();
            readers.clear();
            changing = inside;
        }
        // A scalar that an iteration finds was set by the one before.
        inside.stream()
                .filter(name -> !isArray(name))
                .forEach(name -> lose(name, loop.position() + ": '" + name + "' is carried on"));
        Map<String, Affine> there = new HashMap<>(known);
        there.put(loop.variable(), Affine.variable(variable));
        loop.body().forEach(n -> node(n, there, with(around, own), where));
        for (String name : inside) {
            if (filled.get(name) instanceof Filled f && f.value != null && mentions(f.value, variable)) {
                put(name, Filled.unknown(loop.position() + ": '" + name + "' is that of the last iteration"));
            }
        }
        if (around.isEmpty()) {
            changing = Set.of();
        }
    }

    /** Whether an array has subscripts: one of the nest by its declaration, any other by how it was set. */
    private boolean isArray(String name) {
        return arrays.containsKey(name) ? arrays.get(name).dimensions() > 0 : subscripted.contains(name);
    }

    private final Set<String> subscripted = new HashSet<>();

    private Set<String> written(Node node) {
        Set<String> written = new LinkedHashSet<>();
        switch (node) {
            case Node.Loop l -> l.body().forEach(n -> written.addAll(written(n)));
            case Node.Guard g -> {
                g.then().forEach(n -> written.addAll(written(n)));
                g.otherwise().forEach(n -> written.addAll(written(n)));
            }
            case Node.Repeat r -> r.body().forEach(n -> written.addAll(written(n)));
            case Statement s -> {
                String name = names.apply(s.target().array());
                written.add(name);
                if (!s.target().subscripts().isEmpty()) {
                    subscripted.add(name);
                }
            }
        }
        return written;
    }

    private void statement(Statement statement, Map<String, Affine> known, List<Around> around, List<Condition> where)
            throws Unread {
        String name = names.apply(statement.target().array());
        List<Affine> subscripts = subscripts(name, statement.target(), known);
        List<String> indices = indices(subscripts.size());
        Map<String, Affine> iteration = new LinkedHashMap<>();
        List<Condition> all = new ArrayList<>(where);
        List<Integer> left = new ArrayList<>();
        // Subscripts with one loop variable first: they say where the others are.
        for (int pass = 0; pass < 2; pass++) {
            for (int d = 0; d < subscripts.size(); d++) {
                Affine subscript = subscripts.get(d);
                List<Around> open = around.stream()
                        .filter(a ->
                                subscript.variables().contains(a.variable()) && !iteration.containsKey(a.variable()))
                        .toList();
                if (pass == 0 && open.size() != 1) {
                    left.add(d);
                } else if (pass == 0 || left.contains(d)) {
                    SettingOrder.place(subscript, Affine.variable(indices.get(d)), open, iteration, all);
                }
            }
        }
        Reads reads = new Reads(statement, name, subscripts, known, around, iteration.keySet());
        Expression value = reads.of(statement.value());
        boolean scalar = subscripts.isEmpty();
        for (Around each : around) {
            if (iteration.containsKey(each.variable())) {
                SettingOrder.bounds(each, iteration.get(each.variable()), all);
            } else if (!scalar && (mentions(value, each.variable()) || mentionAny(all, each.variable()))) {
                throw new Unread("an element is set by more than one iteration");
            }
        }
        Map<String, Affine> there = Map.copyOf(iteration);
        order.set(name, around, there);
        List<Condition> needed = new ArrayList<>();
        for (Condition each : all) {
            Condition here = each.substitute(there);
            if (!isImplied(here, name, indices)) {
                needed.add(here);
            }
        }
        Expression here = substituted(value, there);
        Expression result = needed.isEmpty() ? here : chosen(here, name, Condition.and(needed));
        if (size(result) > LARGEST) {
            throw new Unread("the value of '" + name + "' is a long expression");
        }
        put(name, new Filled(result, ""));
    }

    /** Subscripts of a place; none of {@code *p} where {@code p} is the address of a scalar. */
    private List<Affine> subscripts(String name, Access access, Map<String, Affine> known) throws Unread {
        List<Affine> subscripts = new ArrayList<>();
        for (Subscript subscript : access.subscripts()) {
            if (!subscript.loads().isEmpty()) {
                throw new Unread("its subscripts are data");
            }
            subscripts.add(affine(subscript.form(), known));
        }
        ArrayDeclaration declared = arrays.get(name);
        if (declared == null || declared.dimensions() == subscripts.size()) {
            return subscripts;
        }
        if (declared.dimensions() == 0 && subscripts.equals(List.of(Affine.constant(0)))) {
            return List.of();
        }
        if (declared.dimensions() == 1 && subscripts.isEmpty()) {
            return List.of(Affine.constant(0));
        }
        throw new Unread("'" + name + "' has other dimensions here");
    }

    private boolean isImplied(Condition condition, String name, List<String> indices) {
        ArrayDeclaration declared = arrays.get(name);
        if (!(condition instanceof Condition.Compare compare)) {
            return false;
        }
        for (Affine form : compare.notNegative()) {
            LinearForm linear = LinearForm.of(form);
            if (linear.isConstant() && linear.constant() >= 0) {
                return compare.notNegative().size() == 1;
            }
            for (int d = 0; declared != null && d < indices.size(); d++) {
                long factor = linear.coefficient(indices.get(d));
                if (Math.abs(factor) != 1 || compare.notNegative().size() != 1) {
                    continue;
                }
                ArrayDeclaration.Bounds bounds = declared.bounds().get(d);
                LinearForm least = LinearForm.of(
                        form.substitute(Map.of(indices.get(d), factor > 0 ? bounds.lower() : bounds.upper())));
                if (least.isConstant() && least.constant() >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private Expression chosen(Expression value, String name, Condition condition) throws Unread {
        Filled before = filled.get(name);
        Expression otherwise;
        if (before != null) {
            otherwise = known(before);
        } else {
            ArrayDeclaration declared = arrays.get(name);
            boolean floating = declared == null || declared.type().isFloating();
            if (declared == null || zero.test(name)) {
                otherwise = floating ? new Expression.RealLiteral(0, "0.0") : new Expression.IntegerLiteral(0);
            } else {
                Expression random = new Expression.Apply(Operator.RANDOM, List.of());
                otherwise =
                        floating ? random : Expression.apply(Operator.MUL, new Expression.IntegerLiteral(100), random);
            }
        }
        return Expression.apply(Operator.MERGE, value, otherwise, IndexExpressions.of(condition));
    }

    private static Expression known(Filled filled) throws Unread {
        if (filled.value == null) {
            throw new Unread(filled.why.replaceFirst("^\\S+:\\d+:\\d+: ", ""));
        }
        return filled.value;
    }

    /**
     * The value of a statement in an iteration, with the values of what it reads.
     *
     * @param place the subscripts of the target
     * @param placed the loops whose iteration the target's place says
     */
    private final class Reads {
        private final String target;
        private final DataType type;
        private final List<Affine> place;
        private final Map<String, Affine> known;
        private final List<Around> around;
        private final boolean repeated;

        Reads(
                Statement statement,
                String target,
                List<Affine> place,
                Map<String, Affine> known,
                List<Around> around,
                Set<String> placed) {
            this.target = target;
            this.type = types.apply(statement.target().array());
            this.place = place;
            this.known = known;
            this.around = around;
            this.repeated = around.stream().anyMatch(a -> !placed.contains(a.variable()));
        }

        Expression of(Expression expression) throws Unread {
            return switch (expression) {
                case Expression.IndexValue(Affine index) -> IndexExpressions.of(affine(index, known));
                // Elsewhere a literal has the type of its statement's target.
                case Expression.RealLiteral l
                when type != DataType.DOUBLE && !l.isDouble() -> Expression.apply(new Conversion(DataType.REAL), l);
                case Expression.RealLiteral _, Expression.IntegerLiteral _, Expression.LogicalLiteral _ -> expression;
                case Expression.Read(Access access) -> read(access);
                case Expression.Apply apply -> {
                    List<Expression> operands = new ArrayList<>();
                    for (Expression operand : apply.operands()) {
                        operands.add(of(operand));
                    }
                    yield new Expression.Apply(apply.operator(), operands);
                }
            };
        }

        private Expression read(Access access) throws Unread {
            String name = names.apply(access.array());
            List<Affine> subscripts = subscripts(name, access, known);
            if (isArray(name) && changing.contains(name)) {
                boolean own = name.equals(target) && subscripts.equals(place) && !repeated;
                if (!own && !order.isSetHere(name, element(subscripts), around)) {
                    throw new Unread("it reads '" + name + "', which its loop sets");
                }
                readers.computeIfAbsent(name, _ -> new HashSet<>()).add(target);
            }
            Filled value = filled.get(name);
            if (value == null) {
                throw new Unread("it reads '" + name + "', of which nothing is known here");
            }
            DataType stored = types.apply(access.array());
            Expression found = substituted(known(value), element(subscripts));
            return stored == DataType.DOUBLE || stored == DataType.LOGICAL
                    ? found
                    : Expression.apply(new Conversion(stored), found);
        }
    }

    /** Subscripts by the names of indices. */
    private Map<String, Affine> element(List<Affine> subscripts) {
        Map<String, Affine> element = new HashMap<>();
        List<String> indices = indices(subscripts.size());
        for (int d = 0; d < indices.size(); d++) {
            element.put(indices.get(d), subscripts.get(d));
        }
        return element;
    }

    private static Expression substituted(Expression expression, Map<String, Affine> values) {
        return expression instanceof Expression.IndexValue v
                ? IndexExpressions.of(v.index().substitute(values))
                : expression.withOperands(o -> substituted(o, values));
    }

    private static Affine affine(Affine value, Map<String, Affine> known) throws Unread {
        for (String variable : value.variables()) {
            if (!known.containsKey(variable)) {
                throw new Unread("'" + variable + "' is no size of the scop");
            }
        }
        return LinearForm.of(value.substitute(known)).toAffine();
    }

    private static Condition condition(Condition condition, Map<String, Affine> known) throws Unread {
        for (String variable : condition.variables()) {
            if (!known.containsKey(variable)) {
                throw new Unread("'" + variable + "' is no size of the scop");
            }
        }
        return condition.substitute(known);
    }

    private static boolean mentions(Expression expression, String variable) {
        boolean[] found = {false};
        expression.visit(part -> found[0] |=
                part instanceof Expression.IndexValue v && v.index().variables().contains(variable));
        return found[0];
    }

    private static boolean mentionAny(List<Condition> conditions, String variable) {
        return conditions.stream().anyMatch(c -> c.variables().contains(variable));
    }

    private static int size(Expression expression) {
        int[] parts = {0};
        expression.visit(_ -> parts[0]++);
        return parts[0];
    }
}
