package tilewright.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.model.UserError;
import tilewright.tiling.HostStep;

/** Runs the host part of a program on paper: at given sizes, every array has a shape and every launch is a number. */
public final class ProgramResolver {
    /** More launches than any device works off in reasonable time. */
    private static final int MOST_LAUNCHES = 4_000_000;

    private final KernelProgram program;
    private final List<Kernel> kernels;

    public ProgramResolver(KernelProgram program) {
        this.program = program;
        kernels = program.kernels();
    }

    /** Launch shapes: the program's kernels in textual order, then those that swap the copies of arrays once more. */
    public List<KernelShape> kernels() {
        return Stream.concat(
                        kernels.stream().map(k -> shape(k, 0)),
                        kernels.stream().filter(k -> turn(k).isPresent()).map(k -> shape(k, 1)))
                .toList();
    }

    /** The host variable whose value tells whose turn it is, where launches of a kernel swap arrays. */
    private static Optional<String> turn(Kernel kernel) {
        return kernel.arguments().stream()
                .filter(KernelArgument.AlternatingBase.class::isInstance)
                .map(a -> ((KernelArgument.AlternatingBase) a).variable())
                .findFirst();
    }

    /** Position of the shape that a launch of a kernel needs. */
    private int shapeOf(int number, Map<String, Long> values) {
        Optional<String> variable = turn(kernels.get(number));
        if (variable.isEmpty() || values.getOrDefault(variable.get(), 0L) % 2 == 0) {
            return number;
        }
        long swapping = kernels.subList(0, number).stream()
                .filter(k -> turn(k).isPresent())
                .count();
        return kernels.size() + Math.toIntExact(swapping);
    }

    private KernelShape shape(Kernel kernel, int turn) {
        List<Integer> arguments = kernel.arguments().stream()
                .map(argument -> switch (argument) {
                    case KernelArgument.ArrayBase base -> position(base.array());
                    case KernelArgument.AlternatingBase base ->
                        (Integer) (position(base.array())
                                + (base.phase() + turn) % 2 * program.arrays().size());
                    case KernelArgument.Size _, KernelArgument.HostVariable _, KernelArgument.Pitch _ ->
                        (Integer) KernelShape.INTEGER;
                })
                .toList();
        return new KernelShape(kernel.name(), kernel.threads(), kernel.sharedBytes(), arguments);
    }

    private Integer position(String array) {
        int number = program.arrays().indexOf(program.array(array));
        return number >= 0
                ? number
                : 2 * program.arrays().size() + program.scratch().indexOf(program.array(array));
    }

    /**
     * The program at given sizes.
     *
     * @param sizes a value for every parameter
     * @throws UserError when a size or an array is beyond what a program can be launched with
     */
    public ProgramInstance at(Map<String, Long> sizes) {
        SequencedMap<String, Long> ordered = new LinkedHashMap<>();
        for (String parameter : program.parameters()) {
            Long value = sizes.get(parameter);
            if (value == null) {
                throw UserError.badInput("parameter " + parameter + " has no value: give --set " + parameter + "=..");
            }
            ordered.put(parameter, value);
        }
        try {
            Map<String, Long> values = new HashMap<>(ordered);
            List<ArrayShape> arrays = program.arrays().stream()
                    .map(layout -> shape(layout, values))
                    .toList();
            List<ProgramInstance.Launch> launches = new ArrayList<>();
            new Unrolling(values, launches).run(program.host());
            List<ArrayShape> scratch = program.scratch().stream()
                    .map(layout -> shape(layout, values))
                    .toList();
            return new ProgramInstance(ordered, arrays, scratch, program.paddedArrays(), launches);
        } catch (ArithmeticException e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    "sizes " + ordered + " are too large: an extent of a loop or of a row must be below 2^31",
                    e);
        }
    }

    private static ArrayShape shape(ArrayLayout layout, Map<String, Long> values) {
        ToLongFunction<String> lookup = values::get;
        long columns = layout.bounds().isEmpty()
                ? 1
                : Math.max(0, layout.bounds().getLast().extent().evaluate(lookup));
        long pitch = Math.max(0, layout.pitch().evaluate(lookup));
        ArrayShape shape = new ArrayShape(layout.name(), layout.type(), layout.rows(lookup), columns, pitch);
        layout.elements(lookup);
        // Overflow shows here, not in the middle of a run.
        Math.addExact(shape.bytes(), 2 * GuardedArrays.GUARD_BYTES);
        return shape;
    }

    /** Walks the host's loops; values are those of parameters and of surrounding loop variables. */
    private final class Unrolling {
        private final Map<String, Long> values;
        private final List<ProgramInstance.Launch> launches;
        private int next;
        /** Whether the lanes meet before the next launch; one that is left out passes it on. */
        private boolean meets;

        Unrolling(Map<String, Long> values, List<ProgramInstance.Launch> launches) {
            this.values = values;
            this.launches = launches;
        }

        void run(List<KernelProgram.HostStep> steps) {
            for (KernelProgram.HostStep step : steps) {
                switch (step) {
                    case KernelProgram.HostStep.Loop loop -> run(loop);
                    case KernelProgram.HostStep.Launch l -> launch(next++, l.lane());
                }
            }
        }

        /** Every iteration launches the same kernels: they are numbered in textual order. */
        private void run(KernelProgram.HostStep.Loop loop) {
            int before = next;
            int inside = launchesIn(loop.body());
            long last = loop.last().evaluate(values::get);
            for (long value = loop.first().evaluate(values::get); value <= last; value++) {
                values.put(loop.variable(), value);
                next = before;
                run(loop.body());
            }
            values.remove(loop.variable());
            next = before + inside;
        }

        private void launch(int number, HostStep.Lane lane) {
            Kernel kernel = kernels.get(number);
            int blocks = Math.toIntExact(kernel.blocks(values::get));
            meets |= lane.meets();
            if (blocks == 0) {
                return;
            }
            if (launches.size() == MOST_LAUNCHES) {
                throw UserError.badInput("a program with more than " + MOST_LAUNCHES
                        + " launches is not run; use larger blocks for the sequential loops, or smaller sizes");
            }
            launches.add(
                    new ProgramInstance.Launch(shapeOf(number, values), blocks, integers(kernel), lane.ahead(), meets));
            meets = false;
        }

        private List<Integer> integers(Kernel kernel) {
            List<Integer> integers = new ArrayList<>();
            for (KernelArgument argument : kernel.arguments()) {
                switch (argument) {
                    case KernelArgument.Size size -> integers.add(value(size.parameter()));
                    case KernelArgument.HostVariable variable -> integers.add(value(variable.variable()));
                    case KernelArgument.Pitch pitch ->
                        integers.add(Math.toIntExact(
                                program.array(pitch.array()).pitch().evaluate(values::get)));
                    case KernelArgument.ArrayBase _, KernelArgument.AlternatingBase _ -> {
                        // An address.
                    }
                }
            }
            return integers;
        }

        private Integer value(String variable) {
            Long value = values.get(variable);
            if (value == null) {
                throw new IllegalStateException("variable " + variable + " has no value");
            }
            return Math.toIntExact(value);
        }
    }

    private static int launchesIn(List<KernelProgram.HostStep> steps) {
        int count = 0;
        for (KernelProgram.HostStep step : steps) {
            count += switch (step) {
                case KernelProgram.HostStep.Loop loop -> launchesIn(loop.body());
                case KernelProgram.HostStep.Launch _ -> 1;
            };
        }
        return count;
    }
}
