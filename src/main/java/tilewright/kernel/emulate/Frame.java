package tilewright.kernel.emulate;

import java.util.List;
import tilewright.kernel.Memory;

/** Registers and memory of a block, by the numbers that a kernel's declarations got; used by one block after another. */
final class Frame {
    final Lanes[] variables;
    final RegisterArray[] registers;
    final SharedArray[] shared;
    final GlobalArray[] bases;
    final SharedShadow shadow;

    Frame(
            int threads,
            int variables,
            List<Memory.Register> registers,
            List<SharedArray> shared,
            int bases,
            SharedShadow shadow) {
        this.variables = new Lanes[variables];
        for (int v = 0; v < variables; v++) {
            this.variables[v] = new Lanes(threads);
        }
        this.registers =
                registers.stream().map(r -> new RegisterArray(r, threads)).toArray(RegisterArray[]::new);
        this.shared = shared.toArray(SharedArray[]::new);
        this.bases = new GlobalArray[bases];
        this.shadow = shadow;
    }
}
