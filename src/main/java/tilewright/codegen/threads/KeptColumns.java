package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Target;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.OwnedColumns;

/**
 * What host and kernels agree on where blocks keep columns ({@link KeptColumnFunctions}): how many blocks a multiprocessor has, how long their columns may be, names, and
 * what is handed over.
 */
final class KeptColumns {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private KeptColumns() {}

    /** How many blocks a multiprocessor may have, the most first: for each there is a function with as much memory as that leaves. */
    static List<Integer> resident(KernelProgram.HostStep.Kept step, Target target) {
        int registers = step.columns().threads() * LIMITS.keptRegisters();
        return LIMITS.keptResident() * registers <= target.registersPerProcessor()
                ? List.of(LIMITS.keptResident(), 1)
                : List.of(1);
    }

    /** The function of blocks of which so many are resident. */
    static String function(KernelProgram.HostStep.Kept step, int resident) {
        return resident == 1 ? step.function() : step.function() + "_by_" + resident;
    }

    /** Elements of a column for which a block of the target has memory. */
    static int rows(KernelProgram.HostStep.Kept step, Target target, int resident) {
        OwnedColumns columns = step.columns();
        int partials = 0;
        int ofRow = 0;
        int arrays = 1;
        for (OwnedColumns.Update update : columns.updates()) {
            partials += update.joins() == null
                    ? 0
                    : columns.threads() / Simt.WARP * columns.size() * ScalarType.F64.bytes();
        }
        for (ColumnPlaces.Column column : step.places().columns()) {
            int bytes = step.nest().array(column.array()).type().bytes();
            ofRow += (column.kept() ? columns.size() * bytes : 0) + (column.told() || !column.kept() ? bytes : 0);
            arrays += 2;
        }
        int bytes = target.sharedBytesPerProcessor() / resident
                - target.sharedBytesReserved()
                - partials
                - arrays * Function.SharedMemory.ALIGNMENT;
        return Math.max(1, bytes / ofRow);
    }

    /** What the launch needs to be right: columns fit the block's memory. */
    static Condition fits(KernelProgram.HostStep.Kept step, Target target, int resident) {
        long rows = rows(step, target, resident);
        return new Condition.And(step.places().columns().stream()
                .map(c -> (Condition) new Condition.Compare(
                        step.nest().array(c.array()).bounds().get(c.along()).extent(),
                        Condition.Relation.LE,
                        Affine.constant(rows)))
                .distinct()
                .toList());
    }

    /** The scratch array in which pivots tell a column or value. */
    static String toldName(KernelProgram.HostStep.Kept step, String array) {
        return step.function() + "_" + array;
    }

    static List<KernelArgument> arguments(KernelProgram program, KernelProgram.HostStep.Kept step) {
        List<KernelArgument> arguments = new ArrayList<>();
        program.parameters().forEach(p -> arguments.add(new KernelArgument.Size(p)));
        List<ColumnPlaces.Part> parts =
                ColumnPlaces.parts(step.nest(), step.columns(), step.launches().variable());
        Set<String> written = ColumnPlaces.written(parts);
        step.nest().arrays().stream()
                .map(a -> a.name())
                .filter(a -> parts.stream()
                        .anyMatch(p -> p.statement().statement().accesses().stream()
                                .anyMatch(x -> x.array().equals(a))))
                .forEach(a -> arguments.addAll(KernelArgument.ofArray(program.array(a), written.contains(a))));
        step.scratch().forEach(l -> arguments.addAll(KernelArgument.ofArray(l, true)));
        return arguments;
    }

    /** The columns that the steps speak of. */
    static Affine lastColumn(KernelProgram.HostStep.Kept step) {
        List<Affine> ends = Stream.concat(
                        Stream.of(step.launches().last()),
                        ColumnPlaces.parts(
                                        step.nest(),
                                        step.columns(),
                                        step.launches().variable())
                                .stream()
                                .filter(p -> !p.pivot())
                                .map(p -> p.column().upper()))
                .distinct()
                .toList();
        return ends.size() == 1 ? ends.getFirst() : new Affine.Max(ends);
    }

    /** The kernel that says that no pivot is done. */
    static String start(KernelProgram.HostStep.Kept step) {
        return step.function() + "_start";
    }
}
