package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;

/** Sizes for parts beside the main one: 256 points a block, coalesced along the last parallel loop. */
final class CompanionSizes {
    private static final int ALONG_ROWS = 32;
    private static final int ACROSS = 8;
    private static final int BLOCK_STEP = 32;
    private static final int STAGED = 16;

    private CompanionSizes() {}

    static Candidate of(Family family) {
        List<LoopRole> roles = family.roles();
        boolean blocked = roles.contains(LoopRole.HOST_BLOCKS) || roles.contains(LoopRole.FRONTS);
        long parallel = roles.stream().filter(r -> r == LoopRole.PARALLEL).count();
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        int fromLast = 0;
        for (LoopRole role : roles.reversed()) {
            int size = 1;
            int perThread = 1;
            switch (role) {
                case PARALLEL -> {
                    fromLast++;
                    boolean rows = fromLast > 1;
                    if (blocked) {
                        size = BLOCK_STEP;
                        perThread = rows ? BLOCK_STEP / ACROSS : 1;
                    } else {
                        size = !rows ? (parallel == 1 ? ALONG_ROWS * ACROSS : ALONG_ROWS) : fromLast == 2 ? ACROSS : 1;
                    }
                }
                case HOST_BLOCKS, FRONTS -> size = BLOCK_STEP;
                case KERNEL -> size = STAGED;
                case HOST -> {}
            }
            block.addFirst(size);
            thread.addFirst(perThread);
        }
        return new Candidate(block, thread, new Candidate.Options(STAGED, 1));
    }
}
