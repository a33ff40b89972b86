package tilewright.kernel.emulate;

import org.jspecify.annotations.Nullable;

/**
 * A loop: threads leave it one by one.
 *
 * @param step what follows each iteration, or null
 * @param waits whether iterations look at what other blocks may change: these then get their turn
 * @param last whether the function ends behind the loop
 */
record Loop(Value condition, Step body, @Nullable Step step, boolean waits, boolean last, Site site) implements Step {
    @Override
    public Active run(Block block, Active active) {
        Active now = active;
        while (now.count > 0) {
            Active inside = Checks.where(block, now, condition.of(block, now), true, site);
            end(block, now, inside);
            if (inside.count == 0) {
                break;
            }
            Checks.progress(block, inside, site);
            now = body.run(block, inside);
            end(block, inside, now);
            if (step != null && now.count > 0) {
                step.run(block, now);
            }
            if (waits) {
                block.pause();
            }
        }
        return block.someReturned ? Active.of(active, t -> !block.returned[t]) : active;
    }

    /** Threads that leave the loop end, where nothing follows. */
    private void end(Block block, Active before, Active after) {
        if (last && block.last && after.count < before.count) {
            block.exit(Active.of(before, t -> !contains(after, t)));
        }
    }

    private static boolean contains(Active active, int thread) {
        for (int i = 0; i < active.count; i++) {
            if (active.threads[i] == thread) {
                return true;
            }
        }
        return false;
    }
}
