package tilewright.tiling.check;

/** Ends a check of a plan at the first thing that is wrong. */
final class PlanViolation extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient PlanCheck.Result.Violated result;

    PlanViolation(String message) {
        super(message);
        this.result = new PlanCheck.Result.Violated(message);
    }

    PlanCheck.Result.Violated result() {
        return result;
    }
}
