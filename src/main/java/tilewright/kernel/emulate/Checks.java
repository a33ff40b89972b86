package tilewright.kernel.emulate;

import java.util.function.IntToLongFunction;

/** What is looked at wherever a program decides something or waits. */
final class Checks {
    private Checks() {}

    /** A value that nobody set decides something. */
    static void decided(Block block, int thread, int origin, String what, Site site) {
        Site read = block.faults().site(origin);
        block.faults()
                .report(
                        Fault.Kind.UNSET,
                        what + " depends on a value that nobody set",
                        site,
                        block,
                        thread,
                        read,
                        read == site ? "it is read here" : "read by " + read.function() + ": " + read.text(),
                        "");
    }

    /** The threads for which a condition holds. */
    static Active where(Block block, Active active, Lanes condition, boolean wanted, Site site) {
        if (condition.unset) {
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                if (condition.origin[t] != Lanes.SET) {
                    decided(block, t, condition.origin[t], "a condition", site);
                }
            }
        }
        return Active.of(active, t -> condition.bits[t] != 0 == wanted);
    }

    static void misaligned(Block block, int thread, String element, int bytes, Site site) {
        block.faults()
                .report(Fault.Kind.MISALIGNED, "an access to " + bytes + " bytes in one", site, block, thread, element);
    }

    /** All threads of the block must be here. */
    static void barrier(Block block, Active active, Site site) {
        if (!block.isAll(active)) {
            int missing = block.missing(active);
            block.faults()
                    .report(
                            Fault.Kind.DIVERGENT_BARRIER,
                            "only " + active.count + " of " + block.live() + " threads come to the barrier",
                            site,
                            block,
                            active.threads[0],
                            null,
                            "thread " + missing + " does not",
                            "");
            throw new Faults.Stopped();
        }
    }

    /** All threads of each warp that comes here must be here. */
    static void warps(Block block, Active active, Site site) {
        for (int i = 0; i < active.count; ) {
            int end = active.endOfWarp(i);
            int warp = active.threads[i] / Active.WARP;
            if (end - i != block.liveInWarp(warp)) {
                block.faults()
                        .report(
                                Fault.Kind.MISSING_LANES,
                                "only " + (end - i) + " of " + block.liveInWarp(warp) + " threads of warp " + warp
                                        + " come to the warp operation",
                                site,
                                block,
                                active.threads[i],
                                "");
            }
            i = end;
        }
    }

    /** An integer divisor, with 1 in the place of 0. */
    static Lanes divisor(Block block, Active active, Lanes divisor, Lanes nonZero, Site site) {
        nonZero.unset = false;
        nonZero.copy(divisor, active);
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (divisor.bits[t] == 0) {
                nonZero.bits[t] = 1;
                if (divisor.origin(t) == Lanes.SET) {
                    block.faults()
                            .report(Fault.Kind.DIVISION_BY_ZERO, "an integer is divided by zero", site, block, t, "");
                }
            }
        }
        return nonZero;
    }

    /** How far bits are shifted. */
    static void shift(Block block, Active active, Lanes distance, int width, Site site) {
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if ((distance.bits[t] < 0 || distance.bits[t] >= width) && distance.origin(t) == Lanes.SET) {
                block.faults()
                        .report(
                                Fault.Kind.SHIFT,
                                "a number of " + width + " bits is shifted by " + distance.bits[t],
                                site,
                                block,
                                t,
                                "");
            }
        }
    }

    /** Fails where a loop does not end. */
    static void progress(Block block, Active active, Site site) {
        if (!block.run.budget().spend(active.count)) {
            block.faults()
                    .report(
                            Fault.Kind.NO_END,
                            "after more iterations than a run may have",
                            site,
                            block,
                            active.threads[0],
                            "");
            throw new Faults.Stopped();
        }
    }

    /** Gives each thread a number. */
    static Lanes each(Active active, Lanes to, IntToLongFunction value) {
        to.unset = false;
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            to.bits[t] = value.applyAsLong(t);
        }
        return to;
    }
}
