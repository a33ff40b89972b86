package tilewright.codegen.print;

import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.model.Affine;

/**
 * The identifiers that go with one sequential loop: {@code k = k_first + k_chunk + k_in}.
 *
 * @param variable value of the loop variable
 * @param first its value at offset 0
 * @param count offset after the last iteration
 * @param chunk offset of the current chunk
 * @param in offset within the chunk, or from the first value where there are no chunks
 */
record SequenceNames(String variable, String first, String count, String chunk, String in) {
    static SequenceNames of(String variable, CNames names) {
        return new SequenceNames(
                names.of(variable),
                names.fresh(variable + "_first"),
                names.fresh(variable + "_count"),
                names.fresh(variable + "_chunk"),
                names.fresh(variable + "_in"));
    }

    /** The same with another text for the value at offset 0. */
    SequenceNames withFirst(String text) {
        return new SequenceNames(variable, text, count, chunk, in);
    }

    /** The loop variable inside a loop of that range. */
    Affine value(Sequence sequence, Operation.Range range) {
        return sequence.origin().plus(offset(range));
    }

    /** Its offset from the origin. */
    Affine offset(Operation.Range range) {
        Affine within = Affine.variable(in);
        return range == Operation.Range.SEQUENCE
                ? within
                : Affine.variable(chunk).plus(within);
    }

    /** Text of the loop variable's value. */
    String text(Operation.Range range) {
        return range == Operation.Range.SEQUENCE ? first + " + " + in : first + " + " + chunk + " + " + in;
    }
}
