package tilewright.kernel.emulate;

/** An expression that is ready to be computed. */
interface Value {
    /** The value of some threads; what stands there for others means nothing. Valid until the next statement. */
    Lanes of(Block block, Active active);
}
