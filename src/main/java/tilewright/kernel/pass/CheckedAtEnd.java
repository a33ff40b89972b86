package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.not;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/**
 * A block that keeps what it computes until it has done: quotients in double precision by divisors that change from iteration to iteration, as those by an elimination's pivots, are made of
 * reciprocals without a branch. Before the block writes anything to memory, one check of all threads asks whether all quotients are rounded as divisions are; where one is not, the block begins again
 * from memory, which still has what it had, with divisions. So what an iteration waits for has no branch, and quotients of a thread do not wait for one another.
 *
 * <pre>
 * x = a[..]                                   furthest = 0; x = a[..]
 * for k in 0 .. 32 {                          for k in 0 .. 32 {
 *   shared.p[..] = x                            shared.p[..] = x
 *   barrier                                     barrier
 *   d = shared.p[k]                             d = shared.p[k]; r = reciprocal_plainly(d)
 *   q = y / d                          -&gt;       q = divided_plainly(y, d, r); furthest = max(furthest, plainness(r), quotient_plainness(q, y))
 *   x = x - q * ..                              x = x - q * ..
 * }                                           }
 * a[..] = x                                   barrier-or wrong = !all_plain(furthest)
 *                                             if wrong { call the function as it was; return }
 *                                             a[..] = x
 * </pre>
 *
 * <p>Reads off the program: that up to its last loop with such quotients a function writes only arrays in memory that it does not read until then, in places that follow from no number that it
 * computes, so that a second run writes them all again; that it does nothing else that others could tell; and that all threads of the block come to the check: some statement at or before the loop
 * has a barrier, and none leaves the function from there on. Divisors that loops do not change: {@link DivisorsBeforeLoops}.
 */
final class CheckedAtEnd implements Pass.Change {
    @Override
    public Program of(Program program) {
        List<Function> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            Optional<Held> held = Held.of(function);
            if (held.isEmpty()) {
                functions.add(function);
                continue;
            }
            Function again = new Function(
                    free(program, function.name() + "_divided"),
                    new Function.Kind.Apart(),
                    "The same with divisions: where a quotient is not what its divisor's reciprocal makes it.",
                    function.parameters(),
                    function.shared(),
                    function.body());
            functions.add(again);
            functions.add(held.get().checked(again));
        }
        return program.withFunctions(functions);
    }

    private static String free(Program program, String wanted) {
        Set<String> taken = new HashSet<>();
        program.functions().forEach(f -> taken.add(f.name()));
        return FreshName.numbered(wanted, "", taken::add);
    }

    /**
     * A function that holds what it computes until all quotients are there.
     *
     * @param first statement, of its body, from which on all threads of a block are there
     * @param last statement with such quotients
     */
    private record Held(Function function, int first, int last) {
        static Optional<Held> of(Function function) {
            List<Statement> body = function.body();
            int first = 0;
            while (first < body.size() && !waits(body.get(first))) {
                first++;
            }
            int last = -1;
            for (int s = 0; s < body.size(); s++) {
                if (PlainQuotients.isIn(body.get(s))) {
                    last = s;
                }
            }
            if (last < first) {
                return Optional.empty();
            }
            Written written = Written.until(body.subList(0, last + 1), function.parameters());
            for (int s = 0; s <= last; s++) {
                if (!mayRunTwice(body.get(s), s < first, written)) {
                    return Optional.empty();
                }
            }
            for (int s = 0; s < first; s++) {
                if (PlainQuotients.isIn(body.get(s))) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Held(function, first, last));
        }

        private static boolean waits(Statement statement) {
            boolean[] waits = {false};
            Statements.visit(List.of(statement), s -> waits[0] |= s instanceof Statement.Barrier);
            return waits[0];
        }

        /**
         * Whether a second run finds what the first one found.
         *
         * @param mayLeave whether threads may leave the function
         */
        private static boolean mayRunTwice(Statement statement, boolean mayLeave, Written written) {
            boolean[] may = {true};
            Statements.visit(
                    List.of(statement),
                    s -> may[0] &= switch (s) {
                        case Statement.While _, Statement.ParallelFor _ -> false;
                        case Statement.If i -> written.memory().isEmpty() || !isOfNumbers(i.condition());
                        case Statement.Compound _, Statement.Declaration _, Statement.Remark _ -> true;
                        case Statement.Assignment a -> a.written().stream().allMatch(written::again);
                        case Statement.Barrier _, Statement.AwaitCopies _ -> true;
                        case Statement.BarrierOr _, Statement.GridBarrier _, Statement.Await _ -> false;
                        case Statement.Return _, Statement.Call _ -> mayLeave;
                        case Statement.Break _ -> true;
                        case Statement.Evaluate _ -> false;
                    });
            Statements.visitExpressions(
                    List.of(statement), e -> may[0] &= e instanceof Expression.OfWarp || Expressions.isOfThread(e));
            return may[0];
        }

        /** Whether floating-point numbers decide. */
        private static boolean isOfNumbers(Expression condition) {
            boolean[] found = {false};
            Expressions.visit(condition, e -> found[0] |= e.type().isFloating());
            return found[0];
        }

        Function checked(Function again) {
            FreeNames names = new FreeNames(function);
            Variable furthest = new Variable(names.fresh("furthest"), ScalarType.U32);
            Variable wrong = Variable.integer(names.fresh("wrong"));
            PlainQuotients quotients = new PlainQuotients(names, furthest);
            List<Statement> body = new ArrayList<>(function.body().subList(0, first));
            body.add(new Statement.Declare(furthest, new Expression.IntegerLiteral(ScalarType.U32, 0), false));
            for (int s = first; s <= last; s++) {
                body.add(quotients.in(function.body().get(s)));
            }
            List<Argument> arguments = function.parameters().stream()
                    .<Argument>map(p -> switch (p) {
                        case Function.Parameter.Value v ->
                            new Argument.Value(v.variable().read());
                        case Function.Parameter.Base b ->
                            new Argument.Base(b.array().name());
                    })
                    .toList();
            body.add(new Statement.BarrierOr(wrong, not(call(Intrinsic.ALL_PLAIN, ScalarType.U32, furthest.read()))));
            body.add(new Statement.If(
                    wrong.read(), List.of(new Statement.Call(again.name(), arguments), new Statement.Return())));
            body.addAll(function.body().subList(last + 1, function.body().size()));
            return function.withBody(body);
        }
    }

    /**
     * What statements write.
     *
     * @param parameters names of those that are numbers, which they must not change
     * @param alone names of arrays to which no other parameter leads
     * @param memory names of arrays in memory that are written
     * @param read names of those that are read
     */
    private record Written(Set<String> parameters, Set<String> alone, Set<String> memory, Set<String> read) {
        static Written until(List<Statement> statements, List<Function.Parameter> all) {
            Set<String> parameters = new HashSet<>();
            Set<String> alone = new HashSet<>();
            for (Function.Parameter parameter : all) {
                switch (parameter) {
                    case Function.Parameter.Value v -> parameters.add(v.name());
                    case Function.Parameter.Base b -> {
                        if (b.exclusive()) {
                            alone.add(b.name());
                        }
                    }
                }
            }
            Set<String> memory = new HashSet<>();
            Set<String> read = new HashSet<>();
            Statements.visit(statements, s -> {
                s.written().forEach(p -> array(p).ifPresent(memory::add));
                if (s instanceof Statement.Assignment a) {
                    a.copied().forEach(p -> array(p).ifPresent(read::add));
                }
            });
            Statements.visitExpressions(statements, e -> {
                if (e instanceof Expression.Read(Place place)) {
                    array(place).ifPresent(read::add);
                }
            });
            return new Written(parameters, alone, memory, read);
        }

        private static Optional<String> array(Place place) {
            return switch (place) {
                case Place.Global g -> Optional.of(g.array().name());
                case Place.Pair p -> array(p.first());
                case Place.Scalar _, Place.Register _, Place.Shared _ -> Optional.empty();
            };
        }

        /** Whether a second run may write a place again. */
        boolean again(Place place) {
            return switch (place) {
                case Place.Scalar(Variable v) -> !parameters.contains(v.name());
                case Place.Register _, Place.Shared _ -> true;
                case Place.Pair p -> again(p.first());
                case Place.Global g ->
                    g.access() == Place.Access.PLAIN
                            && alone.contains(g.array().name())
                            && !read.contains(g.array().name());
            };
        }
    }
}
