package tilewright.tiling;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;

/** Ways to give values of a nest other memory, or updates another order, in the order in which they are tried. {@link ExpansionCheck} proves each. */
enum Memory {
    /** {@link InvariantValues}. */
    ONCE {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return InvariantValues.of(dependences);
        }

        @Override
        String rule(String arrays) {
            return "values that are the same in all iterations of a loop are computed once, before it (" + arrays + ")";
        }
    },
    /** {@link Expansion#inPlace}. */
    PLACED {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return Expansion.inPlace(dependences);
        }

        @Override
        String rule(String arrays) {
            return "temporaries stand where the elements do that they hold until they are stored"
                    + (arrays.isEmpty() ? "" : ", others have memory of their own (" + arrays + ")");
        }
    },
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
    },
    /** {@link DiagonalVectors}. */
    DIAGONAL {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return DiagonalVectors.of(dependences);
        }

        /** It takes a matrix for a vector: that pays where the host would run steps one by one. */
        @Override
        boolean savesHostSteps() {
            return true;
        }

        @Override
        boolean followsExpansion() {
            return true;
        }

        @Override
        String rule(String arrays) {
            return "vectors beside a matrix stand on a diagonal (" + arrays + ")";
        }
    },
    /** {@link EagerUpdates}. */
    EAGER {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return EagerUpdates.of(dependences);
        }

        @Override
        boolean followsExpansion() {
            return true;
        }

        /** A step's updates of what is behind it are as many as its updates by what is before it: that pays where the host runs the steps. */
        @Override
        boolean savesHostSteps() {
            return true;
        }

        @Override
        String rule(String arrays) {
            return "steps update what is behind them as soon as they are done"
                    + (arrays.isEmpty() ? "" : " (" + arrays + ")");
        }
    },
    /** {@link NodeSplitting}. */
    KEPT {
        @Override
        Optional<LoopNest> of(Dependences dependences) {
            return NodeSplitting.of(dependences);
        }

        /** Copies are made anew in every iteration: that pays where the host would run these one by one. */
        @Override
        boolean savesHostSteps() {
            return true;
        }

        @Override
        boolean leavesSilentOut() {
            return true;
        }

        @Override
        String rule(String arrays) {
            return "values that later iterations overwrite are read from copies (" + arrays
                    + "), which the points that own them make first";
        }
    };

    /**
     * The nest with other memory; nothing where there is no reason.
     *
     * @param dependences of the nest, silent iterations included or, where {@link #leavesSilentOut}, not
     */
    abstract Optional<LoopNest> of(Dependences dependences);

    /** Whether a program, taken apart without it, might gain. */
    final boolean isWanted(List<Region> regions) {
        return !savesHostSteps() || RegionOrder.hostLoops(regions) > 0;
    }

    /** Whether it costs memory or updates that pay only where the host would run steps one by one. */
    boolean savesHostSteps() {
        return false;
    }

    /** Whether temporaries with memory of their own may be what it needs, where these alone are no gain. */
    boolean followsExpansion() {
        return false;
    }

    /** Whether the new nest has no iterations that are proved silent. */
    boolean leavesSilentOut() {
        return false;
    }

    abstract String rule(String arrays);

    /** Why the second nest computes what the first one does. */
    String rule(LoopNest before, LoopNest after) {
        return rule(after.arrays().stream()
                .skip(before.arrays().size())
                .map(ArrayDeclaration::name)
                .collect(Collectors.joining(", ")));
    }
}
