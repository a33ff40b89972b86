package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.sum;

import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.kernel.Expression;
import tilewright.kernel.Variable;
import tilewright.model.Affine;

/**
 * The variables that go with one sequential loop: {@code k = k_first + k_chunk + k_in}.
 *
 * @param variable value of the loop variable
 * @param first its value at offset 0
 * @param count offset after the last iteration
 * @param chunk offset of the current chunk
 * @param in offset within the chunk, or from the first value where there are no chunks
 */
public record SequenceVariables(
        Sequence sequence, Variable variable, Variable first, Variable count, Variable chunk, Variable in) {
    static SequenceVariables of(Sequence sequence, CNames names) {
        String variable = sequence.variable();
        return new SequenceVariables(
                sequence,
                Variable.integer(names.of(variable)),
                Variable.integer(names.fresh(variable + "_first")),
                Variable.integer(names.fresh(variable + "_count")),
                Variable.integer(names.fresh(variable + "_chunk")),
                Variable.integer(names.fresh(variable + "_in")));
    }

    /** Offset of the current iteration from the origin, in a loop of that range. */
    public Affine offset(Operation.Range range) {
        Affine within = Affine.variable(in.name());
        return range == Operation.Range.SEQUENCE
                ? within
                : Affine.variable(chunk.name()).plus(within);
    }

    /** The same as an expression, from a first value on. */
    public Expression value(Expression first, Operation.Range range) {
        return sum(start(first, range), in.read());
    }

    /** The value at offset 0 of a loop of that range. */
    Expression start(Expression first, Operation.Range range) {
        return range == Operation.Range.SEQUENCE ? first : sum(first, chunk.read());
    }
}
