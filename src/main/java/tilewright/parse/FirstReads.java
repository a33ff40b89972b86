package tilewright.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * Whether a scalar has been set before it is read, by its text alone: a loop may run no iteration, and of the branches of a guard either may run. Example: in
 * {@code do i: s = 0; do j: s = s + a(i,j)} it has; in {@code do j: s = a(j); enddo; b = s} it may not have been.
 */
public final class FirstReads {
    private final String scalar;
    private @Nullable Access unset;

    private FirstReads(String scalar) {
        this.scalar = scalar;
    }

    /** The first read of a scalar that may come before it is set; null where there is none, and for an array, of whose elements the text does not tell. */
    public static @Nullable Access unset(ArrayDeclaration scalar, List<Node> body) {
        if (scalar.dimensions() > 0) {
            return null;
        }
        FirstReads reads = new FirstReads(scalar.name());
        reads.isSet(body, false);
        return reads.unset;
    }

    /** Whether it is set behind these nodes. */
    private boolean isSet(List<Node> nodes, boolean before) {
        boolean set = before;
        for (Node node : nodes) {
            set = switch (node) {
                case Statement s -> isSet(s, set);
                case Node.Loop l -> {
                    isSet(l.body(), set);
                    yield set;
                }
                case Node.Repeat r -> isSet(r.body(), set);
                case Node.Guard g -> isSet(g.then(), set) & isSet(g.otherwise(), set);
            };
        }
        return set;
    }

    private boolean isSet(Statement statement, boolean before) {
        for (Access access : statement.accesses()) {
            boolean read = access.index() > 1 && access.array().equals(scalar);
            if (read && !before && unset == null) {
                unset = access;
            }
        }
        return before || statement.target().array().equals(scalar);
    }
}
