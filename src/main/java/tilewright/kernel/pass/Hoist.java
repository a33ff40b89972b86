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
import tilewright.kernel.Function;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Constants that loops declare of scalars in memory are declared before them (loop-invariant code motion). Compilers do that where a function is part of its kernel; in one that is not, as that
 * for blocks at the boundary, they read the scalars again in every iteration, for which a recurrence waits.
 *
 * <p>Reads off the program: that nothing else leads to the array, that nobody writes it, and that the element is named by a number, so that it is there even where the loop has no iteration.
 *
 * <p>Example: {@code for k in 0 .. n { let c: f64 = -a[0]; p[k] = c * q[k] }} reads {@code a[0]} once.
 */
final class Hoist implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream().map(Hoist::in).toList());
    }

    private static Function in(Function function) {
        FixedElements fixed = FixedElements.of(function);
        FreeNames names = new FreeNames(function);
        Set<String> hoisted = new HashSet<>();
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop
                        ? before(loop, fixed, names, hoisted)
                        : List.of(statement);
            }
        }.whole(function);
    }

    /** The loop with the constants before it. */
    private static List<Statement> before(
            Statement.For loop, FixedElements elements, FreeNames names, Set<String> hoisted) {
        Map<Expression, Variable> constants = new LinkedHashMap<>();
        Map<String, Variable> renamed = new HashMap<>();
        List<Statement> body = new ArrayList<>();
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Declare d
                    && d.constant()
                    && d.value() != null
                    && isFixed(d.value(), elements)) {
                Variable constant = constants.computeIfAbsent(
                        d.value(),
                        _ -> hoisted.contains(d.variable().name())
                                ? d.variable()
                                : new Variable(
                                        fresh(d.variable().name(), names, hoisted),
                                        d.variable().type()));
                renamed.put(d.variable().name(), constant);
            } else {
                body.add(statement);
            }
        }
        if (constants.isEmpty()) {
            return List.of(loop);
        }
        List<Statement> result = new ArrayList<>();
        constants.forEach((value, constant) -> result.add(new Statement.Declare(constant, value, true)));
        result.add(loop.withBody(
                new Rewriter() {
                    @Override
                    protected Place place(Place place) {
                        return place instanceof Place.Scalar(Variable v) && renamed.containsKey(v.name())
                                ? renamed.get(v.name()).place()
                                : place;
                    }
                }.statements(body)));
        return result;
    }

    private static String fresh(String wanted, FreeNames names, Set<String> hoisted) {
        String name = names.of(wanted);
        for (int number = 2; !hoisted.add(name); number++) {
            name = names.of(wanted + "_" + number);
        }
        return name;
    }

    /** Whether it is made of scalars that nobody writes. */
    private static boolean isFixed(Expression value, FixedElements elements) {
        boolean[] fixed = {true};
        boolean[] reads = {false};
        Expressions.visit(value, e -> {
            if (e instanceof Expression.Read(Place place)) {
                reads[0] = true;
                fixed[0] &= place instanceof Place.Global g && elements.has(g);
            } else {
                fixed[0] &= Expressions.isOfThread(e);
            }
        });
        return fixed[0] && reads[0];
    }
}
