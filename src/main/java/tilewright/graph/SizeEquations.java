package tilewright.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;

/** Values of parameters that follow from the extents of given data, one equation after the other. */
public final class SizeEquations {
    private final Map<String, Long> sizes;
    private final SourcePosition position;

    /**
     * @param given sizes that are known; equations must agree with them
     * @param position where messages point to
     */
    public SizeEquations(Map<String, Long> given, SourcePosition position) {
        this.sizes = new LinkedHashMap<>(given);
        this.position = position;
    }

    /** The sizes known by now. */
    public Map<String, Long> sizes() {
        return sizes;
    }

    /**
     * Gives the one unknown parameter of the form the value that makes the form equal to {@code value}.
     *
     * @param what the form is, for messages: {@code the extent of 'col'}
     * @throws UserError where there are several unknown parameters, or the form has another value
     */
    public void solve(Affine form, long value, String what) {
        LinearForm linear = LinearForm.of(form);
        List<String> unknown =
                form.variables().stream().filter(p -> !sizes.containsKey(p)).toList();
        if (unknown.size() == 1 && Math.abs(linear.coefficient(unknown.getFirst())) == 1) {
            String parameter = unknown.getFirst();
            long factor = linear.coefficient(parameter);
            long rest = evaluate(linear.without(Affine.variable(parameter)).toAffine());
            sizes.put(parameter, (value - rest) * factor);
        } else if (!unknown.isEmpty()) {
            throw UserError.badInput(position + ": error: " + what + ", " + form
                    + ", does not say the size of the data; give --set " + unknown.getFirst() + "=VALUE");
        }
        long found = evaluate(form);
        if (found != value) {
            throw UserError.badInput(position + ": error: " + what + " is " + form + " = " + found
                    + ", but the data have " + value + "; leave out --set of their sizes, or give other data");
        }
    }

    private long evaluate(Affine form) {
        return form.evaluate(p -> Objects.requireNonNull(sizes.get(p)));
    }
}
