package tilewright.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a thread does next. */
public sealed interface Statement {
    /** A line for people. */
    record Comment(String text) implements Statement {}

    /**
     * @param value at the start, or null
     * @param constant whether it never changes
     */
    record Declare(Variable variable, @Nullable Expression value, boolean constant) implements Statement {}

    /** @param values of all elements in order, or null */
    record DeclareArray(Memory.Register array, @Nullable List<Expression> values) implements Statement {
        public DeclareArray {
            values = values == null ? null : List.copyOf(values);
        }
    }

    record Assign(Place target, Expression value) implements Statement {}

    /** Computes a value for what that does to memory. */
    record Evaluate(Expression value) implements Statement {}

    /** How neighbours are copied. */
    enum Way {
        /** In one access. */
        WIDE,
        /** From global to shared memory while the thread goes on; {@link AwaitCopies} ends it. */
        ASYNCHRONOUS,
        /** In one access; each target is a register of its own, whatever numbers the access wants. */
        LOAD_APART,
        /** In one access; each source is a register of its own. */
        STORE_APART
    }

    /**
     * Copies neighbours. Addresses are aligned to the access.
     *
     * @param width number of elements
     * @param to first target
     * @param from first source
     */
    record Copy(int width, Place to, Place from, Way way) implements Statement {}

    /** Waits for the asynchronous copies that the thread has started. */
    record AwaitCopies() implements Statement {}

    /**
     * {@code for (variable = start; condition; variable += step) body}
     *
     * @param start null where the variable is declared already and starts as it is
     * @param unroll iterations that a compiler writes out: 1 for none, {@link #ALL}, or {@link #ANY} for as it likes
     */
    record For(
            Variable variable,
            @Nullable Expression start,
            Expression condition,
            Expression step,
            int unroll,
            List<Statement> body)
            implements Statement {
        public static final int ALL = -1;
        public static final int ANY = 0;

        public For {
            body = List.copyOf(body);
        }

        /** The loop around another body. */
        public For withBody(List<Statement> other) {
            return new For(variable, start, condition, step, unroll, other);
        }
    }

    record While(Expression condition, List<Statement> body) implements Statement {
        public While {
            body = List.copyOf(body);
        }
    }

    record If(Expression condition, List<Statement> then, List<Statement> otherwise) implements Statement {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }

        public If(Expression condition, List<Statement> then) {
            this(condition, then, List.of());
        }
    }

    /** Statements whose declarations nobody else sees. */
    record Scope(List<Statement> body) implements Statement {
        public Scope {
            body = List.copyOf(body);
        }
    }

    /** @param arguments one per parameter of the function, in its order */
    record Call(String function, List<Argument> arguments) implements Statement {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** Leaves the function. */
    record Return() implements Statement {}

    /** Leaves the innermost loop. */
    record Break() implements Statement {}

    /** All threads of the block wait for each other; what they wrote before is seen afterwards. */
    record Barrier() implements Statement {}

    /** A barrier after which every thread knows whether the condition held for some thread; declares the variable. */
    record BarrierOr(Variable variable, Expression condition) implements Statement {}

    /** All threads of the launch wait for each other; the launch's blocks must all fit the device at once. */
    record GridBarrier() implements Statement {}

    /**
     * The threads of each warp together multiply two matrices and add the product to a third; all of them must come here together.
     * {@link MatrixShape} says which elements a lane has. Every sum becomes {@code fma(left, right, sum)} for one product after the other, in
     * ascending order: what a loop of fused multiply-adds computes, bit by bit.
     *
     * @param sums of the lane, f64
     * @param left elements of the first matrix, f64
     * @param right elements of the second matrix, f64
     */
    record Multiply(MatrixShape shape, List<Place> sums, List<Expression> left, List<Expression> right)
            implements Statement {
        public Multiply {
            sums = List.copyOf(sums);
            left = List.copyOf(left);
            right = List.copyOf(right);
            if (sums.size() != shape.sums() || left.size() != shape.left() || right.size() != shape.right()) {
                throw new IllegalArgumentException(shape.word() + " takes " + shape.sums() + " sums, " + shape.left()
                        + " and " + shape.right() + " factors of a lane, got " + sums.size() + ", " + left.size()
                        + " and " + right.size());
            }
        }
    }

    /** Variables whose values the compiler knows no more: addresses made of them are computed anew. */
    record Hide(List<Variable> variables) implements Statement {
        public Hide {
            variables = List.copyOf(variables);
        }
    }

    /**
     * Iterations in any order and at the same time, shared out to threads of a host; in device functions there are none.
     *
     * @param when the loop is worth threads; else one thread runs it
     */
    record ParallelFor(Variable variable, Expression start, Expression end, Expression when, List<Statement> body)
            implements Statement {
        public ParallelFor {
            body = List.copyOf(body);
        }
    }
}
