package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.ArrayDeclaration;

/** Loops over all elements of an array. */
final class Cells {
    private final ArrayDeclaration array;
    private final List<String> variables = new ArrayList<>();

    Cells(ArrayDeclaration array, Names names) {
        this.array = array;
        for (int d = 0; d < array.dimensions(); d++) {
            variables.add(names.fresh("v"));
        }
    }

    /** {@code (v)}, or {@code (v, v2)}. */
    String subscripts() {
        return variables.isEmpty() ? "" : "(" + String.join(",", variables) + ")";
    }

    List<String> variables() {
        return variables;
    }

    /** A sequential loop over all elements. */
    Scheme each(Scheme body) {
        Scheme scheme = body;
        for (int d = variables.size() - 1; d >= 0; d--) {
            scheme = Scheme.loop(variables.get(d), lower(d), upper(d), scheme);
        }
        return scheme;
    }

    /** All elements at the same time, with a barrier at the end. */
    Scheme together(Scheme body) {
        String count = array.bounds().getFirst().extent().toString();
        Scheme scheme = Scheme.compose(body, new Scheme.Barrier(variables.getFirst(), count));
        return new Scheme.Disjunction(variables.getFirst(), lower(0), upper(0), scheme);
    }

    String lower(int d) {
        return array.bounds().get(d).lower().toString();
    }

    String upper(int d) {
        return array.bounds().get(d).upper().toString();
    }
}
