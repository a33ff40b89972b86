package tilewright.tiling;

import java.util.Optional;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;

/** Ways to give values of a nest other memory, in the order in which they are tried. {@link ExpansionCheck} proves each. */
enum Memory {
    /** {@link Expansion}. */
    EXPANDED {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return Expansion.of(dependences);
        }

        @Override
        String rule(String arrays) {
            return "temporaries have memory of their own (" + arrays
                    + "), as no value of theirs passes between iterations";
        }
    },
    /** {@link InitialCopies}. */
    INITIAL {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return InitialCopies.of(dependences);
        }

        @Override
        String rule(String arrays) {
            return "what arrays held before the nest is read from a copy (" + arrays
                    + "), as no write of the nest reaches these reads";
        }
    };

    /**
     * The nest with other memory; nothing where there is no reason.
     *
     * @param dependences of the nest, silent iterations included
     */
    abstract Optional<LoopNest> of(Dependences dependences);

    abstract String rule(String arrays);

    /** Why the second nest computes what the first one does. */
    String rule(LoopNest before, LoopNest after) {
        return rule(after.arrays().stream()
                .skip(before.arrays().size())
                .map(ArrayDeclaration::name)
                .collect(Collectors.joining(", ")));
    }
}
