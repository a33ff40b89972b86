package tilewright.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Mixin;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
import tilewright.tiling.Schedule;
import tilewright.tiling.Tiler;

/** One candidate of one nest at given sizes, and what prints its program: shared by generating and verifying. */
final class CandidateArguments {
    @Mixin
    NestArguments nest;

    @Mixin
    BlockArguments blocks;

    @Mixin
    TargetArguments target;

    @Mixin
    TemplateArguments templates;

    @Mixin
    PassArguments passes;

    @Mixin
    ScheduleArguments order;

    /** The schedule, chosen by predicted time where that is asked for. */
    Schedule schedule(Dependences dependences, Devices devices, PrintWriter notes) {
        return order.schedule(dependences, nest.sizes(), devices.described(), notes);
    }

    /**
     * The nest.
     *
     * @throws tilewright.model.UserError where a parameter has no value, or block or thread sizes are not one per
     *     loop; of a given schedule the planner knows the loops
     */
    LoopNest loopNest() {
        LoopNest loopNest = nest.nest();
        Inputs.requireValues(loopNest, nest.sizes());
        if (!order.hasLoopsOfItsOwn()) {
            Inputs.requireOnePerLoop(loopNest, "--block", blocks.blockSizes());
            Inputs.requireOnePerLoop(loopNest, "--thread", blocks.threadSizes());
        }
        return loopNest;
    }

    /** The candidate, given or the first in the order of ranking. */
    Candidate candidate(Dependences dependences, Tiler tiler, Devices devices) {
        return Choice.of(dependences, tiler, nest, devices, blocks);
    }

    /**
     * The candidate's plan, proved against the dependences.
     *
     * @param notes receives what the proof leaves open
     */
    static Plan plan(Dependences dependences, Tiler tiler, Candidate candidate, PrintWriter notes) {
        return Pipeline.checked(dependences, Pipeline.plan(tiler, candidate), notes);
    }
}
