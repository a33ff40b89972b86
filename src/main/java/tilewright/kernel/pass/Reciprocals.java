package tilewright.kernel.pass;

import tilewright.kernel.Program;

/** Quotients by divisors that loops keep, or that several points of a thread share, by the reciprocals of these: {@link DivisorsBeforeLoops}, {@link SharedDivisors}. */
final class Reciprocals implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(DivisorsBeforeLoops::in)
                .map(SharedDivisors::in)
                .toList());
    }
}
