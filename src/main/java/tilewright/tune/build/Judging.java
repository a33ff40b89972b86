package tilewright.tune.build;

/**
 * How results are judged.
 *
 * @param tolerance relative error of floating-point arrays that is allowed; 0 for the formula of
 *     {@link tilewright.device.Tolerance}
 * @param onlyAsked compare at the sizes that the user gave and at no others
 */
public record Judging(double tolerance, boolean onlyAsked) {
    /** By the formula, at small sizes too. */
    public static final Judging DEFAULT = new Judging(0, false);
}
