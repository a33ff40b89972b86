package tilewright.kernel.emulate;

/** A statement that is ready to be executed. */
interface Step {
    /** Executes it for some threads; @return those that go on with the next statement. */
    Active run(Block block, Active active);
}
