package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.HostStep;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;

/** Programs with one fault planted: each kind of fault at each place of a program where it fits, one place at a time. */
public final class Mutations {
    private Mutations() {}

    /** A kind of fault: what stands for a part, or null where the fault does not fit the part. */
    public enum Kind {
        DROPPED_BARRIER {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return s instanceof Statement.Barrier ? List.of() : null;
            }
        },
        LOST_WAIT {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return s instanceof Statement.AwaitCopies ? List.of() : null;
            }
        },
        LATE_WAIT {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return s instanceof Statement.AwaitCopies a ? List.of(new Statement.AwaitCopies(a.later() + 1)) : null;
            }
        },
        MISSING_GUARD {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return s instanceof Statement.If i && i.otherwise().isEmpty()
                        ? List.of(new Statement.Scope(i.then()))
                        : null;
            }
        },
        LOST_STORE {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return switch (s) {
                    case Statement.Assign a when a.target() instanceof Place.Global -> List.of();
                    case Statement.Copy c when c.to() instanceof Place.Global -> List.of();
                    case Statement _ -> null;
                };
            }
        },
        LOST_SHARED_STORE {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return switch (s) {
                    case Statement.Assign a when a.target() instanceof Place.Shared -> List.of();
                    case Statement.Copy c when c.to() instanceof Place.Shared -> List.of();
                    case Statement _ -> null;
                };
            }
        },
        LATE_START {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return s instanceof Statement.For f && f.start() != null && Expressions.isInteger(f.start(), 0)
                        ? List.of(new Statement.For(
                                f.variable(), plus(f.start(), 1), f.condition(), f.step(), f.unroll(), f.body()))
                        : null;
            }
        },
        LONG_LOOP {
            @Override
            @Nullable
            List<Statement> statement(Statement s) {
                return s instanceof Statement.For f
                                && f.condition() instanceof Expression.Binary(Infix o, Expression l, Expression r)
                                && o == Infix.LT
                        ? List.of(new Statement.For(
                                f.variable(),
                                f.start(),
                                new Expression.Binary(Infix.LE, l, r),
                                f.step(),
                                f.unroll(),
                                f.body()))
                        : null;
            }
        },
        WRONG_LANE {
            @Override
            @Nullable
            Expression expression(Expression e) {
                return e instanceof Expression.Shuffle s
                        ? new Expression.Shuffle(s.lane(), s.value(), plus(s.which(), 1), s.width())
                        : null;
            }
        },
        WRONG_HALF {
            @Override
            @Nullable
            Expression expression(Expression e) {
                return e instanceof Expression.Binary(Infix o, Expression l, Expression r)
                                && o == Infix.REM
                                && Expressions.isInteger(r, 2)
                        ? new Expression.Binary(o, plus(l, 1), r)
                        : null;
            }
        },
        WRONG_COUNT {
            @Override
            @Nullable
            Expression expression(Expression e) {
                return e instanceof Expression.Atomic a && a.update() == Expression.Update.COUNT
                        ? new Expression.Atomic(a.update(), a.place(), plus(a.operand(), 1), a.ordered())
                        : null;
            }
        },
        UNORDERED_COUNT {
            @Override
            @Nullable
            Expression expression(Expression e) {
                return e instanceof Expression.Atomic a && a.ordered()
                        ? new Expression.Atomic(a.update(), a.place(), a.operand(), false)
                        : null;
            }
        },
        WRONG_EXTREME {
            @Override
            @Nullable
            Expression expression(Expression e) {
                if (!(e instanceof Expression.Call c)) {
                    return null;
                }
                return switch (c.function()) {
                    case MIN -> new Expression.Call(Intrinsic.MAX, c.of(), c.operands());
                    case MAX -> new Expression.Call(Intrinsic.MIN, c.of(), c.operands());
                    default -> null;
                };
            }
        },
        WRONG_SIGN {
            @Override
            @Nullable
            Expression expression(Expression e) {
                return e instanceof Expression.Binary(Infix o, Expression l, Expression r)
                                && o == Infix.SUB
                                && e.type().isFloating()
                        ? new Expression.Binary(Infix.ADD, l, r)
                        : null;
            }
        },
        WRONG_EDGE {
            @Override
            @Nullable
            Expression expression(Expression e) {
                return e instanceof Expression.Binary(Infix o, Expression l, Expression r) && o == Infix.LE
                        ? new Expression.Binary(Infix.LE, l, plus(r, 1))
                        : null;
            }
        },
        WRONG_ELEMENT {
            @Override
            @Nullable
            Place place(Place p) {
                return p instanceof Place.Global g
                        ? new Place.Global(g.array(), g.as(), plus(g.offset(), 1), g.access())
                        : null;
            }
        },
        WRONG_SHARED_ELEMENT {
            @Override
            @Nullable
            Place place(Place p) {
                return p instanceof Place.Shared s ? new Place.Shared(s.array(), lastPlusOne(s.indices())) : null;
            }
        },
        WRONG_REGISTER {
            @Override
            @Nullable
            Place place(Place p) {
                return p instanceof Place.Register r && !r.indices().isEmpty()
                        ? new Place.Register(r.array(), lastPlusOne(r.indices()))
                        : null;
            }
        },
        SWAPPED_STREAM {
            @Override
            @Nullable
            List<HostStep> step(HostStep s) {
                return s instanceof HostStep.Launch l && l.meets() ? List.of(launch(l, l.ahead(), false)) : null;
            }
        },
        WRONG_STREAM {
            @Override
            @Nullable
            List<HostStep> step(HostStep s) {
                return s instanceof HostStep.Launch l ? List.of(launch(l, !l.ahead(), l.meets())) : null;
            }
        },
        LOST_LAUNCH {
            @Override
            @Nullable
            List<HostStep> step(HostStep s) {
                return s instanceof HostStep.Launch ? List.of() : null;
            }
        },
        LOST_BLOCK {
            @Override
            @Nullable
            List<HostStep> step(HostStep s) {
                return s instanceof HostStep.Launch l
                        ? List.of(new HostStep.Launch(
                                l.function(),
                                l.description(),
                                plus(l.blocks(), -1),
                                l.threads(),
                                l.sharedBytes(),
                                l.arguments(),
                                l.ahead(),
                                l.meets()))
                        : null;
            }
        },
        SHORT_HOST_LOOP {
            @Override
            @Nullable
            List<HostStep> step(HostStep s) {
                return s instanceof HostStep.Loop l
                        ? List.of(new HostStep.Loop(l.variable(), l.first(), plus(l.last(), -1), l.body()))
                        : null;
            }
        },
        UNSWAPPED_COPIES {
            @Override
            @Nullable
            Argument argument(Argument a) {
                return a instanceof Argument.Either e
                        ? new Argument.Either(e.condition(), e.otherwise(), e.then())
                        : null;
            }
        },
        SMALLER_SHARED_ARRAY {
            @Override
            Memory.@Nullable Shared shared(Memory.Shared s) {
                List<Integer> shape = new ArrayList<>(s.shape());
                shape.set(shape.size() - 1, Math.max(1, shape.getLast() - 1));
                return new Memory.Shared(s.name(), s.type(), shape, s.content());
            }
        };

        @Nullable
        List<Statement> statement(Statement s) {
            return null;
        }

        @Nullable
        Expression expression(Expression e) {
            return null;
        }

        @Nullable
        Place place(Place p) {
            return null;
        }

        @Nullable
        List<HostStep> step(HostStep s) {
            return null;
        }

        @Nullable
        Argument argument(Argument a) {
            return null;
        }

        Memory.@Nullable Shared shared(Memory.Shared s) {
            return null;
        }
    }

    private static Expression plus(Expression e, long more) {
        return Expressions.add(e, more);
    }

    private static List<Expression> lastPlusOne(List<Expression> indices) {
        List<Expression> changed = new ArrayList<>(indices);
        changed.set(changed.size() - 1, plus(changed.getLast(), 1));
        return changed;
    }

    private static HostStep launch(HostStep.Launch l, boolean ahead, boolean meets) {
        return new HostStep.Launch(
                l.function(), l.description(), l.blocks(), l.threads(), l.sharedBytes(), l.arguments(), ahead, meets);
    }

    /** A program with a fault. */
    public record Mutant(Kind kind, int place, Program program) {
        @Override
        public String toString() {
            return kind + " " + place;
        }
    }

    /** At how many places a kind of fault fits. */
    public static int places(Program program, Kind kind) {
        At at = new At(kind, -1);
        at.program(program);
        return at.seen;
    }

    /** The program with the fault at one place, in the order in which {@link Rewriter} comes along. */
    public static Mutant at(Program program, Kind kind, int place) {
        return new Mutant(kind, place, new At(kind, place).program(program));
    }

    /** All of a kind. */
    public static Stream<Mutant> of(Program program, Kind kind) {
        return java.util.stream.IntStream.range(0, places(program, kind)).mapToObj(p -> at(program, kind, p));
    }

    /** Plants one fault. */
    private static final class At extends Rewriter {
        private final Kind kind;
        private final int wanted;
        private int seen;

        At(Kind kind, int wanted) {
            this.kind = kind;
            this.wanted = wanted;
        }

        private <T, R> R either(T part, Function<T, @Nullable R> fault, R itself) {
            R changed = fault.apply(part);
            return changed != null && seen++ == wanted ? changed : itself;
        }

        @Override
        protected List<Statement> statement(Statement s) {
            return either(s, kind::statement, List.of(s));
        }

        @Override
        protected Expression expression(Expression e) {
            return either(e, kind::expression, e);
        }

        @Override
        protected Place place(Place p) {
            return either(p, kind::place, p);
        }

        @Override
        protected List<HostStep> step(HostStep s) {
            return either(s, kind::step, List.of(s));
        }

        @Override
        protected Argument argument(Argument a) {
            return either(a, kind::argument, a);
        }

        @Override
        protected tilewright.kernel.Function function(tilewright.kernel.Function f) {
            if (f.shared() == null) {
                return f;
            }
            List<Memory.Shared> arrays = f.shared().arrays().stream()
                    .map(s -> either(s, kind::shared, s))
                    .toList();
            tilewright.kernel.Function.SharedMemory memory = f.shared();
            return new tilewright.kernel.Function(
                    f.name(),
                    f.kind(),
                    f.comment(),
                    f.parameters(),
                    new tilewright.kernel.Function.SharedMemory(memory.type(), memory.name(), arrays, memory.hidden()),
                    f.body());
        }
    }
}
