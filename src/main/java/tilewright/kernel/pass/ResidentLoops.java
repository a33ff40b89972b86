package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;

/**
 * A loop of the host whose launches are small, or some small launches that follow one another in a loop, become one launch of one block, which stays: it runs the blocks of each launch one after
 * another, and a barrier of the block stands where one launch ended and the next one began. That takes nanoseconds where a launch that waits
 * for another takes a microsecond.
 *
 * <p>Reads off the program: the host does nothing in the loop but launch, several kernels in one stream, and passes no arrays in turn; how many blocks a launch
 * has at most, over all iterations, along one direction; which functions have barriers: their launches must have the block's threads. Blocks of launches without
 * barriers run side by side where the block has threads enough.
 *
 * <p>Loops whose iterations do without each other are problems of a batch: there is a block for each problem, and blocks run beside each other.
 *
 * <p>At run time the host asks once: where every launch of the loop fits the block in a few rounds, the block runs the loop, else the host does.
 */
final class ResidentLoops implements Pass.Change {
    @Override
    public Program of(Program program) {
        return of(program, Target.USUAL_RESIDENCY);
    }

    @Override
    public Program of(Program program, Target.Residency residency) {
        List<Function> functions = new ArrayList<>(program.functions());
        List<HostStep> host = new ArrayList<>();
        for (HostStep step : program.host()) {
            if (step instanceof HostStep.Loop loop) {
                Optional<Resident.Stay> stay =
                        new Resident(program, residency, Problems.of(loop), List.of(), functions).stay();
                host.addAll(
                        stay.isPresent()
                                ? instead(loop, stay.get())
                                : List.of(inside(program, residency, loop, List.of(), functions)));
            } else {
                host.add(step);
            }
        }
        return functions.size() == program.functions().size()
                ? program
                : new Program(
                        program.name(),
                        program.header(),
                        program.sizes(),
                        program.arrays(),
                        program.counters(),
                        functions,
                        host);
    }

    private static List<HostStep> instead(HostStep.Loop loop, Resident.Stay stay) {
        return List.of(
                stay.launch(),
                new HostStep.Loop(
                        loop.variable(),
                        loop.first(),
                        select(stay.once(), add(loop.first(), -1), loop.last()),
                        loop.body(),
                        loop.apart()));
    }

    /** A loop of the host whose launches are too large for one block; some that follow one another may not be. */
    private static HostStep.Loop inside(
            Program program,
            Target.Residency residency,
            HostStep.Loop loop,
            List<Variable> around,
            List<Function> functions) {
        List<Variable> variables = new ArrayList<>(around);
        variables.add(loop.variable());
        List<HostStep> body = new ArrayList<>();
        List<HostStep.Launch> run = new ArrayList<>();
        for (HostStep step : loop.body()) {
            if (step instanceof HostStep.Launch launch && isAlike(launch, variables)) {
                List<HostStep.Launch> longer = new ArrayList<>(run);
                longer.add(launch);
                boolean fits = longer.size() < 2
                        || new Resident(program, residency, Problems.one(longer), variables, new ArrayList<>(functions))
                                .stay()
                                .isPresent();
                if (!fits) {
                    body.addAll(together(program, residency, run, variables, functions));
                    run.clear();
                }
                run.add(launch);
            } else {
                body.addAll(together(program, residency, run, variables, functions));
                run.clear();
                body.add(
                        step instanceof HostStep.Loop inner
                                ? inside(program, residency, inner, variables, functions)
                                : step);
            }
        }
        body.addAll(together(program, residency, run, variables, functions));
        return new HostStep.Loop(loop.variable(), loop.first(), loop.last(), body, loop.apart());
    }

    /** Whether it has as many blocks in every iteration: those of a launch whose work shrinks do not fit one block for long. */
    private static boolean isAlike(HostStep.Launch launch, List<Variable> variables) {
        boolean[] alike = {true};
        Expressions.visit(
                launch.blocks(),
                e -> alike[0] &= !(e instanceof Expression.Read(Place.Scalar(Variable v)) && variables.contains(v)));
        return alike[0];
    }

    private static List<HostStep> together(
            Program program,
            Target.Residency residency,
            List<HostStep.Launch> run,
            List<Variable> variables,
            List<Function> functions) {
        Optional<Resident.Stay> stay = run.size() < 2
                ? Optional.empty()
                : new Resident(program, residency, Problems.one(run), variables, functions).stay();
        if (stay.isEmpty()) {
            return List.copyOf(run);
        }
        List<HostStep> steps = new ArrayList<>(List.of(stay.get().launch()));
        if (!isInteger(stay.get().once(), 1)) {
            for (HostStep.Launch l : run) {
                steps.add(new HostStep.Launch(
                        l.function(),
                        l.description(),
                        select(stay.get().once(), integer(0), l.blocks()),
                        l.threads(),
                        l.sharedBytes(),
                        l.arguments(),
                        l.ahead(),
                        l.meets()));
            }
        }
        return steps;
    }
}
