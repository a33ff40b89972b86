package tilewright.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Coalescing;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.ScatteredArray;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.HostStep;

/** What the kernel of a launch of pieces is passed. */
final class LaunchArguments {
    private LaunchArguments() {}

    /** Sizes, host variables, then each array with its pitch, then tables of where elements stand. */
    static List<KernelArgument> of(
            LoopNest nest, Coalescing coalescing, HostStep.Launch launch, List<String> hostVariables) {
        List<KernelArgument> arguments = new ArrayList<>();
        nest.parameters().forEach(p -> arguments.add(new KernelArgument.Size(p)));
        hostVariables.forEach(v -> arguments.add(new KernelArgument.HostVariable(v)));
        Set<String> used = launch.inMemory();
        Set<String> written = new TreeSet<>();
        launch.pieces().stream()
                .flatMap(p -> p.leaves().stream())
                .forEach(s -> written.add(s.access(1).access().array()));
        nest.arrays().stream()
                .filter(a -> used.contains(a.name()))
                .forEach(a ->
                        arguments.addAll(KernelArgument.ofArray(inMemory(a, coalescing), written.contains(a.name()))));
        coalescing.of(used).tables().stream()
                .forEach(t -> arguments.add(new KernelArgument.ArrayBase(t.name(), false)));
        return arguments;
    }

    /** The array of which it is a view, or itself. */
    private static ArrayLayout inMemory(ArrayDeclaration array, Coalescing coalescing) {
        return coalescing.array(array.name()).map(ScatteredArray::layout).orElseGet(() -> ArrayLayout.of(array));
    }
}
