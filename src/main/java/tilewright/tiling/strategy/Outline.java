package tilewright.tiling.strategy;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;

/** What planners find out before they write a plan down: whether it is legal, and of which family it is. */
sealed interface Outline {
    /** @param plan writes down bounds and guards of all pieces, which takes longer than all before; in the same scope of isl objects */
    record Legal(Family family, Supplier<Plan> plan) implements Outline {}

    record Illegal(Verdict.Illegal verdict) implements Outline {}

    /** See {@link Verdict.Illegal}. */
    static Outline illegal(String reason, @Nullable Dependence dependence) {
        return new Illegal(new Verdict.Illegal(reason, dependence));
    }

    /** Of a plan that is there already. */
    static Outline of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Legal legal -> new Legal(legal.plan().family(), legal::plan);
            case Verdict.Illegal illegal -> new Illegal(illegal);
        };
    }

    /** With its plan. */
    default Verdict verdict() {
        return switch (this) {
            case Legal legal -> new Verdict.Legal(legal.plan.get());
            case Illegal illegal -> illegal.verdict;
        };
    }
}
