package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.kernel.Function;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;

/**
 * Loops over fused multiply-adds in double precision become products of matrices that warps compute together, on the units for them:
 *
 * <pre>
 * for k in 0 .. 16 {                                         for k in 0 .. 16 step 8 {
 *   a[mi] = shared.A[i_own + 16 * mi][k]                       a[e][mi] = shared.A[i_own + 16 * mi][k + 4 * e + lane % 4]
 *   b[mj] = shared.B[k][j_own + .. mj ..]              -&gt;      b[e][mj] = shared.B[k + 4 * e + lane % 4][j of lane / 4 ..]
 *   c[mi][mj] = c[mi][mj] + a[mi] * b[mj]                      multiply m16n8k8 (c[mi][2 * mj], ..) += (a[0][mi], ..) * (b[0][mj], ..)
 * }                                                          }
 * </pre>
 *
 * <p>Every sum takes up the same products in the same order, rounded once each, as the loop does where its multiplications and additions are
 * contracted. Iterations that are left over at the end of a loop run as they are.
 *
 * <p>Needs, read off the program: that a thread's sums are the elements that it has in a product ({@link ProductLoop}), and that blocks have whole
 * warps, whose threads all come to the loop and run it equally often ({@link Uniformity}).
 */
final class MatrixProducts implements Pass.Change {
    @Override
    public Program of(Program program) {
        Uniformity uniformity = new Uniformity(program);
        return program.withFunctions(program.functions().stream()
                .map(f -> new InFunction(f, uniformity).changed())
                .toList());
    }

    /** One function. */
    private record InFunction(Function function, Uniformity uniformity, ThreadValues values) {
        InFunction(Function function, Uniformity uniformity) {
            this(function, uniformity, new ThreadValues(function));
        }

        Function changed() {
            if (!uniformity.isEnteredTogether(function) || !uniformity.hasWholeWarps(function)) {
                return function;
            }
            return function.withBody(in(function.body()));
        }

        private List<Statement> in(List<Statement> statements) {
            List<Statement> changed = new ArrayList<>();
            statements.forEach(s -> changed.addAll(in(s)));
            return changed;
        }

        private List<Statement> in(Statement statement) {
            if (!isRunTogether(statement)) {
                return List.of(statement);
            }
            Optional<List<Statement>> product = statement instanceof Statement.For f
                    ? ProductLoop.of(f, function, values, uniformity).map(ProductLoop::statements)
                    : Optional.empty();
            return product.orElseGet(() -> List.of(statement.withBodies(this::in)));
        }

        /** Whether all threads of a block come to what is inside a statement together. */
        private boolean isRunTogether(Statement statement) {
            return switch (statement) {
                case Statement.For f -> uniformity.isUniform(function, f);
                case Statement.If i -> uniformity.isUniform(function, i.condition());
                case Statement.Scope _ -> true;
                case Statement.While _, Statement.ParallelFor _, Statement.Simple _ -> false;
            };
        }
    }
}
