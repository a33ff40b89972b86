package tilewright.model;

/** Why a nest is not read, the reasons that weigh most first: one that nothing can mend outweighs one that somebody could. */
public enum Refusal {
    /** Data, or products of sizes, say which iterations run or which elements they touch. */
    NOT_AFFINE,
    /** Nothing can be made of what is written: it is no C, or never ends. */
    INVALID,
    /** An affine nest could be written so, and this tool does not read it. */
    NOT_SUPPORTED,
    /** A function or declaration that the nest needs is in no text that was given. */
    TEXT_MISSING,
    /** Nothing is assigned. */
    NOTHING_TO_RUN
}
