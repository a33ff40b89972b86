package tilewright.kernel.pass;

import java.util.Set;
import java.util.stream.Collectors;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Place;

/**
 * Elements that hold the same value while a function runs, and exist whatever it does: nothing else leads to their array, nobody writes it, and a number says which they are.
 *
 * @param readOnly names of the arrays
 */
record FixedElements(Set<String> readOnly) {
    static FixedElements of(Function function) {
        return new FixedElements(function.parameters().stream()
                .filter(p -> p instanceof Function.Parameter.Base b
                        && b.exclusive()
                        && !b.array().written())
                .map(Function.Parameter::name)
                .collect(Collectors.toSet()));
    }

    boolean has(Place.Global element) {
        return element.access() == Place.Access.PLAIN
                && element.offset() instanceof Expression.IntegerLiteral
                && readOnly.contains(element.array().name());
    }
}
