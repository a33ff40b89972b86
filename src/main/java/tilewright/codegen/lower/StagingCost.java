package tilewright.codegen.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.StagingOrder;
import tilewright.kernel.Simt;

/**
 * Memory transactions of one warp's copy, found by placing its threads: 32-byte sectors read from global memory plus
 * passes over the banks for the writes to shared memory.
 *
 * <p>Example: 16 x 128 floats, transposed, groups of 4: with 2 lanes along the sequence and rows of 132 elements each
 * of the 4 stores hits every bank once and each load uses whole sectors, 16 + 4 = 20; without padding the two lanes
 * share banks, 16 + 8 = 24. Rows along the sequence need no transposition: one wide store per group.
 */
final class StagingCost {
    private static final int BANK_BYTES = 4;
    private static final int SECTOR_BYTES = Simt.SECTOR_BYTES;
    private static final int WARP = Simt.WARP;

    private StagingCost() {}

    static int of(SharedBuffer buffer, StagingOrder order) {
        int rowBytes = buffer.shape().getLast() * buffer.elementType().bytes();
        if (buffer.axes().isEmpty()) {
            return 1;
        }
        int across = order.alongSequence() ? buffer.extents().getLast() : buffer.chunk();
        boolean transposed = order.alongSequence() && !buffer.alongSequence();
        Set<Long> sectors = new HashSet<>();
        Map<Integer, Set<Integer>> banks = new HashMap<>();
        for (int thread = 0; thread < WARP; thread++) {
            int low = thread % order.lanes();
            int place = thread / order.lanes() % across;
            int along = (low + thread / order.lanes() / across * order.lanes()) * order.vector();
            int bytes = along * buffer.elementType().bytes();
            sectors.add(((long) place << Integer.SIZE) + along * buffer.type().bytes() / SECTOR_BYTES);
            int address =
                    transposed ? along * rowBytes + place * buffer.elementType().bytes() : place * rowBytes + bytes;
            touch(
                    banks,
                    address,
                    transposed
                            ? buffer.elementType().bytes()
                            : order.vector() * buffer.elementType().bytes());
        }
        int passes = banks.values().stream().mapToInt(Set::size).max().orElse(0);
        return sectors.size() + passes * (transposed ? order.vector() : 1);
    }

    private static void touch(Map<Integer, Set<Integer>> banks, int address, int bytes) {
        for (int word = address / BANK_BYTES; word * BANK_BYTES < address + bytes; word++) {
            banks.computeIfAbsent(word % Simt.BANKS, b -> new HashSet<>()).add(word);
        }
    }
}
