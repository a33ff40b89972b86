package tilewright.codegen.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** What runs before a block waits for the array {@code x}, which others write. */
class EarlyStatementsTest {
    @Test
    void whatOthersDoNotWriteIsLoadedAndStagedBefore() {
        waits("""
            x_i[0] = x[t]
            # Load the diagonal.
            scope {
              let i: i32 = t + 1
              l_ii[0] = l[i]
            }
            let r: f64 = 1.0f64 / l_ii[0]
            # Stage the column.
            for step in 0 .. 2 unroll all {
              copy 1 async shared.column[step] <- l[t + step]
            }
            copy 1 async shared.x_j[0] <- x[t + 1]
            await
            x_i[0] = x_i[0] - shared.column[0]
            x[t] = x_i[0] * r
            """, """
            # Load the diagonal.
            scope {
              let i: i32 = t + 1
              l_ii[0] = l[i]
            }
            let r: f64 = 1.0f64 / l_ii[0]
            # Stage the column.
            for step in 0 .. 2 unroll all {
              copy 1 async shared.column[step] <- l[t + step]
            }
            # others are awaited
            x_i[0] = x[t]
            copy 1 async shared.x_j[0] <- x[t + 1]
            await
            x_i[0] = x_i[0] - shared.column[0]
            x[t] = x_i[0] * r
            """);
    }

    @Test
    void whatFollowsFromWhatOthersWriteStaysBehind() {
        waits("""
            let first: f64 = x[t]
            let twice: f64 = first + first
            l_ii[0] = twice
            x_i[0] = l[t]
            l_ii[0] = l[t]
            """, """
            x_i[0] = l[t]
            # others are awaited
            let first: f64 = x[t]
            let twice: f64 = first + first
            l_ii[0] = twice
            l_ii[0] = l[t]
            """);
    }

    @Test
    void nothingComesBeforeThatOthersCouldSee() {
        for (String first : List.of("barrier", "l[t] = 1.0f64", "await", "return", "if t == 0 { barrier }")) {
            waits(first + "\nl_ii[0] = l[t]", "# others are awaited\n" + first + "\nl_ii[0] = l[t]");
        }
    }

    private static void waits(String body, String expected) {
        Program program = program(body);
        List<Statement> statements = program.functions().getFirst().body();
        EarlyStatements parts = EarlyStatements.of(statements.subList(DECLARED, statements.size()), Set.of("x"));
        List<Statement> all = new ArrayList<>(statements.subList(0, DECLARED));
        all.addAll(parts.early());
        all.add(new Statement.Comment("others are awaited"));
        all.addAll(parts.late());
        Program changed =
                program.withFunctions(List.of(program.functions().getFirst().withBody(all)));
        assertEquals(KernelText.print(program(expected)), KernelText.print(changed));
    }

    private static final int DECLARED = 3;

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array x: f64[i64(n)]
            array l: f64[i64(n)]

            kernel work(n: i32, x: global written f64, l: global written f64) threads 32 {
              shared memory {
                column: f64[34]
                x_j: f64[1]
              }
              let t: i32 = @thread
              register x_i: f64[1]
              register l_ii: f64[1]
              %s
            }

            host {
              launch work(n, &x, &l) blocks i64(1) threads 32 shared 288
            }
            """.formatted(statements));
    }
}
