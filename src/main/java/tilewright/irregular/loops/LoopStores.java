package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.notEqual;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Reduction;
import tilewright.dependence.StatementLaws;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.model.Until;

/**
 * How statements of a loop's launch write: their own elements, by updates that nothing interrupts, or as relaxations ({@link Independence.Store}).
 *
 * @param around the repetition that the loop stands in
 * @param any is set where something changes that the repetition asks for; null where it asks for nothing
 * @param together sums of a thread, by statement
 */
record LoopStores(
        LoopNest nest,
        Map<String, StatementLaws> laws,
        Terms terms,
        Node.@Nullable Repeat around,
        @Nullable Variable any,
        Map<String, Variable> together) {
    /** Whether the repetition asks for changes of what a statement writes. */
    boolean isTold(Statement statement) {
        return around != null
                && around.until() instanceof Until.Unchanged u
                && u.arrays().contains(statement.target().array());
    }

    void own(Body body, Statement s) {
        Place.Global target = terms.element(s.target());
        if (!isTold(s) || any == null) {
            body.set(target, terms.value(s, Map.of()));
            return;
        }
        body.add(new tilewright.kernel.Statement.Scope(Body.of(in -> {
            Variable before = in.let("tw_before", new Expression.Read(target));
            Variable after = in.let("tw_after", target.type(), terms.value(s, Map.of()));
            store(in, s, target, before, after);
        })));
    }

    void store(Body body, Statement s, Place.Global target, Variable before, Variable after) {
        if (isTold(s) && any != null) {
            Variable flag = any;
            body.when(
                    notEqual(before.read(), after.read()),
                    changes -> changes.set(target, after.read()).set(flag, integer(1)));
        } else {
            body.set(target, after.read());
        }
    }

    /** What the iteration adds is its value where the accumulator is nothing. */
    void joined(Body body, Statement s) {
        Reduction reduction =
                Objects.requireNonNull(Objects.requireNonNull(laws.get(s.id())).reduction());
        Variable sum = together.get(s.id());
        if (sum != null) {
            body.set(sum, terms.value(s, Map.of(s.target().toString(), sum.read())));
            return;
        }
        DataType type = nest.array(s.target().array()).type();
        ScalarType scalar = ScalarType.of(type);
        Expression nothing = reduction.operator() == Operator.ADD
                ? scalar.isFloating()
                        ? new Expression.RealLiteral(scalar, "0.0")
                        : new Expression.IntegerLiteral(scalar, 0)
                : new Expression.IntegerLiteral(
                        scalar, (long) (reduction.operator() == Operator.MIN ? type.greatest() : type.least()));
        Map<String, Expression> known = new HashMap<>();
        known.put(s.target().toString(), nothing);
        body.evaluate(
                Expressions.atomic(Updates.of(reduction.operator()), terms.element(s.target()), terms.value(s, known)));
    }

    /** What is compared is what decides: every value is loaded once (T2). */
    void relaxed(Body body, Statement s) {
        StatementLaws own = Objects.requireNonNull(laws.get(s.id()));
        body.add(new tilewright.kernel.Statement.Scope(Body.of(in -> {
            Place.Global target = terms.element(s.target());
            ScalarType compared = target.type().promoted();
            Variable old = in.let("tw_old", compared, new Expression.Read(target));
            if (own.relaxation() == null) {
                Map<String, Expression> known = Map.of(s.target().toString(), old.read());
                Variable found = in.let("tw_found", compared, terms.value(s, known));
                improve(in, notEqual(found.read(), old.read()), b -> b.set(target, found.read()));
                return;
            }
            boolean least = Updates.of(own.relaxation().operator()) == Expression.Update.MIN;
            Variable found =
                    in.let("tw_found", compared, terms.value(s, own.relaxation().offer(), Map.of()));
            Expression better = binary(least ? Infix.LT : Infix.GT, found.read(), old.read());
            boolean atomic = Updates.improves(nest, own);
            improve(in, better, b -> {
                if (!atomic) {
                    b.set(target, found.read());
                    return;
                }
                ScalarType ordered = Updates.ordered(target.type());
                Expression value = ordered == target.type() ? found.read() : new Expression.Bits(ordered, found.read());
                Place.Global place = new Place.Global(target.array(), ordered, target.offset(), Place.Access.RELAXED);
                b.evaluate(Expressions.atomic(least ? Expression.Update.MIN : Expression.Update.MAX, place, value));
            });
        })));
    }

    private void improve(Body body, Expression better, Consumer<Body> store) {
        body.when(better, b -> {
            store.accept(b);
            b.set(Objects.requireNonNull(any), integer(1));
        });
    }
}
