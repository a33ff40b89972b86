package tilewright.algebra;

import java.util.List;

/**
 * How one scheme comes of another, step by step.
 *
 * @param title what the last scheme is
 * @param start the scheme as it is written
 */
public record Derivation(String title, SchemeProgram start, List<Step> steps) {
    /**
     * One step.
     *
     * @param law what allows it: a name of the laws of {@code analyze}, or of an identity of the algebra
     * @param because the facts that it rests on here
     * @param program what comes of it
     */
    public record Step(String law, String because, SchemeProgram program) {}

    public Derivation {
        steps = List.copyOf(steps);
    }
}
