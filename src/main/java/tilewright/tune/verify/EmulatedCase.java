package tilewright.tune.verify;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tilewright.device.Growth;
import tilewright.device.GuardedArrays;
import tilewright.device.ProgramInstance;
import tilewright.kernel.Program;
import tilewright.kernel.emulate.Emulation;
import tilewright.kernel.emulate.Emulator;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tune.build.Judging;
import tilewright.tune.worker.Case;
import tilewright.tune.worker.Verification;

/** A kernel program on the emulator beside the interpreted nest, at one size. */
public final class EmulatedCase {
    private final LoopNest nest;
    private final Program program;
    private final Case inputs;
    private final GuardedArrays input;
    private final GuardedArrays expected;

    /**
     * @param verification of the results; its message says what went wrong first, faults before wrong results
     */
    public record Result(Emulation emulation, Verification verification) {
        public boolean ok() {
            return verification.matches();
        }
    }

    private EmulatedCase(LoopNest nest, Program program, Case inputs, GuardedArrays input, GuardedArrays expected) {
        this.nest = nest;
        this.program = program;
        this.inputs = inputs;
        this.input = input;
        this.expected = expected;
    }

    /**
     * Interprets the nest on some data, then runs the program on them.
     *
     * @param instance of the program at its sizes
     * @throws UserError where the nest itself leaves its arrays, or the range of its numbers
     */
    public static Result run(
            LoopNest nest, Program program, ProgramInstance instance, long seed, Emulator.Options options) {
        return run(nest, program, instance, seed, Judging.DEFAULT.tolerance(), options);
    }

    /** @param tolerance of {@link Judging} */
    public static Result run(
            LoopNest nest,
            Program program,
            ProgramInstance instance,
            long seed,
            double tolerance,
            Emulator.Options options) {
        long reductionLength = new LoopExtents(nest, instance.sizes()).reductionLength();
        Data data = DataInitializer.fill(nest, instance.sizes(), seed);
        try (GuardedArrays input = GuardedArrays.of(data, instance.arrays())) {
            new Interpreter(nest, instance.sizes(), data).run();
            data.requireFinite("after the sequential run");
            try (GuardedArrays expected = GuardedArrays.of(data, instance.arrays())) {
                Case inputs = new Case(instance, seed, reductionLength, true, tolerance);
                return new EmulatedCase(nest, program, inputs, input, expected).run(options);
            }
        }
    }

    private Result run(Emulator.Options options) {
        Emulation emulation = Emulator.run(program, sizes(), EmulatedArrays.of(program, input), options);
        EmulatedArrays.write(program, emulation.arrays(), input);
        Verification compared = Verification.of(inputs, expected, input, Growth.NONE);
        String fault = emulation.faults().isEmpty()
                ? null
                : "at " + inputs.instance().sizes() + ", seed " + inputs.seed() + ": "
                        + emulation.faults().getFirst()
                        + more(emulation.faults().size() - 1);
        return new Result(
                emulation,
                new Verification(compared.comparison(), first(fault, compared.message()), compared.allowed(), 0));
    }

    private static String more(int faults) {
        return faults == 0 ? "" : "\n  (and " + faults + " more)";
    }

    private static @Nullable String first(@Nullable String fault, @Nullable String wrong) {
        return fault != null ? fault : wrong;
    }

    /** Sizes under the names that the program has for the nest's parameters, which are in one order. */
    private Map<String, Long> sizes() {
        SequencedMap<String, Long> values = inputs.instance().sizes();
        Map<String, Long> named = new LinkedHashMap<>();
        for (int s = 0; s < nest.parameters().size(); s++) {
            Long value = values.get(nest.parameters().get(s));
            if (value != null) {
                named.put(program.sizes().get(s).name(), value);
            }
        }
        return named;
    }
}
