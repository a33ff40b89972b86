package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Mentions;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A loop over chunks that a block copies one chunk ahead, with products of matrices in it.
 *
 * @param chunks the loop
 * @param declarations what it computes first, of its variable
 * @param await waits for the chunk
 * @param copies what it does behind the barrier, before the products
 * @param groups the loop over groups of iterations
 * @param constants declarations of a group that are the same for all
 * @param arrays registers of the factors
 * @param reads what fills them
 * @param products what uses them
 */
record ChunkLoop(
        Statement.For chunks,
        List<Statement.Declare> declarations,
        Statement.AwaitCopies await,
        List<Statement> copies,
        Statement.For groups,
        List<Statement> constants,
        List<Statement.DeclareArray> arrays,
        Statement.For reads,
        Statement products) {
    /** The two sets of registers. */
    private static final int SETS = 2;

    /** Empty where a loop has another form. */
    static Optional<ChunkLoop> of(Statement.For loop) {
        List<Statement.Declare> declarations = new ArrayList<>();
        int at = 0;
        while (at < loop.body().size() && loop.body().get(at) instanceof Statement.Declare d && d.value() != null) {
            declarations.add(d);
            at++;
        }
        List<Statement> rest = loop.body().subList(at, loop.body().size());
        if (rest.size() < 3
                || !(rest.get(0) instanceof Statement.AwaitCopies await)
                || !(rest.get(1) instanceof Statement.Barrier)
                || !(rest.getLast() instanceof Statement.For groups)
                || !hasEvenGroups(groups)) {
            return Optional.empty();
        }
        return of(loop, declarations, await, rest.subList(2, rest.size() - 1), groups);
    }

    private static boolean hasEvenGroups(Statement.For groups) {
        return groups.start() != null
                && isInteger(groups.start(), 0)
                && groups.unroll() == Statement.For.ALL
                && groups.step() instanceof Expression.IntegerLiteral step
                && groups.condition() instanceof Expression.Binary end
                && end.operator() == Infix.LT
                && end.left().equals(groups.variable().read())
                && end.right() instanceof Expression.IntegerLiteral count
                && count.value() % (SETS * step.value()) == 0;
    }

    private static Optional<ChunkLoop> of(
            Statement.For loop,
            List<Statement.Declare> declarations,
            Statement.AwaitCopies await,
            List<Statement> copies,
            Statement.For groups) {
        List<Statement> constants = new ArrayList<>();
        List<Statement.DeclareArray> arrays = new ArrayList<>();
        List<Statement.For> reads = new ArrayList<>();
        List<Statement> products = new ArrayList<>();
        for (Statement statement : groups.body()) {
            if (statement instanceof Statement.Declare d) {
                constants.add(d);
            } else if (statement instanceof Statement.DeclareArray d && d.values() == null) {
                arrays.add(d);
            } else if (statement instanceof Statement.For f && multiplies(f)) {
                products.add(f);
            } else if (statement instanceof Statement.For f && products.isEmpty()) {
                reads.add(f);
            } else {
                return Optional.empty();
            }
        }
        Set<String> inner =
                new HashSet<>(Set.of(groups.variable().name(), loop.variable().name()));
        declarations.forEach(d -> inner.add(d.variable().name()));
        boolean constant = Mentions.in(constants).stream().noneMatch(inner::contains);
        boolean waits = containsWait(copies);
        if (reads.size() != 1 || products.size() != 1 || !constant || waits || !readsShared(reads.getFirst(), arrays)) {
            return Optional.empty();
        }
        return Optional.of(new ChunkLoop(
                loop, declarations, await, copies, groups, constants, arrays, reads.getFirst(), products.getFirst()));
    }

    private static boolean multiplies(Statement.For loop) {
        boolean[] found = {false};
        Statements.visit(loop.body(), s -> found[0] |= s instanceof Statement.Multiply);
        return found[0];
    }

    private static boolean containsWait(List<Statement> statements) {
        boolean[] found = {false};
        Statements.visit(
                statements,
                s -> found[0] |= s instanceof Statement.Barrier
                        || s instanceof Statement.AwaitCopies
                        || s instanceof Statement.Call
                        || s instanceof Statement.Return
                        || s instanceof Statement.Break);
        return found[0];
    }

    /** Whether statements write nothing but the registers, and read nothing that the copies or products write but the block's memory. */
    private static boolean readsShared(Statement.For reads, List<Statement.DeclareArray> arrays) {
        Set<String> own = new HashSet<>();
        arrays.forEach(a -> own.add(a.array().name()));
        boolean[] only = {true};
        Statements.visit(
                reads.body(),
                s -> only[0] &= switch (s) {
                    case Statement.Assign a -> isOwn(a.target(), own);
                    case Statement.For _, Statement.Scope _, Statement.Declare _, Statement.Comment _ -> true;
                    case Statement.While _,
                            Statement.If _,
                            Statement.ParallelFor _,
                            Statement.DeclareArray _,
                            Statement.Assignment _,
                            Statement.Invocation _,
                            Statement.Synchronization _,
                            Statement.Jump _,
                            Statement.Hide _,
                            Statement.SumInVectors _ -> false;
                });
        Statements.visitExpressions(
                reads.body(),
                e -> only[0] &= !(e instanceof Expression.Read r)
                        || !(r.place() instanceof Place.Register) && !(r.place() instanceof Place.Pair)
                        || isOwn(r.place(), own));
        return only[0];
    }

    private static boolean isOwn(Place place, Set<String> own) {
        return place instanceof Place.Register r && own.contains(r.array().name());
    }

    /** The loop that reads early, with what comes before it. */
    Statement readingEarly(FreeNames names) {
        List<Statement> all = new ArrayList<>(constants);
        arrays.forEach(a -> all.add(new Statement.DeclareArray(twice(a.array()), null)));
        all.add(first());
        all.add(new Statement.For(
                chunks.variable(), chunks.start(), chunks.condition(), chunks.step(), chunks.unroll(), body(names)));
        return new Statement.Scope(all);
    }

    private static Memory.Register twice(Memory.Register array) {
        List<Integer> shape = new ArrayList<>(array.shape());
        shape.addFirst(SETS);
        return new Memory.Register(array.name(), array.type(), shape, array.alignment());
    }

    /** Waits for the first chunk, if there is one, and reads its first group. */
    private Statement first() {
        List<Statement> inside = new ArrayList<>(declarations);
        inside.add(await);
        inside.add(new Statement.Barrier());
        inside.add(reading(integer(0), integer(0), Map.of()));
        Statement start = new Statement.If(chunks.condition(), used(inside));
        return chunks.start() == null
                ? start
                : new Statement.Scope(List.of(new Statement.Declare(chunks.variable(), chunks.start(), true), start));
    }

    /** Statements without declarations that nothing uses. */
    private static List<Statement> used(List<Statement> statements) {
        List<Statement> kept = new ArrayList<>();
        for (int s = 0; s < statements.size(); s++) {
            boolean needed = !(statements.get(s) instanceof Statement.Declare d)
                    || Mentions.in(statements.subList(s + 1, statements.size()))
                            .contains(d.variable().name());
            if (needed) {
                kept.add(statements.get(s));
            }
        }
        return kept;
    }

    private List<Statement> body(FreeNames names) {
        Variable k = groups.variable();
        long step = ((Expression.IntegerLiteral) groups.step()).value();
        Expression end = ((Expression.Binary) groups.condition()).right();
        Expression following = add(k.read(), step);
        List<Statement> over = new ArrayList<>(List.of(await, new Statement.Barrier()));
        over.addAll(ofNextChunk(names));
        Statement early = new Statement.If(
                less(following, end),
                List.of(reading(following, remainder(divide(following, step), SETS), Map.of())),
                over);
        Statement use = in(integer(0), remainder(divide(k.read(), step), SETS), Map.of(), false)
                .whole(products)
                .getFirst();
        List<Statement> body = new ArrayList<>(declarations);
        body.addAll(copies);
        body.add(new Statement.For(
                k,
                groups.start(),
                groups.condition(),
                groups.step(),
                groups.unroll(),
                List.of(new Statement.Comment("Read what the next group needs."), early, use)));
        return body;
    }

    /** Reads the first group of the next chunk; what the loop declares has other values there. */
    private List<Statement> ofNextChunk(FreeNames names) {
        Expression next = Expressions.sum(chunks.variable().read(), chunks.step());
        Map<String, Expression> there = new HashMap<>(Map.of(chunks.variable().name(), next));
        List<Statement> statements = new ArrayList<>();
        for (Statement.Declare declare : declarations) {
            Variable other = new Variable(
                    names.of("next_" + declare.variable().name()),
                    declare.variable().type());
            Expression value = Objects.requireNonNull(declare.value());
            statements.add(new Statement.Declare(
                    other, in(groups.variable().read(), integer(0), there, true).whole(value), true));
            there.put(declare.variable().name(), other.read());
        }
        statements.add(reading(integer(0), integer(0), there));
        return used(statements);
    }

    private Statement reading(Expression iteration, Expression set, Map<String, Expression> there) {
        return in(iteration, set, there, true).whole(reads).getFirst();
    }

    /**
     * @param iteration what the loop over groups stands at
     * @param set of registers
     * @param there what variables stand for
     * @param moved whether the iteration is another one than the loop's
     */
    private Rewriter in(Expression iteration, Expression set, Map<String, Expression> there, boolean moved) {
        Set<String> own = new HashSet<>();
        arrays.forEach(a -> own.add(a.array().name()));
        return new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                if (e instanceof Expression.Read r && r.place() instanceof Place.Scalar v) {
                    String name = v.variable().name();
                    return moved && name.equals(groups.variable().name()) ? iteration : there.getOrDefault(name, e);
                }
                if (e instanceof Expression.Binary b && b.operator() == Infix.ADD && isInteger(b.left(), 0)) {
                    return b.right();
                }
                return e;
            }

            @Override
            protected Place place(Place place) {
                if (!(place instanceof Place.Register r)
                        || !own.contains(r.array().name())) {
                    return place;
                }
                List<Expression> indices = new ArrayList<>(r.indices());
                indices.addFirst(set);
                return new Place.Register(r.array(), indices);
            }
        };
    }
}
