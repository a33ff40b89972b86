package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.LongRuns;
import tilewright.cli.argument.MachineMemory;
import tilewright.cli.argument.TargetArguments;
import tilewright.cli.argument.ToleranceOption;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.pipeline.CandidateArguments;
import tilewright.cli.pipeline.Pipeline;
import tilewright.cli.pipeline.PipelineBackend;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.Dependences;
import tilewright.device.Gpus;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.schedule.Schedule;
import tilewright.tune.build.Judging;
import tilewright.tune.build.PlannedPrograms;
import tilewright.tune.stored.Target;
import tilewright.tune.verify.CountedTraffic;
import tilewright.tune.verify.EmulatedVerify;
import tilewright.tune.verify.VerificationFormat;
import tilewright.tune.verify.VerificationResult;
import tilewright.tune.verify.VerifyJob;

/** {@code tilewright verify}. */
@Command(name = "verify", description = "Run the generated program against the sequential nest and compare.")
public final class VerifyCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    CandidateArguments arguments;

    @Mixin
    LongRuns longRuns;

    @Mixin
    JsonArguments json;

    @Option(
            names = "--count",
            description = "Also count every load and store of arrays, and compare with what the plan says (target c).")
    boolean count;

    @Option(
            names = "--emulate",
            description = {
                "Run the program for a GPU on the emulator, which finds data races, unset values, accesses out of"
                        + " bounds and the like;",
                "done without asking where there is no such GPU. At small sizes alone: the text says which."
            })
    boolean emulate;

    @Option(
            names = "--only",
            description = "Compare at the sizes of --set alone; otherwise at small sizes around the block sizes too.")
    boolean only;

    @Mixin
    ToleranceOption tolerance;

    private @Nullable CountedTraffic traffic;

    /** That nothing runs at the sizes given, in words. */
    private @Nullable String idle;

    @Override
    public Integer call() throws Exception {
        LoopNest loopNest = arguments.loopNest();
        arguments.nest.sayData(spec.commandLine().getErr(), Set.of());
        Inputs.sayOverflow(loopNest, arguments.nest.sizes(), spec.commandLine().getErr());
        Inputs.requireMemory(loopNest, arguments.nest.sizes(), MachineMemory.available());
        if (emulate && arguments.target.target == null) {
            arguments.target.target = TargetArguments.Target.CUDA;
        }
        Devices devices = Devices.of(arguments.target);
        if (emulate && !devices.target().language().launches()) {
            throw UserError.badInput("--emulate: programs for a GPU alone are emulated; leave out --target c");
        }
        if (count && devices.target() != Target.C) {
            throw UserError.badInput("--count: add --target c; programs for a GPU do not count");
        }
        boolean emulated = arguments.memory.isGiven()
                || devices.target() == Target.HIP
                || devices.target() == Target.CUDA && (emulate || !Gpus.available());
        VerificationResult result = emulated
                ? Pipeline.emulate(emulation(loopNest, devices))
                : Pipeline.verify(job(loopNest, devices, arguments.templates.templates()));
        if (idle != null) {
            result = result.with(idle);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.leavesStandardOutput()) {
            out.print(VerificationFormat.text(result) + (traffic == null ? "" : VerificationFormat.text(traffic)));
        }
        VerificationResult answer = result;
        json.write(() -> VerificationFormat.json(answer, traffic), out);
        return result.ok() && (traffic == null || traffic.exact()) ? 0 : UserError.ANSWER_IS_NO;
    }

    /** Where nothing runs at the sizes that are compared alone, agreement says nothing. */
    private void requireIterations(Dependences dependences) {
        idle = Inputs.idle(dependences, arguments.nest.sizes()).orElse(null);
        if (only && idle != null) {
            throw UserError.badInput("--only: " + idle);
        }
    }

    private Judging judging() {
        return new Judging(tolerance.value(), only);
    }

    private EmulatedVerify.Job emulation(LoopNest loopNest, Devices devices) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.plannable(sets, loopNest);
            Inputs.requireWithinArrays(dependences, arguments.nest.sizes());
            requireIterations(dependences);
            longRuns.beforeSequential(dependences, arguments.nest.sizes(), err);
            Tiler tiler = Pipeline.tiler(dependences, arguments.schedule(dependences, devices, err));
            Plan plan = arguments.plan(dependences, tiler, devices, err);
            Passes passes = arguments.passes.of(devices);
            KernelProgram lowered = Pipeline.lower(plan, devices.target(), passes);
            return new EmulatedVerify.Job(
                    devices.target(),
                    loopNest,
                    arguments.nest.sizes(),
                    plan.candidate(),
                    lowered,
                    DeviceProgram.of(lowered, devices.offered(), passes),
                    judging());
        }
    }

    private VerifyJob job(LoopNest loopNest, Devices devices, Templates printed) throws IOException {
        Passes passes = arguments.passes.of(devices);
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.plannable(sets, loopNest);
            Inputs.requireWithinArrays(dependences, arguments.nest.sizes());
            requireIterations(dependences);
            longRuns.beforeSequential(
                    dependences, arguments.nest.sizes(), spec.commandLine().getErr());
            Schedule schedule =
                    arguments.schedule(dependences, devices, spec.commandLine().getErr());
            Tiler tiler = Pipeline.tiler(dependences, schedule);
            Plan plan = arguments.plan(
                    dependences, tiler, devices, spec.commandLine().getErr());
            if (printed.mayBeWrong()) {
                // Shown as what it is, before anything runs.
                Pipeline.source(printed, passes, devices, Pipeline.lower(plan, devices.target(), passes));
            }
            if (count) {
                if (plan.candidate().isAsWritten()) {
                    throw UserError.badInput(
                            "--count: the nest as written has no blocks whose loads are predicted; give"
                                    + " sizes of blocks by --block, or by --candidate");
                }
                traffic = Pipeline.countedTraffic(sets, plan, arguments.nest.sizes(), printed);
            }
            return new VerifyJob(
                    arguments.nest.source(),
                    loopNest,
                    arguments.nest.sizes(),
                    devices.target(),
                    plan.candidate(),
                    PlannedPrograms.of(loopNest, plan, new PipelineBackend(printed, passes, devices)),
                    Pipeline.reference(printed, loopNest),
                    judging(),
                    0);
        }
    }
}
