package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.OwnedColumns;

/** What the parts of a kernel share whose blocks keep columns ({@link KeptColumnFunctions}): its names, and the memory of a block. */
final class KeptColumnScope {
    static final String ROW = "row'";
    static final String COLUMN = "column'";

    final KernelProgram program;
    final KernelProgram.HostStep.Kept step;
    final LoopNest nest;
    final OwnedColumns columns;
    final ColumnPlaces places;
    final List<ColumnPlaces.Part> parts;
    final Signature signature;
    final CNames names;
    final AffineExpressions affine;
    final ElementOffsets offsets;
    /** The loop whose steps the kernel takes. */
    final String iteration;

    final Variable thread;
    /** The block's first column, and its last one. */
    final Variable first;

    final Variable last;
    /** The block's columns, by array. */
    final Map<String, Memory.Shared> kept = new HashMap<>();
    /** The pivot's column, by array. */
    final Map<String, Memory.Shared> ofPivot = new HashMap<>();
    /** What pivots tell beside columns. */
    final Map<ColumnPlaces.Element, Variable> told = new LinkedHashMap<>();
    /** Partial results of warps, by reduction. */
    final Memory.Shared partial;

    private final int resident;

    /** @param resident blocks that a multiprocessor has memory for at a time */
    KeptColumnScope(KernelProgram program, KernelProgram.HostStep.Kept step, Target target, int resident) {
        this.program = program;
        this.step = step;
        this.nest = step.nest();
        this.columns = step.columns();
        this.places = step.places();
        this.iteration = step.launches().variable();
        this.parts = ColumnPlaces.parts(nest, columns, iteration);
        this.signature = Signature.of(program, List.of(), KeptColumns.arguments(program, step));
        this.names = signature.names();
        names.declare(iteration);
        names.declare(ROW, "row");
        names.declare(COLUMN, "column");
        parts.forEach(p -> names.declare(p.statement().loopVariables()));
        this.affine = new AffineExpressions(names);
        this.offsets = new ElementOffsets(affine, signature.pitches());
        this.thread = Variable.integer(names.fresh("thread"));
        this.first = Variable.integer(names.fresh("first_column"));
        this.last = Variable.integer(names.fresh("last_column"));
        this.resident = resident;
        int rows = KeptColumns.rows(step, target, resident);
        for (ColumnPlaces.Column column : places.columns()) {
            ScalarType type = type(column.array());
            if (column.kept()) {
                kept.put(
                        column.array(),
                        new Memory.Shared(
                                names.fresh(column.array() + "_kept"),
                                type,
                                List.of(columns.size(), rows),
                                "columns of " + column.array()));
            }
            if (column.told() || !column.kept()) {
                ofPivot.put(
                        column.array(),
                        new Memory.Shared(
                                names.fresh(column.array() + "_pivot"),
                                type,
                                List.of(rows),
                                "the pivot's column of " + column.array()));
            }
        }
        places.told().forEach(e -> told.put(e, new Variable(names.fresh(e.array() + "_told"), type(e.array()))));
        this.partial = new Memory.Shared(
                names.fresh("partial"),
                ScalarType.F64,
                List.of(Math.max(1, reductions()), columns.threads() / Simt.WARP, columns.size()),
                "partial results of warps");
    }

    private int reductions() {
        return (int) columns.updates().stream().filter(u -> u.joins() != null).count();
    }

    ScalarType type(String array) {
        return ScalarType.of(program.array(array).type());
    }

    /** The memory of a block. */
    Function.SharedMemory shared() {
        List<Memory.Shared> arrays = new ArrayList<>();
        places.columns().forEach(c -> {
            Stream.of(kept.get(c.array()), ofPivot.get(c.array()))
                    .filter(Objects::nonNull)
                    .forEach(arrays::add);
        });
        if (reductions() > 0 && columns.threads() > Simt.WARP) {
            arrays.add(partial);
        }
        return new Function.SharedMemory(
                KeptColumns.function(step, resident) + "_shared", names.inner().fresh("shared"), arrays, false);
    }

    Memory.Global memory(String array) {
        return Objects.requireNonNull(signature.arrays().get(array), array);
    }

    Variable variable(String name) {
        return affine.variable(name);
    }

    List<ColumnPlaces.Column> kept() {
        return places.columns().stream().filter(ColumnPlaces.Column::kept).toList();
    }

    /** Whether an access behind the pivot names its column. */
    boolean isOfPivot(ColumnPlaces.Part part, Access access) {
        ColumnPlaces.Column column = places.column(access.array());
        return column != null
                && !part.pivot()
                && access.indices().get(1 - column.along()).equals(Affine.variable(iteration));
    }

    /** The number of the row that a thread is at, from 0. */
    Expression row() {
        return variable(ROW).read();
    }

    /** The first row that an array's columns have. */
    Affine lower(String array) {
        ColumnPlaces.Column column = Objects.requireNonNull(places.column(array));
        return program.array(array).bounds().get(column.along()).lower();
    }

    /** A statement for each of a thread's rows between two: the same ones in all steps. */
    Statement overRows(Affine from, Affine to, List<Statement> body) {
        long threads = columns.threads();
        boolean start = from.equals(Affine.constant(0));
        Expression base = start
                ? thread.read()
                : add(multiply(integer(threads), affine.of(from.floorDiv(threads))), thread.read());
        List<Statement> inside = start ? body : List.of(new Statement.If(lessEqual(affine.of(from), row()), body));
        return new Statement.For(variable(ROW), base, lessEqual(row(), affine.of(to)), integer(threads), 4, inside);
    }
}
