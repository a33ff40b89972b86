package tilewright.cli.pipeline;

import tilewright.cli.argument.Devices;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.device.ProgramResolver;
import tilewright.kernel.pass.Passes;
import tilewright.tiling.plan.Plan;
import tilewright.tune.build.Backend;

/** The last stages of the pipeline, for a target. */
public record PipelineBackend(Templates templates, Passes passes, Devices devices) implements Backend {
    @Override
    public KernelProgram lower(Plan plan, Passes applied) {
        return Pipeline.lower(plan, devices.target(), applied);
    }

    @Override
    public String print(KernelProgram program, Passes applied) {
        return Pipeline.source(templates, applied, devices, program);
    }

    @Override
    public ProgramResolver resolve(KernelProgram program, Passes applied) {
        return Pipeline.resolver(applied, devices, program);
    }
}
