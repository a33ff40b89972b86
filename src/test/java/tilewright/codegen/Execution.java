package tilewright.codegen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A way of checking the programs of planned nests, many at a time: {@link RandomProgramsTest} gives every nest to each.
 */
public interface Execution {
    /**
     * A difference, or that a program could not be made.
     *
     * @param what names the plan, the sizes and what is wrong
     */
    record Failure(PlannedNest nest, String what) {}

    /** E.g. {@code C}. */
    String name();

    /** What is wrong with programs of these nests; nothing where they compute what the interpreter computes. */
    List<Failure> failures(List<PlannedNest> nests, Path folder) throws IOException, InterruptedException;
}
