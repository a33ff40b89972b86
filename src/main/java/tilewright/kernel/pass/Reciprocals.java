package tilewright.kernel.pass;

import tilewright.kernel.Program;

/**
 * Quotients in double precision by the reciprocals of their divisors, where that saves divisions or their latency: {@link DivisorsBeforeLoops}, then
 * {@link SharedDivisors}, then {@link ScalarDivisors}. Results are rounded as those of divisions ({@link tilewright.kernel.Intrinsic#DIVIDED}).
 */
final class Reciprocals implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(DivisorsBeforeLoops::in)
                .map(SharedDivisors::in)
                .map(ScalarDivisors::in)
                .toList());
    }
}
