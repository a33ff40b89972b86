package tilewright.kernel.emulate;

import tilewright.kernel.Simt;

/** How many transactions accesses of warps take. */
final class Transactions {
    private static final int SECTOR_BYTES = Simt.SECTOR_BYTES;
    private static final int BANK_BYTES = 4;
    /** Bytes that all banks deliver in one pass. */
    private static final int PASS_BYTES = Simt.BANKS * BANK_BYTES;

    private final long[] seen = new long[Active.WARP];
    private final int[] inBank = new int[Simt.BANKS];

    /**
     * Different sectors that each warp touches, summed.
     *
     * @param address of each thread's access, in bytes from the start of an array; negative for none. A sector holds a whole number of accesses
     */
    long sectors(Active active, long[] address) {
        long sectors = 0;
        for (int i = 0; i < active.count; ) {
            int end = active.endOfWarp(i);
            sectors += different(active, i, end, address, SECTOR_BYTES);
            i = end;
        }
        return sectors;
    }

    private int different(Active active, int from, int to, long[] address, int unit) {
        int found = 0;
        for (int i = from; i < to; i++) {
            long at = address[active.threads[i]];
            found = at < 0 ? found : add(at / unit, found);
        }
        return found;
    }

    private int add(long value, int found) {
        for (int f = found - 1; f >= 0; f--) {
            if (seen[f] == value) {
                return found;
            }
        }
        seen[found] = value;
        return found + 1;
    }

    /**
     * Passes over the banks that each warp takes, summed. So many threads at a time as need no more than all banks: a warp for
     * 4 bytes each, half of one for 8, a quarter for 16; threads that want the same word share it.
     *
     * @param address of each thread's access, in bytes from the start of the block's memory; negative for none
     */
    long passes(Active active, long[] address, int bytes) {
        long passes = 0;
        int together = Math.min(Active.WARP, PASS_BYTES / Math.max(bytes, BANK_BYTES));
        for (int i = 0; i < active.count; ) {
            int end = active.endOfWarp(i);
            for (int first = 0; first < Active.WARP; first += together) {
                passes += passes(active, i, end, first, first + together, address, bytes);
            }
            i = end;
        }
        return passes;
    }

    /** Of the lanes from one to before another. */
    private int passes(Active active, int from, int to, int firstLane, int endLane, long[] address, int bytes) {
        java.util.Arrays.fill(inBank, 0);
        int found = 0;
        int most = 0;
        int words = Math.max(1, bytes / BANK_BYTES);
        for (int i = from; i < to; i++) {
            int thread = active.threads[i];
            int lane = thread % Active.WARP;
            if (lane < firstLane || lane >= endLane || address[thread] < 0) {
                continue;
            }
            int before = found;
            found = add(address[thread] / Math.max(bytes, BANK_BYTES), found);
            for (int w = 0; w < words && found > before; w++) {
                int bank = (int) ((address[thread] / BANK_BYTES + w) % Simt.BANKS);
                most = Math.max(most, ++inBank[bank]);
            }
        }
        return most;
    }
}
