package tilewright.codegen.ir;

import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;

/**
 * A launch of a loop whose blocks may stay ({@link KernelProgram.HostStep.Inputs}).
 *
 * @param direct the launch's blocks, which find in memory what they do not keep in registers
 * @param blocks of the launch, in each iteration
 * @param iterations of the loop inside of blocks that keep what they read; null where they do not
 */
public record InputPart(
        Kernel direct, Affine blocks, @Nullable Affine iterations) {}
