package tilewright.kernel.pass;

import tilewright.kernel.Program;

/** Quotients by divisors that loops keep, by the reciprocals of these: {@link DivisorsBeforeLoops}. */
final class Reciprocals implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(
                program.functions().stream().map(DivisorsBeforeLoops::in).toList());
    }
}
