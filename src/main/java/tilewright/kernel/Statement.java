package tilewright.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a thread does next. Each kind says of itself what all passes ask; they tell apart {@linkplain Compound what they need of a nature}, and name the kinds that they
 * change.
 */
public sealed interface Statement {
    /** The lists of statements inside. */
    List<List<Statement>> bodies();

    /** The statement with each list of statements inside of it changed. */
    Statement withBodies(UnaryOperator<List<Statement>> change);

    /** The expressions that it evaluates itself, indices of its places included; not those of statements inside. */
    List<Expression> expressions();

    /**
     * The places that it changes itself, first places of copies; not what it declares, and not what statements inside or called functions
     * change.
     */
    default List<Place> written() {
        return List.of();
    }

    /** The names that statements after it see. */
    default Set<String> declared() {
        return Set.of();
    }

    /** The same statement with the parts that a rewriter makes of its own. */
    Statement rewritten(Rewriter parts);

    /** Holds other statements. */
    sealed interface Compound extends Statement {}

    /** Holds no other statements. */
    sealed interface Simple extends Statement {
        @Override
        default List<List<Statement>> bodies() {
            return List.of();
        }

        @Override
        default Statement withBodies(UnaryOperator<List<Statement>> change) {
            return this;
        }
    }

    /** Declares a variable or an array of the thread, and does nothing else. */
    sealed interface Declaration extends Simple {
        @Override
        Set<String> declared();
    }

    /** Changes places that it names. */
    sealed interface Assignment extends Simple {
        @Override
        List<Place> written();

        /** The places whose values it moves as they are, apart from those in its expressions. */
        List<Place> copied();
    }

    /** Runs something for what that does to memory. */
    sealed interface Invocation extends Simple {}

    /** Waits for other threads, or for copies under way. */
    sealed interface Synchronization extends Simple {}

    /** Threads go on elsewhere. */
    sealed interface Jump extends Simple {
        @Override
        default List<Expression> expressions() {
            return List.of();
        }

        @Override
        default Statement rewritten(Rewriter parts) {
            return this;
        }
    }

    /** Tells people or compilers something; threads do nothing. */
    sealed interface Remark extends Simple {
        @Override
        default Statement rewritten(Rewriter parts) {
            return this;
        }
    }

    /** A line for people. */
    record Comment(String text) implements Remark {
        @Override
        public List<Expression> expressions() {
            return List.of();
        }
    }

    /**
     * @param value at the start, or null
     * @param constant whether it never changes
     */
    record Declare(Variable variable, @Nullable Expression value, boolean constant) implements Declaration {
        @Override
        public List<Expression> expressions() {
            return value == null ? List.of() : List.of(value);
        }

        @Override
        public Set<String> declared() {
            return Set.of(variable.name());
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Declare(variable, parts.orNull(value), constant);
        }
    }

    /**
     * @param values of all elements in order; none where elements may be handed to other threads before they are set: then they have some value; null where they may be
     *     moved within a thread, at most
     */
    record DeclareArray(Memory.Register array, @Nullable List<Expression> values) implements Declaration {
        public DeclareArray {
            values = values == null ? null : List.copyOf(values);
        }

        /**
         * Of elements that may be handed to other threads before they are set, though nobody uses them then. Compilers take it that a program does not do that with a
         * register without a value: stencils of 15 and 27 points with one plane written out were wrong on a device (reports/experiments/nvidia-h200-unset-registers.txt).
         */
        public static DeclareArray handedOver(Memory.Register array) {
            return new DeclareArray(array, List.of());
        }

        @Override
        public List<Expression> expressions() {
            return values == null ? List.of() : values;
        }

        @Override
        public Set<String> declared() {
            return Set.of(array.name());
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new DeclareArray(array, values == null ? null : parts.expressions(values));
        }
    }

    record Assign(Place target, Expression value) implements Assignment {
        @Override
        public List<Expression> expressions() {
            return Stream.concat(target.indices().stream(), Stream.of(value)).toList();
        }

        @Override
        public List<Place> written() {
            return List.of(target);
        }

        @Override
        public List<Place> copied() {
            return List.of();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Assign(parts.whole(target), parts.whole(value));
        }
    }

    /** Computes a value for what that does to memory. */
    record Evaluate(Expression value) implements Invocation {
        @Override
        public List<Expression> expressions() {
            return List.of(value);
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Evaluate(parts.whole(value));
        }
    }

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
    record Copy(int width, Place to, Place from, Way way) implements Assignment {
        @Override
        public List<Expression> expressions() {
            return Stream.concat(to.indices().stream(), from.indices().stream()).toList();
        }

        @Override
        public List<Place> written() {
            return List.of(to);
        }

        @Override
        public List<Place> copied() {
            return List.of(from);
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Copy(width, parts.whole(to), parts.whole(from), way);
        }
    }

    /**
     * Waits for asynchronous copies that the thread has started. What it starts between two waits is a group; the newest group ends here. Example: with {@code later = 1} the copies since the last
     * wait may still be on their way, those before have come.
     *
     * @param later of the newest groups, how many may be on their way; 0 where all copies have come
     */
    record AwaitCopies(int later) implements Synchronization {
        public AwaitCopies() {
            this(0);
        }

        @Override
        public List<Expression> expressions() {
            return List.of();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return this;
        }
    }

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
            implements Compound {
        public static final int ALL = -1;
        public static final int ANY = 0;

        public For {
            body = List.copyOf(body);
        }

        /** The loop around another body. */
        public For withBody(List<Statement> other) {
            return new For(variable, start, condition, step, unroll, other);
        }

        @Override
        public List<List<Statement>> bodies() {
            return List.of(body);
        }

        @Override
        public Statement withBodies(UnaryOperator<List<Statement>> change) {
            return withBody(change.apply(body));
        }

        @Override
        public List<Expression> expressions() {
            return start == null ? List.of(condition, step) : List.of(start, condition, step);
        }

        @Override
        public List<Place> written() {
            return List.of(variable.place());
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new For(
                    variable,
                    parts.orNull(start),
                    parts.whole(condition),
                    parts.whole(step),
                    unroll,
                    parts.statements(body));
        }
    }

    record While(Expression condition, List<Statement> body) implements Compound {
        public While {
            body = List.copyOf(body);
        }

        @Override
        public List<List<Statement>> bodies() {
            return List.of(body);
        }

        @Override
        public Statement withBodies(UnaryOperator<List<Statement>> change) {
            return new While(condition, change.apply(body));
        }

        @Override
        public List<Expression> expressions() {
            return List.of(condition);
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new While(parts.whole(condition), parts.statements(body));
        }
    }

    record If(Expression condition, List<Statement> then, List<Statement> otherwise) implements Compound {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }

        public If(Expression condition, List<Statement> then) {
            this(condition, then, List.of());
        }

        @Override
        public List<List<Statement>> bodies() {
            return List.of(then, otherwise);
        }

        @Override
        public Statement withBodies(UnaryOperator<List<Statement>> change) {
            return new If(condition, change.apply(then), change.apply(otherwise));
        }

        @Override
        public List<Expression> expressions() {
            return List.of(condition);
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new If(parts.whole(condition), parts.statements(then), parts.statements(otherwise));
        }
    }

    /** Statements whose declarations nobody else sees. */
    record Scope(List<Statement> body) implements Compound {
        public Scope {
            body = List.copyOf(body);
        }

        @Override
        public List<List<Statement>> bodies() {
            return List.of(body);
        }

        @Override
        public Statement withBodies(UnaryOperator<List<Statement>> change) {
            return new Scope(change.apply(body));
        }

        @Override
        public List<Expression> expressions() {
            return List.of();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Scope(parts.statements(body));
        }
    }

    /** @param arguments one per parameter of the function, in its order */
    record Call(String function, List<Argument> arguments) implements Invocation {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<Expression> expressions() {
            return arguments.stream().flatMap(a -> a.values().stream()).toList();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Call(function, parts.arguments(arguments));
        }
    }

    /** Leaves the function. */
    record Return() implements Jump {}

    /** Leaves the innermost loop. */
    record Break() implements Jump {}

    /** All threads of the block wait for each other; what they wrote before is seen afterwards. */
    record Barrier() implements Synchronization {
        @Override
        public List<Expression> expressions() {
            return List.of();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return this;
        }
    }

    /** A barrier after which every thread knows whether the condition held for some thread; declares the variable. */
    record BarrierOr(Variable variable, Expression condition) implements Synchronization {
        @Override
        public List<Expression> expressions() {
            return List.of(condition);
        }

        @Override
        public Set<String> declared() {
            return Set.of(variable.name());
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new BarrierOr(variable, parts.whole(condition));
        }
    }

    /** All threads of the launch wait for each other; the launch's blocks must all fit the device at once. */
    record GridBarrier() implements Synchronization {
        @Override
        public List<Expression> expressions() {
            return List.of();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return this;
        }
    }

    /**
     * The thread waits until another block has raised an integer in memory to a value at least; what that block wrote before it did so, in
     * order ({@link Place.Access#ORDERED}), is seen afterwards. Integers in memory only grow while blocks wait for them.
     */
    record Await(Place.Global place, Expression least) implements Synchronization {
        public Await {
            if (place.access() != Place.Access.ORDERED || place.type().isFloating()) {
                throw new IllegalArgumentException("a thread waits for " + place);
            }
        }

        @Override
        public List<Expression> expressions() {
            return List.of(place.offset(), least);
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Await((Place.Global) parts.whole(place), parts.whole(least));
        }
    }

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
            implements Assignment {
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

        @Override
        public List<Expression> expressions() {
            List<Expression> found = new ArrayList<>();
            sums.forEach(s -> found.addAll(s.indices()));
            found.addAll(left);
            found.addAll(right);
            return found;
        }

        @Override
        public List<Place> written() {
            return sums;
        }

        @Override
        public List<Place> copied() {
            return List.of();
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new Multiply(
                    shape, sums.stream().map(parts::whole).toList(), parts.expressions(left), parts.expressions(right));
        }
    }

    /** Variables whose values the compiler knows no more: addresses made of them are computed anew. */
    record Hide(List<Variable> variables) implements Remark {
        /** What a comment before it says. */
        public static final String WHY = " Computing the addresses anew is cheaper than registers that hold them.";

        public Hide {
            variables = List.copyOf(variables);
        }

        @Override
        public List<Expression> expressions() {
            return variables.stream().map(v -> (Expression) v.read()).toList();
        }
    }

    /** The iterations of the loop that follows may add to the variable in any order, in vectors of partial sums. */
    record SumInVectors(Variable sum) implements Remark {
        @Override
        public List<Expression> expressions() {
            return List.of(sum.read());
        }
    }

    /**
     * Iterations in any order and at the same time, shared out to threads of a host; in device functions there are none.
     *
     * @param when the loop is worth threads; else one thread runs it
     * @param sharing how
     */
    record ParallelFor(
            Variable variable, Expression start, Expression end, Expression when, Sharing sharing, List<Statement> body)
            implements Compound {
        /** Which thread runs an iteration. */
        public enum Sharing {
            /** The next one that has nothing to do: iterations take different times. */
            IN_TURN,
            /** Each thread as many, side by side: iterations take equally long. */
            EVENLY
        }

        public ParallelFor {
            body = List.copyOf(body);
        }

        @Override
        public List<List<Statement>> bodies() {
            return List.of(body);
        }

        @Override
        public Statement withBodies(UnaryOperator<List<Statement>> change) {
            return new ParallelFor(variable, start, end, when, sharing, change.apply(body));
        }

        @Override
        public List<Expression> expressions() {
            return List.of(start, end, when);
        }

        @Override
        public List<Place> written() {
            return List.of(variable.place());
        }

        @Override
        public Statement rewritten(Rewriter parts) {
            return new ParallelFor(
                    variable, parts.whole(start), parts.whole(end), parts.whole(when), sharing, parts.statements(body));
        }
    }
}
