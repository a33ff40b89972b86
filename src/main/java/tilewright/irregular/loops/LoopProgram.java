package tilewright.irregular.loops;

import java.util.List;
import tilewright.codegen.scalar.CNames;
import tilewright.kernel.Program;
import tilewright.kernel.Variable;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/**
 * An irregular nest as a program for a device: each outermost loop whose iterations may run at the same time ({@link Independence}) is a launch; a loop around such loops
 * and repetitions are the host's, which reads after each pass whether there is another one; statements outside loops are run by one thread.
 *
 * @param program its sizes are the nest's parameters and {@value #MOST_PASSES}; its arrays the nest's by {@link #array}, and scratch
 * @param passes host variables that hold after a run how often each repetition was passed, in textual order
 * @param wishes host variables that hold after a run whether a repetition wanted another pass
 * @param inspections what must be made of the data before a run
 */
public record LoopProgram(Program program, List<Variable> passes, List<Variable> wishes, List<Inspection> inspections) {
    /** After so many passes a repetition ends. */
    public static final String MOST_PASSES = "tw_most_passes";

    /** The host variable that holds after a run the line of a subscript that left its array; 0 where none did. Set it to 0 before: where all are proved, nothing does. */
    public static final String OUTSIDE = Terms.OUTSIDE.name();

    public LoopProgram {
        passes = List.copyOf(passes);
        wishes = List.copyOf(wishes);
        inspections = List.copyOf(inspections);
    }

    /**
     * The program of a nest.
     *
     * @throws UserError where a loop's iterations depend on each other and nothing inside it may run at the same time
     */
    public static LoopProgram of(LoopNest nest, List<String> header) {
        return new LoopProgramWriter(nest).write(header);
    }

    /** What the program calls an array of the nest. */
    public static String array(LoopNest nest, String name) {
        return names(nest).of(name);
    }

    /** What the program calls a parameter of the nest. */
    public static String parameter(LoopNest nest, String name) {
        return names(nest).of(name);
    }

    static CNames names(LoopNest nest) {
        CNames names = new CNames();
        names.declare(nest.arrays().stream().map(ArrayDeclaration::name).toList());
        names.declare(nest.parameters());
        nest.statements().forEach(s -> names.declare(s.loopVariables()));
        return names;
    }
}
