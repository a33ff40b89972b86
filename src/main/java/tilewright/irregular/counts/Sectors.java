package tilewright.irregular.counts;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import tilewright.kernel.Simt;

/**
 * Distinct sectors of memory that one access touches, for instances in a given order: warp by warp, which is what the first-level
 * cache looks up, and block by block of many instances, which is what it must at least fetch for so many.
 *
 * @param instances executions of the access by a thread
 * @param requests executions by a warp
 * @param ofWarps distinct sectors of each request, summed
 * @param ofBlocks distinct sectors of each block of instances, summed
 */
public record Sectors(long instances, long requests, long ofWarps, long ofBlocks) {
    /** Threads of a warp. */
    public static final int WARP = Simt.WARP;

    /** Distinct sectors of a request, on average; 0 where there is none. */
    public double perRequest() {
        return requests == 0 ? 0 : (double) ofWarps / requests;
    }

    /** Distinct sectors of a block by its instances, on average; 0 where there is none. */
    public double perInstance() {
        return instances == 0 ? 0 : (double) ofBlocks / instances;
    }

    Sectors plus(Sectors other) {
        return new Sectors(
                instances + other.instances,
                requests + other.requests,
                ofWarps + other.ofWarps,
                ofBlocks + other.ofBlocks);
    }

    /**
     * How instances are spread.
     *
     * @param perThread a thread executes so many neighbours, one after another: request j of a warp has instances j, j + perThread, ..;
     *     what is left over at the end is executed by one thread
     * @param block instances of a block, a multiple of those of a warp
     * @param perSector elements that lie in one sector
     */
    public record Shape(int perThread, int block, int perSector) {
        public Shape {
            if (perThread < 1 || perSector < 1 || block % (perThread * WARP) != 0) {
                throw new IllegalArgumentException(
                        "blocks of " + block + " instances, " + perThread + " a thread, " + perSector + " in a sector");
            }
        }
    }

    /**
     * Counts.
     *
     * @param count instances
     * @param element the element that an instance accesses, from 0
     * @param elements of the array
     */
    public static Sectors of(int count, IntUnaryOperator element, int elements, Shape shape) {
        int blocks = Math.ceilDiv(count, shape.block);
        int parts = Math.min(blocks, 4 * Runtime.getRuntime().availableProcessors());
        return IntStream.range(0, parts)
                .parallel()
                .mapToObj(p -> {
                    Counter counter = new Counter(element, elements, shape);
                    int first = (int) ((long) blocks * p / parts);
                    int last = (int) ((long) blocks * (p + 1) / parts);
                    for (int b = first; b < last; b++) {
                        counter.block(b * shape.block, (int) Math.min(count, (b + 1L) * shape.block), count);
                    }
                    return counter.found();
                })
                .reduce(new Sectors(0, 0, 0, 0), Sectors::plus);
    }

    /** Marks the sectors of the current request and of the current block. */
    private static final class Counter {
        private final IntUnaryOperator element;
        private final Shape shape;
        private final int[] lastRequest;
        private final int[] lastBlock;
        private long instances;
        private int requests;
        private int blocks;
        private long ofWarps;
        private long ofBlocks;

        Counter(IntUnaryOperator element, int elements, Shape shape) {
            this.element = element;
            this.shape = shape;
            this.lastRequest = new int[elements / shape.perSector + 1];
            this.lastBlock = new int[elements / shape.perSector + 1];
        }

        void block(int from, int to, int count) {
            blocks++;
            int whole = Math.min(to, count - count % shape.perThread);
            int group = shape.perThread * WARP;
            for (int g = from; g < whole; g += group) {
                for (int j = 0; j < shape.perThread; j++) {
                    requests++;
                    for (int i = g + j; i < Math.min(whole, g + group); i += shape.perThread) {
                        touch(i);
                    }
                }
            }
            for (int i = whole; i < to; i++) {
                requests++;
                touch(i);
            }
        }

        private void touch(int instance) {
            int sector = element.applyAsInt(instance) / shape.perSector;
            instances++;
            if (lastRequest[sector] != requests) {
                lastRequest[sector] = requests;
                ofWarps++;
            }
            if (lastBlock[sector] != blocks) {
                lastBlock[sector] = blocks;
                ofBlocks++;
            }
        }

        Sectors found() {
            return new Sectors(instances, requests, ofWarps, ofBlocks);
        }
    }
}
