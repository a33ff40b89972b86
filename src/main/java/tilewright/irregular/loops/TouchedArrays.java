package tilewright.irregular.loops;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;

/** Which arrays in global memory a kernel's statements touch. */
final class TouchedArrays {
    private TouchedArrays() {}

    /** Names of the arrays that statements access. */
    static Set<String> of(List<Statement> body) {
        Set<String> found = new HashSet<>();
        Rewriter looks = new Rewriter() {
            @Override
            protected Place place(Place place) {
                if (place instanceof Place.Global global) {
                    found.add(global.array().name());
                }
                return place;
            }
        };
        body.forEach(looks::whole);
        return found;
    }
}
