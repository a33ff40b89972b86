package tilewright.tune.build;

import java.util.List;
import java.util.SequencedMap;
import tilewright.device.KernelShape;
import tilewright.device.ProgramInstance;
import tilewright.kernel.pass.Pass;
import tilewright.tiling.space.Candidate;

/** Makes programs of candidates. It is opened and used by one thread, always the same. */
public interface ProgramSource extends AutoCloseable {
    /**
     * Plans and generates.
     *
     * @throws tilewright.model.UserError when the candidate is illegal
     */
    Program generate(Candidate candidate);

    /** What improves programs before they are printed, in order. */
    default List<Pass> passes() {
        return List.of();
    }

    /**
     * The program of a candidate as it is without one of the {@link #passes}.
     *
     * @throws tilewright.model.UserError when the candidate is illegal
     */
    default Program without(Pass pass, Candidate candidate) {
        throw new IllegalArgumentException(pass + " is not among the passes");
    }

    /** Whether the nest reads and writes nothing outside its arrays at these sizes. */
    default boolean staysWithinArrays(SequencedMap<String, Long> sizes) {
        return true;
    }

    /** Gives back what generating needed; programs made before stay usable. */
    @Override
    void close();

    /** A generated program, for all sizes. */
    interface Program {
        /** CUDA or C. */
        String source();

        /** Its kernels, in the order in which launches number them; none for C. */
        List<KernelShape> kernels();

        /**
         * What the host does at these sizes.
         *
         * @throws tilewright.model.UserError when the sizes are beyond what a program can be launched with
         */
        ProgramInstance at(SequencedMap<String, Long> sizes);

        /** Whether device and host do the same in both at these sizes, by their texts and launches. */
        default boolean isSameAs(Program other, SequencedMap<String, Long> sizes) {
            return source().equals(other.source())
                    && kernels().equals(other.kernels())
                    && at(sizes).equals(other.at(sizes));
        }
    }
}
