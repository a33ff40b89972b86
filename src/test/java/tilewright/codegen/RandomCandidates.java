package tilewright.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OptionWord;

/** Block and thread sizes of a family's form, small ones, so that small nests have several blocks. */
final class RandomCandidates {
    private static final List<Integer> SIZES = List.of(1, 2, 3, 4, 6, 8, 16);

    private final Random random;

    RandomCandidates(Random random) {
        this.random = random;
    }

    Candidate of(Family family) {
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        boolean square = !family.constraints().isEmpty();
        int common = SIZES.get(random.nextInt(SIZES.size()));
        for (LoopRole role : family.roles()) {
            int size = role == LoopRole.HOST ? 1 : square ? common : SIZES.get(random.nextInt(SIZES.size()));
            if (family.time() != null) {
                size = Math.max(2, size);
            }
            block.add(size);
            thread.add(role == LoopRole.PARALLEL || role == LoopRole.REDUCTION ? divisor(size) : 1);
        }
        int chunk = 1 << random.nextInt(4);
        if (family.time() != null && family.time().mayStream() && (family.time().isSweep() || random.nextBoolean())) {
            int planes = family.time().timeLoops();
            thread.set(planes, 1);
            return new Candidate(block, thread, new Candidate.Options(chunk, 1, OptionWord.PLANE));
        }
        boolean panels = square && common % 2 == 0 && random.nextInt(3) == 0;
        if (panels && common == 2) {
            // A panel is at least two wide, and the blocks around it twice that.
            block.replaceAll(size -> 2 * size);
        }
        int panel = Math.max(2, common / 2);
        return new Candidate(
                block,
                thread,
                new Candidate.Options(chunk, 1 + random.nextInt(Candidate.Options.MOST_STAGES), panels ? panel : 0));
    }

    private int divisor(int size) {
        int divisor = 1 + random.nextInt(size);
        while (size % divisor != 0) {
            divisor--;
        }
        return Math.min(divisor, 8);
    }
}
