package tilewright.kernel.emulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.emulate.SmallProgram.BLOCK;
import static tilewright.kernel.emulate.SmallProgram.THREAD;
import static tilewright.kernel.emulate.SmallProgram.at;
import static tilewright.kernel.emulate.SmallProgram.number;
import static tilewright.kernel.emulate.SmallProgram.read;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/** Each fault is found where a program has it, and said with its place; the right program beside it has none. */
class FaultsTest {
    private static final Expression NEXT = remainder(add(THREAD, 1), 64);

    private static void none(SmallProgram program) {
        program.runs().forEach(run -> assertEquals(List.of(), run.faults()));
    }

    private static Fault one(Fault.Kind kind, SmallProgram program) {
        List<Fault> faults = program.run().faults();
        assertFalse(faults.isEmpty(), "no fault found");
        assertEquals(kind, faults.getFirst().kind(), () -> faults.toString());
        for (Emulation run : program.runs()) {
            assertTrue(
                    run.faults().stream().anyMatch(f -> f.kind() == kind),
                    () -> run.faults().toString());
        }
        return faults.getFirst();
    }

    /** Threads give their values to their neighbours. */
    private static SmallProgram neighbours(boolean barrier) {
        SmallProgram p = new SmallProgram(2, 64);
        Memory.Global a = p.array("a", ScalarType.F32, 128);
        Memory.Shared s = p.shared("s", ScalarType.F32, 64);
        return p.kernel("main", b -> {
            Variable me = b.let("me", add(multiply(BLOCK, number(64)), THREAD));
            b.comment("Hand out a.");
            b.set(element(s, THREAD), read(a, me.read()));
            if (barrier) {
                b.barrier();
            }
            b.set(at(a, me.read()), load(s, NEXT));
        });
    }

    @Test
    void barrierBetweenWriteAndReadIsNeeded() {
        none(neighbours(true));
        assertEquals(65, neighbours(true).run().arrays().get("a").at(64));
        Fault fault = one(Fault.Kind.SHARED_RACE, neighbours(false));
        assertTrue(fault.statement().contains("a[me] = s[(thread + 1) % 64]"), fault.toString());
        assertTrue(String.valueOf(fault.other()).contains("s[thread] = a[me]"), fault.toString());
        assertEquals("Hand out a.", fault.comment());
    }

    @Test
    void barrierBetweenReadAndNextWriteIsNeeded() {
        for (boolean second : List.of(true, false)) {
            SmallProgram p = new SmallProgram(1, 64);
            Memory.Global a = p.array("a", ScalarType.F32, 64);
            Memory.Shared s = p.shared("s", ScalarType.F32, 64);
            p.kernel(
                    "main",
                    b -> b.loop("k", number(0), number(3), number(1), (each, k) -> {
                        each.set(element(s, THREAD), read(a, THREAD)).barrier();
                        each.set(at(a, THREAD), load(s, NEXT));
                        if (second) {
                            each.barrier();
                        }
                    }));
            if (second) {
                none(p);
            } else {
                one(Fault.Kind.SHARED_RACE, p);
            }
        }
    }

    @Test
    void threadsThatWriteOneElementRaceEvenWithOneValue() {
        SmallProgram p = new SmallProgram(1, 64);
        Memory.Shared s = p.shared("s", ScalarType.I32, 2);
        one(Fault.Kind.SHARED_RACE, p.kernel("main", b -> b.set(element(s, number(1)), number(7))));
    }

    @Test
    void functionsOfOneBlockUseTheSameMemory() {
        for (boolean barrier : List.of(true, false)) {
            SmallProgram p = new SmallProgram(1, 64);
            Memory.Global a = p.array("a", ScalarType.I32, 64);
            Memory.Shared s = p.shared("s", ScalarType.I32, 64);
            p.function("other", b -> {
                b.set(at(new Memory.Global("c", ScalarType.U32, true), number(0)), number(1));
            });
            p.kernel("main", b -> {
                b.set(element(s, THREAD), number(1));
                if (barrier) {
                    b.barrier();
                }
                b.set(element(s, NEXT), read(a, THREAD));
            });
            if (barrier) {
                none(p);
            } else {
                one(Fault.Kind.SHARED_RACE, p);
            }
        }
    }

    /** What a function keeps where one that it calls has its own memory is lost; what lies behind that stays. */
    @Test
    void aFunctionLosesWhatLiesWhereOneThatItCallsHasItsOwn() {
        for (boolean behind : List.of(true, false)) {
            SmallProgram p = new SmallProgram(1, 64);
            Memory.Global a = p.array("a", ScalarType.I32, 64);
            Memory.Shared own = new Memory.Shared("own", ScalarType.I32, List.of(64), "values of the function");
            p.function("other", List.of(own), b -> b.set(element(own, THREAD), number(2)));
            if (behind) {
                p.shared("before", ScalarType.I32, 64);
            }
            Memory.Shared s = p.shared("s", ScalarType.I32, 64);
            p.kernel("main", b -> {
                b.set(element(s, THREAD), number(1));
                b.barrier();
                b.add(new Statement.Call("other", List.of()));
                b.barrier();
                b.set(at(a, THREAD), tilewright.kernel.Expressions.load(s, THREAD));
            });
            if (behind) {
                none(p);
            } else {
                one(Fault.Kind.UNSET, p);
            }
        }
    }

    @Test
    void updatesThatNothingInterruptsDoNotRaceButWithPlainAccesses() {
        for (boolean plain : List.of(false, true)) {
            SmallProgram p = new SmallProgram(3, 64);
            Memory.Global a = p.array("a", ScalarType.I32, 4);
            p.kernel("main", b -> {
                b.evaluate(new Expression.Atomic(Expression.Update.ADD, at(a, number(0)), number(1), false));
                if (plain) {
                    b.when(equal(THREAD, number(5)), t -> t.set(at(a, number(1)), read(a, number(0))));
                }
            });
            if (plain) {
                one(Fault.Kind.GLOBAL_RACE, p);
            } else {
                none(p);
                assertEquals(192, p.run().arrays().get("a").at(0));
            }
        }
    }

    @Test
    void blocksOfALaunchAreInNoOrder() {
        SmallProgram p = new SmallProgram(2, 32);
        Memory.Global a = p.array("a", ScalarType.F32, 64);
        p.kernel("main", b -> {
            Variable me = b.let("me", add(multiply(BLOCK, number(32)), THREAD));
            b.set(at(a, me.read()), read(a, remainder(add(me.read(), 1), 64)));
        });
        assertTrue(one(Fault.Kind.GLOBAL_RACE, p).element().startsWith("a["));
    }

    @Test
    void barriersOrderGlobalMemoryWithinABlock() {
        for (boolean barrier : List.of(true, false)) {
            SmallProgram p = new SmallProgram(1, 64);
            Memory.Global a = p.array("a", ScalarType.F32, 64);
            Memory.Global c = p.array("c", ScalarType.F32, 64);
            p.kernel("main", b -> {
                b.set(at(a, THREAD), add(read(c, THREAD), 5));
                if (barrier) {
                    b.barrier();
                }
                b.set(at(c, THREAD), read(a, NEXT));
            });
            if (barrier) {
                none(p);
            } else {
                one(Fault.Kind.GLOBAL_RACE, p);
            }
        }
    }

    /** The last block to come sums what all have written. */
    private static SmallProgram lastBlockSums(boolean ordered, boolean barrier, int extra) {
        SmallProgram p = new SmallProgram(4, 32);
        Memory.Global sum = p.array("sum", ScalarType.F32, 1);
        Memory.Global parts = p.scratch("parts", ScalarType.F32, 128);
        Memory.Global turns = p.counter("turns");
        return p.kernel("main", b -> {
            b.set(at(parts, add(multiply(BLOCK, number(32)), THREAD)), new Expression.Convert(ScalarType.F32, BLOCK));
            if (barrier) {
                b.barrier();
            }
            Variable turn = b.declare("turn", ScalarType.U32, new Expression.IntegerLiteral(ScalarType.U32, 0));
            b.when(
                    equal(THREAD, number(0)),
                    t -> t.set(
                            turn,
                            add(
                                    new Expression.Atomic(
                                            Expression.Update.COUNT,
                                            at(turns, number(0)),
                                            subtract(new Expression.Own(Expression.Coordinate.BLOCKS), number(1)),
                                            ordered),
                                    1)));
            Variable last = Variable.integer("last");
            b.add(new Statement.BarrierOr(
                    last,
                    equal(turn.read(), subtract(new Expression.Own(Expression.Coordinate.BLOCKS), number(extra)))));
            b.when(tilewright.kernel.Expressions.all(List.of(last.read(), equal(THREAD, number(0)))), t -> {
                Variable s = t.declare("s", ScalarType.F32, new Expression.RealLiteral(ScalarType.F32, "0"));
                t.loop(
                        "i",
                        number(0),
                        number(128),
                        number(1),
                        (each, i) -> each.set(s, add(s.read(), read(parts, i.read()))));
                t.set(at(sum, number(0)), s.read());
            });
        });
    }

    @Test
    void lastBlockSeesWhatOthersDidBeforeTheyTookTheirTurn() {
        none(lastBlockSums(true, true, 0));
        assertEquals(
                32 * 6, lastBlockSums(true, true, 0).run().arrays().get("sum").at(0));
        one(Fault.Kind.GLOBAL_RACE, lastBlockSums(false, true, 0));
        one(Fault.Kind.GLOBAL_RACE, lastBlockSums(true, false, 0));
        one(Fault.Kind.GLOBAL_RACE, lastBlockSums(true, true, 1));
    }

    @Test
    void streamsAreOrderedWhereTheyMeet() {
        for (boolean meets : List.of(true, false)) {
            SmallProgram p = new SmallProgram(2, 32);
            Memory.Global a = p.array("a", ScalarType.F32, 64);
            Memory.Global c = p.array("c", ScalarType.F32, 64);
            Expression me = add(multiply(BLOCK, number(32)), THREAD);
            p.kernel("write", b -> b.set(at(a, me), read(c, me)));
            p.kernel("use", b -> b.set(at(c, me), read(a, subtract(number(63), me))));
            p.host(p.launch("write", false, false), p.launch("use", true, meets), p.launch("write", false, meets));
            if (meets) {
                none(p);
            } else {
                Fault fault = one(Fault.Kind.GLOBAL_RACE, p);
                assertTrue(String.valueOf(fault.other()).contains("of kernel write, launch 1"), fault.toString());
            }
        }
    }

    @Test
    void unsetValuesMayBeCarriedAlongButDecideNothing() {
        for (int use = 0; use < 5; use++) {
            int way = use;
            SmallProgram p = new SmallProgram(1, 32);
            Memory.Global a = p.array("a", ScalarType.I32, 64);
            Memory.Shared s = p.shared("s", ScalarType.I32, 64);
            p.kernel("main", b -> {
                b.set(element(s, THREAD), number(3)).barrier();
                Variable x = b.let("x", add(load(s, add(THREAD, 1)), 1));
                switch (way) {
                    case 0 -> b.when(less(THREAD, number(31)), t -> t.set(at(a, THREAD), x.read()));
                    case 1 -> b.set(at(a, THREAD), x.read());
                    case 2 -> b.set(at(a, add(x.read(), THREAD)), THREAD);
                    case 3 -> b.when(equal(x.read(), number(4)), t -> t.set(at(a, THREAD), number(0)));
                    case 4 ->
                        b.evaluate(new Expression.Atomic(Expression.Update.ADD, at(a, number(0)), x.read(), false));
                    default -> throw new IllegalStateException();
                }
            });
            if (way == 0) {
                none(p);
            } else {
                Fault fault = one(Fault.Kind.UNSET, p);
                String text = fault.toString();
                assertTrue(text.contains("const int x = s[thread + 1] + 1"), text);
            }
        }
    }

    @Test
    void variablesRegistersAndScratchStartUnset() {
        SmallProgram variable = new SmallProgram(1, 32);
        Memory.Global a = variable.array("a", ScalarType.I32, 32);
        one(Fault.Kind.UNSET, variable.kernel("main", b -> {
            Variable x = Variable.integer("x");
            b.add(new Statement.Declare(x, null, false));
            b.when(less(THREAD, number(31)), t -> t.set(x, number(1)));
            b.set(at(a, THREAD), x.read());
        }));
        SmallProgram registers = new SmallProgram(1, 32);
        Memory.Global c = registers.array("c", ScalarType.I32, 32);
        one(Fault.Kind.UNSET, registers.kernel("main", b -> {
            Memory.Register r = b.declareArray("r", ScalarType.I32, List.of(2, 2));
            b.set(element(r, number(1), number(0)), number(1));
            b.set(at(c, THREAD), load(r, number(0), number(1)));
        }));
        SmallProgram scratch = new SmallProgram(1, 32);
        Memory.Global d = scratch.array("d", ScalarType.I32, 32);
        Memory.Global e = scratch.scratch("e", ScalarType.I32, 32);
        one(Fault.Kind.UNSET, scratch.kernel("main", b -> b.set(at(d, THREAD), read(e, THREAD))));
    }

    /** Copies a tile while threads go on. */
    private static SmallProgram copies(boolean awaits, boolean barrier, boolean before) {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global a = p.array("a", ScalarType.F32, 128);
        Memory.Shared s = p.shared("s", ScalarType.F32, 128);
        return p.kernel("main", b -> {
            Expression mine = multiply(THREAD, number(4));
            b.add(new Statement.Copy(4, element(s, mine), at(a, mine), Statement.Way.ASYNCHRONOUS));
            if (before) {
                b.barrier();
            }
            if (awaits) {
                b.add(new Statement.AwaitCopies());
            }
            if (barrier && !before) {
                b.barrier();
            }
            b.set(at(a, mine), load(s, subtract(number(127), mine)));
        });
    }

    @Test
    void asynchronousCopiesAreThereAfterWaitingAndABarrier() {
        none(copies(true, true, false));
        assertEquals(127, copies(true, true, false).run().arrays().get("a").at(0));
        one(Fault.Kind.UNFINISHED_COPY, copies(false, true, false));
        one(Fault.Kind.SHARED_RACE, copies(true, false, false));
        one(Fault.Kind.SHARED_RACE, copies(true, false, true));
    }

    /** Two tiles are copied, each a group of its own, and the first one is read while some groups may be on their way. */
    private static SmallProgram copiedInTurn(int mayBeOnTheirWay) {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global a = p.array("a", ScalarType.F32, 64);
        Memory.Shared s = p.shared("s", ScalarType.F32, 64);
        return p.kernel("main", b -> {
            b.add(new Statement.Copy(1, element(s, THREAD), at(a, THREAD), Statement.Way.ASYNCHRONOUS));
            b.add(new Statement.AwaitCopies(2));
            Expression second = add(THREAD, number(32));
            b.add(new Statement.Copy(1, element(s, second), at(a, second), Statement.Way.ASYNCHRONOUS));
            b.add(new Statement.AwaitCopies(mayBeOnTheirWay));
            b.barrier();
            b.set(at(a, THREAD), load(s, subtract(number(31), THREAD)));
            b.add(new Statement.AwaitCopies());
        });
    }

    @Test
    void copiesOfEarlierGroupsHaveComeWhereLaterOnesMayBeOnTheirWay() {
        none(copiedInTurn(0));
        none(copiedInTurn(1));
        assertEquals(31, copiedInTurn(1).run().arrays().get("a").at(0));
        one(Fault.Kind.UNFINISHED_COPY, copiedInTurn(2));
    }

    @Test
    void sourceOfAnAsynchronousCopyStaysUntilItIsAwaited() {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global a = p.array("a", ScalarType.F32, 32);
        Memory.Shared s = p.shared("s", ScalarType.F32, 32);
        one(Fault.Kind.UNFINISHED_COPY, p.kernel("main", b -> {
            b.add(new Statement.Copy(1, element(s, THREAD), at(a, THREAD), Statement.Way.ASYNCHRONOUS));
            b.set(at(a, THREAD), new Expression.RealLiteral(ScalarType.F32, "-1"));
            b.add(new Statement.AwaitCopies());
        }));
    }

    @Test
    void allThreadsComeToABarrierUnlessTheyHaveEnded() {
        SmallProgram divergent = new SmallProgram(1, 64);
        divergent.array("a", ScalarType.F32, 1);
        Fault fault = one(Fault.Kind.DIVERGENT_BARRIER, divergent.kernel("main", b -> {
            b.when(less(THREAD, number(40)), t -> t.barrier());
            b.evaluate(THREAD);
        }));
        assertTrue(fault.message().contains("only 40 of 64 threads"), fault.toString());
        none(new SmallProgram(1, 64).kernel("main", b -> {
            b.when(less(number(39), THREAD), t -> t.add(new Statement.Return()));
            b.barrier();
        }));
        none(new SmallProgram(1, 64).kernel("main", b -> b.when(less(THREAD, number(40)), t -> t.barrier())));
        none(new SmallProgram(1, 64)
                .kernel("main", b -> b.loop("i", THREAD, number(64), number(64), (each, i) -> each.barrier())));
        one(Fault.Kind.DIVERGENT_BARRIER, new SmallProgram(1, 64).kernel("main", b -> {
                    b.loop("i", THREAD, number(64), number(32), (each, i) -> each.barrier());
                    b.evaluate(THREAD);
                }));
    }

    @Test
    void threadsThatLeaveAFunctionEndWhereNothingFollowsItsCall() {
        for (boolean follows : List.of(false, true)) {
            SmallProgram p = new SmallProgram(1, 64).function("part", b -> {
                b.when(less(number(39), THREAD), t -> t.add(new Statement.Return()));
                b.barrier();
            });
            p.kernel("main", b -> {
                b.add(new Statement.Call("part", List.of()));
                if (follows) {
                    b.evaluate(THREAD);
                }
            });
            if (follows) {
                one(Fault.Kind.DIVERGENT_BARRIER, p);
            } else {
                none(p);
            }
        }
    }

    @Test
    void allThreadsOfAWarpComeToAWarpOperation() {
        for (int lanes : List.of(32, 31)) {
            SmallProgram p = new SmallProgram(1, 64);
            Memory.Global a = p.array("a", ScalarType.I32, 64);
            p.kernel("main", b -> {
                b.when(
                        less(THREAD, number(lanes)),
                        t -> t.set(
                                at(a, THREAD),
                                new Expression.Shuffle(Expression.Lane.XOR, read(a, THREAD), number(1), 32)));
                b.evaluate(THREAD);
            });
            if (lanes == 32) {
                none(p);
                assertEquals(1, p.run().arrays().get("a").at(0));
            } else {
                one(Fault.Kind.MISSING_LANES, p);
            }
        }
    }

    /** A shuffle that takes a block of 16 threads for a whole warp gets values of lanes that nobody is; one within 16 lanes does not. */
    @Test
    void aBlockOfHalfAWarpHasNoOtherHalf() {
        for (int width : List.of(16, 32)) {
            SmallProgram p = new SmallProgram(1, 16);
            Memory.Global a = p.array("a", ScalarType.I32, 16);
            p.kernel(
                    "main",
                    b -> b.set(
                            at(a, THREAD),
                            new Expression.Shuffle(Expression.Lane.DOWN, read(a, THREAD), number(8), width)));
            if (width == 16) {
                none(p);
                assertEquals(8, p.run().arrays().get("a").at(0));
                assertEquals(15, p.run().arrays().get("a").at(15));
            } else {
                assertEquals("a[8]", one(Fault.Kind.UNSET, p).element());
            }
        }
    }

    @Test
    void accessesStayInsideTheirArrays() {
        SmallProgram global = new SmallProgram(1, 32);
        Memory.Global a = global.array("a", ScalarType.F32, 31);
        Fault fault =
                one(Fault.Kind.OUT_OF_BOUNDS, global.kernel("main", b -> b.set(at(a, THREAD), read(a, number(0)))));
        assertEquals("element 31 of 31", fault.message());
        assertEquals(31, fault.thread());
        SmallProgram shared = new SmallProgram(1, 32);
        Memory.Shared s = shared.shared("s", ScalarType.F32, 2, 31);
        one(
                Fault.Kind.OUT_OF_BOUNDS,
                shared.kernel(
                        "main",
                        b -> b.set(element(s, number(0), THREAD), new Expression.RealLiteral(ScalarType.F32, "1"))));
        SmallProgram registers = new SmallProgram(1, 32);
        one(Fault.Kind.OUT_OF_BOUNDS, registers.kernel("main", b -> {
            Memory.Register r = b.declareArray("r", ScalarType.I32, List.of(4));
            b.set(element(r, number(-1)), number(0));
        }));
    }

    @Test
    void wideAccessesAreAligned() {
        for (int offset : List.of(0, 2)) {
            SmallProgram p = new SmallProgram(1, 8);
            Memory.Global a = p.array("a", ScalarType.F32, 64);
            p.kernel("main", b -> {
                Memory.Register r = b.declareArray("r", ScalarType.F32, List.of(4));
                b.copy(4, element(r, number(0)), at(a, add(multiply(THREAD, number(4)), offset)));
            });
            if (offset == 0) {
                none(p);
            } else {
                assertEquals(
                        "an access to 16 bytes in one",
                        one(Fault.Kind.MISALIGNED, p).message());
            }
        }
        SmallProgram rows = new SmallProgram(1, 8);
        Memory.Shared s = rows.shared("s", ScalarType.F32, 8, 5);
        one(Fault.Kind.MISALIGNED, rows.kernel("main", b -> {
            Memory.Register r = b.declareArray("r", ScalarType.F32, List.of(4));
            b.add(new Statement.DeclareArray(r, null));
            b.copy(4, element(s, THREAD, number(0)), element(r, number(0)));
        }));
    }

    @Test
    void integersAreDividedByNumbersAndShiftedByLessThanTheirWidth() {
        SmallProgram divides = new SmallProgram(1, 4);
        Memory.Global a = divides.array("a", ScalarType.I32, 4);
        one(
                Fault.Kind.DIVISION_BY_ZERO,
                divides.kernel(
                        "main",
                        b -> b.set(at(a, THREAD), new Expression.Binary(Infix.DIV, number(12), read(a, THREAD)))));
        SmallProgram shifts = new SmallProgram(1, 4);
        Memory.Global c = shifts.array("c", ScalarType.I32, 4);
        one(
                Fault.Kind.SHIFT,
                shifts.kernel(
                        "main",
                        b -> b.set(at(c, THREAD), new Expression.Binary(Infix.SHL, number(1), add(THREAD, 29)))));
    }

    /** Blocks hand over to each other. */
    private static SmallProgram grid(boolean barrier) {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global a = p.array("a", ScalarType.I32, 128);
        p.kernel(
                "main",
                b -> b.loop("step", number(0), number(3), number(1), (each, step) -> {
                    Variable me = each.let("me", add(multiply(BLOCK, number(32)), THREAD));
                    Variable all = each.let(
                            "all",
                            multiply(
                                    new Expression.Convert(
                                            ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS)),
                                    number(32)));
                    Variable got =
                            each.let("got", read(a, new Expression.Binary(Infix.REM, add(me.read(), 1), all.read())));
                    each.gridBarrier();
                    each.set(at(a, me.read()), got.read());
                    if (barrier) {
                        each.gridBarrier();
                    }
                }));
        return p.host(p.launchTogether("main"));
    }

    @Test
    void gridBarriersOrderBlocks() {
        none(grid(true));
        assertEquals(3, grid(true).run().arrays().get("a").at(0));
        one(Fault.Kind.GLOBAL_RACE, grid(false));
    }

    /** Every block waits for the one before it, which adds to what that one has. */
    private static SmallProgram chain(boolean waits, boolean tells) {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global done = p.array("done", ScalarType.I32, 5);
        Memory.Global a = p.array("a", ScalarType.F32, 5);
        Place.Global before = new Place.Global(done, ScalarType.I32, BLOCK, Place.Access.ORDERED);
        p.kernel(
                "main",
                b -> b.when(equal(THREAD, number(0)), t -> {
                    if (waits) {
                        t.add(new Statement.Await(before, select(equal(BLOCK, number(0)), number(0), number(7))));
                    }
                    t.set(at(a, add(BLOCK, 1)), add(read(a, BLOCK), 2));
                    if (tells) {
                        t.set(new Place.Global(done, ScalarType.I32, add(BLOCK, 1), Place.Access.ORDERED), number(7));
                    }
                }));
        return p.host(p.launchTogether("main"));
    }

    @Test
    void blocksMayAwaitWhatOthersTell() {
        none(chain(true, true));
        assertEquals(6, chain(true, true).run().arrays().get("a").at(3));
        one(Fault.Kind.GLOBAL_RACE, chain(false, true));
        one(Fault.Kind.NO_END, chain(true, false));
    }

    @Test
    void blocksMayWaitForFlags() {
        for (Place.Access access : List.of(Place.Access.ORDERED, Place.Access.RELAXED)) {
            SmallProgram p = new SmallProgram(1, 32);
            Memory.Global flag = p.array("flag", ScalarType.I32, 4);
            Memory.Global a = p.array("a", ScalarType.F32, 4);
            Place there = new Place.Global(flag, ScalarType.I32, BLOCK, access);
            Place next = new Place.Global(flag, ScalarType.I32, add(BLOCK, 1), access);
            p.kernel(
                    "main",
                    b -> b.when(equal(THREAD, number(0)), t -> {
                        t.whileHolds(
                                tilewright.kernel.Expressions.notEqual(
                                        new Expression.Read(there),
                                        tilewright.kernel.Expressions.select(
                                                equal(BLOCK, number(0)), number(0), number(7))),
                                w -> w.evaluate(THREAD));
                        t.set(at(a, add(BLOCK, 1)), add(read(a, BLOCK), 2));
                        t.set(next, number(7));
                    }));
            p.host(p.launchTogether("main"));
            if (access == Place.Access.ORDERED) {
                none(p);
                assertEquals(6, p.run().arrays().get("a").at(3));
            } else {
                one(Fault.Kind.GLOBAL_RACE, p);
            }
        }
    }

    @Test
    void loopsThatDoNotEndAreFound() {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global a = p.array("a", ScalarType.I32, 1);
        p.kernel("main", b -> b.whileHolds(equal(read(a, number(0)), number(0)), w -> w.evaluate(THREAD)));
        Emulation run = Emulator.run(
                p.program(),
                java.util.Map.of(),
                java.util.Map.of("a", ArrayContents.of(ScalarType.I32, 0L)),
                new Emulator.Options(1, 3, 20, 10_000));
        assertEquals(Fault.Kind.NO_END, run.faults().getFirst().kind());
    }

    @Test
    void launchesFitTheirKernels() {
        SmallProgram p = new SmallProgram(1, 64);
        p.shared("s", ScalarType.F32, 64);
        p.kernel("main", b -> b.barrier());
        p.host(p.launchTogether("main"));
        assertTrue(one(Fault.Kind.HOST, p).message().contains("the kernel needs 256"));
    }

    /** A store of what the element holds already changes nothing, whoever reads it; one of anything else does. */
    @Test
    void aSilentStoreIsNoRace() {
        for (int more : List.of(0, 1)) {
            SmallProgram p = new SmallProgram(1, 64);
            Memory.Global a = p.array("a", ScalarType.F32, 64);
            Memory.Global c = p.array("c", ScalarType.F32, 64);
            p.kernel("main", b -> {
                b.set(at(a, THREAD), add(read(a, THREAD), more));
                b.set(at(c, THREAD), read(a, NEXT));
            });
            if (more == 0) {
                none(p);
            } else {
                one(Fault.Kind.GLOBAL_RACE, p);
            }
        }
    }

    /** Threads beyond the end of a row may all store what nobody set to its padding; one value that somebody set races. */
    @Test
    void whatNobodySetIsStoredByAnyoneWhereNobodySetAnything() {
        for (boolean set : List.of(false, true)) {
            SmallProgram p = new SmallProgram(2, 64);
            Memory.Global a = p.array("a", ScalarType.F32, 64);
            Memory.Global unset = p.scratch("unset", ScalarType.F32, 64);
            Memory.Global padding = p.scratch("padding", ScalarType.F32, 1);
            p.kernel("main", b -> b.set(at(padding, number(0)), read(set ? a : unset, THREAD)));
            if (set) {
                one(Fault.Kind.GLOBAL_RACE, p);
            } else {
                none(p);
            }
        }
    }
}
