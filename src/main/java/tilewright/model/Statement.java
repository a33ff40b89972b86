package tilewright.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Statement S_b: {@code target = value}.
 *
 * @param id S1, S2, .. in textual order
 * @param target the written access, with index 1
 */
public record Statement(String id, Access target, Expression value, SourcePosition position) implements Node {
    /** All accesses in the paper's numbering: the write first, then the reads from left to right. */
    public List<Access> accesses() {
        List<Access> all = new ArrayList<>();
        all.add(target);
        all.addAll(value.reads());
        return all;
    }

    @Override
    public String toString() {
        return target + " = " + value;
    }
}
