package tilewright.irregular;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.irregular.counts.Offer;
import tilewright.kernel.ScalarType;

/**
 * What {@link QueueRounds} does on a graph, run on the host: steps, rounds that blocks make by themselves, and arcs that are pushed. The blocks of a step make
 * their rounds side by side.
 */
final class QueueRun {
    private final Arcs arcs;
    private final Schedule.Queue shape;
    private final int blocks;
    private final IntBinaryOperator offer;
    private final boolean real;
    private final boolean least;
    private final int[] values;
    /** The width of the window. */
    private final int wide;

    /** The last step that queued a vertex. */
    private final int[] queued;

    private int[] queue = new int[64];
    private int end;
    private int[] next = new int[64];
    private int nextEnd;
    /** Vertices beyond the window. */
    private int[] pile = new int[64];

    private int piled;
    private final boolean[] waits;
    private int limit;
    private int steps;
    private long rounds;
    private long pushed;

    /**
     * What is counted.
     *
     * @param steps at whose end all blocks wait for each other
     * @param rounds one after another: of a step, those of the block that makes most
     * @param pushed arcs
     */
    record Work(int steps, long rounds, long pushed) {}

    /** The vertices of a block, and what each was found with. */
    private static final class Own {
        private int[] vertices = new int[QueueRounds.BATCH];
        private int[] found = new int[QueueRounds.BATCH];
        private int count;
        private int arcs;

        boolean takes(int vertex, int bits, int degree) {
            if (count == OwnList.ENTRIES || arcs + degree > OwnList.SLOTS) {
                return false;
            }
            if (count == vertices.length) {
                vertices = Arrays.copyOf(vertices, 2 * count);
                found = Arrays.copyOf(found, 2 * count);
            }
            vertices[count] = vertex;
            found[count++] = bits;
            arcs += degree;
            return true;
        }
    }

    private QueueRun(Fixpoint fixpoint, Arcs arcs, Schedule.Queue shape, int blocks) {
        this.arcs = arcs;
        this.shape = shape;
        this.blocks = blocks;
        this.offer = Offer.of(fixpoint.relaxation());
        this.real = fixpoint.relaxation().type() == ScalarType.F32;
        this.least = fixpoint.relaxation().least();
        this.values = new int[arcs.vertices()];
        Arrays.fill(values, (int) fixpoint.neutral());
        this.queued = new int[arcs.vertices()];
        this.waits = new boolean[arcs.vertices()];
        this.wide = shape.window() == 0 ? 0 : Inspector.wide(fixpoint, arcs, shape.window());
    }

    /**
     * Runs.
     *
     * @param blocks that run at the same time
     */
    static QueueRun of(Fixpoint fixpoint, Arcs arcs, Start start, Schedule.Queue shape, int blocks) {
        QueueRun run = new QueueRun(fixpoint, arcs, shape, blocks);
        run.all(start);
        return run;
    }

    Work work() {
        return new Work(steps, rounds, pushed);
    }

    /** The values at the end, by their bits. */
    int[] values() {
        return values.clone();
    }

    private void all(Start start) {
        for (int s = 0; s < start.vertices().length; s++) {
            values[start.vertices()[s]] = start.bits()[s];
        }
        steps = 1;
        for (int v : start.vertices()) {
            enqueue(v);
        }
        limit = start.bits().length == 0 || wide == 0 ? 0 : further(start.bits()[0], wide);
        int reach = wide;
        while (nextEnd > 0 || piled > 0) {
            if (nextEnd == 0) {
                steps++;
                move(reach);
                reach = nextEnd == 0 ? further(reach, reach) : wide;
                continue;
            }
            reach = wide;
            int[] taken = queue;
            queue = next;
            end = nextEnd;
            next = taken;
            nextEnd = 0;
            steps++;
            step();
        }
        steps--;
    }

    private int further(int bits, int by) {
        return real ? Float.floatToRawIntBits(Float.intBitsToFloat(bits) + Float.intBitsToFloat(by)) : bits + by;
    }

    private void move(int reach) {
        int before = limit;
        limit = further(limit, reach);
        int count = 0;
        for (int i = 0; i < piled; i++) {
            int v = pile[i];
            boolean near = Offer.better(real, least, values[v], limit);
            if (near) {
                waits[v] = false;
                if (!Offer.better(real, least, values[v], before)) {
                    enqueue(v);
                }
            } else {
                pile[count++] = v;
            }
        }
        piled = count;
    }

    private void delay(int vertex) {
        if (waits[vertex] || arcs.degree(vertex) == 0) {
            return;
        }
        waits[vertex] = true;
        if (piled == pile.length) {
            pile = Arrays.copyOf(pile, 2 * piled);
        }
        pile[piled++] = vertex;
    }

    private void enqueue(int vertex) {
        if (queued[vertex] == steps || arcs.degree(vertex) == 0) {
            return;
        }
        queued[vertex] = steps;
        if (nextEnd == next.length) {
            next = Arrays.copyOf(next, 2 * nextEnd);
        }
        next[nextEnd++] = vertex;
    }

    private void step() {
        int part = Math.max(QueueRounds.LEAST, Math.ceilDiv(end, blocks));
        int most = part <= QueueRounds.BATCH ? Math.max(1, shape.rounds()) : 1;
        rounds += Math.ceilDiv(part, QueueRounds.BATCH) - 1L;
        Own[] own = new Own[Math.ceilDiv(end, part)];
        for (int b = 0; b < own.length; b++) {
            own[b] = new Own();
            for (int i = b * part; i < Math.min(end, (b + 1) * part); i++) {
                if (!own[b].takes(queue[i], values[queue[i]], 0)) {
                    // Beyond what a block takes together: other batches of the same step.
                    push(queue[i], null);
                }
            }
        }
        boolean open = true;
        for (int r = 1; open; r++) {
            rounds++;
            open = false;
            for (int b = 0; b < own.length; b++) {
                Own after = r < most ? new Own() : null;
                for (int e = 0; e < own[b].count; e++) {
                    if (values[own[b].vertices[e]] == own[b].found[e]) {
                        push(own[b].vertices[e], after);
                    }
                }
                own[b] = after == null ? new Own() : after;
                open |= own[b].count > 0;
            }
        }
    }

    private void push(int tail, @Nullable Own next) {
        for (int a = arcs.first()[tail]; a < arcs.first()[tail + 1]; a++) {
            pushed++;
            int head = arcs.heads()[a];
            int offered = offer.applyAsInt(values[tail], arcs.weights() == null ? 0 : arcs.weights()[a]);
            if (Offer.better(real, least, offered, values[head])) {
                values[head] = offered;
                if (wide != 0 && !Offer.better(real, least, offered, limit)) {
                    delay(head);
                    continue;
                }
                int degree = arcs.degree(head);
                boolean joined =
                        next != null && degree > 0 && degree <= StepQueue.PIECE && next.takes(head, offered, degree);
                if (!joined) {
                    enqueue(head);
                }
            }
        }
    }
}
