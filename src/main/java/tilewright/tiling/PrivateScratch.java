package tilewright.tiling;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.property.RegisterArrays;

/**
 * Arrays that a nest has got for its temporaries, or has for itself, and whose elements are asked for by the points alone that set them, in one launch ({@link RegisterArrays}): they stay in
 * registers, and memory is not written. Example: {@code s} of {@code for i, j: s = 0; for r: s += g[r] * in[i+r][j]; out[i][j] = s} has an element for each point.
 *
 * <p>{@link tilewright.tiling.check.PlannedValues} asks the same of a finished plan.
 */
final class PrivateScratch {
    private PrivateScratch() {}

    /** The plan without stores of what nobody reads from memory. */
    static Plan unstored(Plan plan) {
        Set<String> kept = plan.temporaries().stream()
                .map(ArrayDeclaration::name)
                .filter(array -> isKept(array, plan.host(), List.of()))
                .collect(Collectors.toSet());
        return kept.isEmpty() ? plan : plan.with(unstored(plan.host(), kept));
    }

    /** @param around variables of the host's loops around the steps */
    private static boolean isKept(String array, List<HostStep> steps, List<Affine> around) {
        List<HostStep> users = steps.stream().filter(s -> s.accesses(array)).toList();
        return users.size() == 1
                && switch (users.getFirst()) {
                    case HostStep.Launch launch ->
                        launch.pieces().size() == launch.blocks().size()
                                && RegisterArrays.needNoMemory(
                                        launch.pieces().stream()
                                                .flatMap(p -> p.leaves().stream())
                                                .flatMap(s -> s.accesses().stream())
                                                .filter(a -> a.access().array().equals(array))
                                                .map(a -> new RegisterArrays.Use(a.strategy(), a.indices())),
                                        around);
                    case HostStep.HostLoop loop ->
                        loop.columns() == null
                                && loop.boxes() == null
                                && isKept(array, loop.body(), with(around, loop.variable()));
                    case HostStep.AsWritten _ -> false;
                };
    }

    private static List<Affine> with(List<Affine> around, String variable) {
        return Stream.concat(around.stream(), Stream.of(Affine.variable(variable)))
                .toList();
    }

    private static List<HostStep> unstored(List<HostStep> steps, Set<String> kept) {
        return steps.stream()
                .map(step -> switch (step) {
                    case HostStep.Launch launch -> unstored(launch, kept);
                    case HostStep.HostLoop loop -> loop.with(unstored(loop.body(), kept));
                    case HostStep.AsWritten written -> written;
                })
                .toList();
    }

    private static HostStep unstored(HostStep.Launch launch, Set<String> kept) {
        return launch.with(launch.blocks().stream()
                .map(b -> b instanceof Piece piece ? unstored(piece, kept) : b)
                .toList());
    }

    private static Blocks unstored(Piece piece, Set<String> kept) {
        return piece.with(
                piece.points(),
                piece.tiles().stream()
                        .map(t -> kept.contains(t.array()) ? t.unstored() : t)
                        .toList());
    }
}
