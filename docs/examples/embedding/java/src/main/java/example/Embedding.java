package example;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tilewright.api.Analysis;
import tilewright.api.Choice;
import tilewright.api.Nest;
import tilewright.api.Program;
import tilewright.api.RankedCandidate;
import tilewright.api.Setting;
import tilewright.api.Target;
import tilewright.api.Tilewright;
import tilewright.api.TilewrightException;

/** Analyses a nest, ranks its candidates, and writes the program of the best one to a folder. */
public final class Embedding {
    private Embedding() {}

    public static void main(String[] args) {
        System.out.print(shortestPaths(Path.of(args[0])));
    }

    static String shortestPaths(Path folder) {
        Nest nest = Nest.of("floyd_warshall", """
            param n
            real a(n, n)
            assume a(k,k) >= 0
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = min(a(i,j), a(i,k) + a(k,j))
                enddo
              enddo
            enddo
            """);
        Analysis analysis = Tilewright.analyze(nest);
        Setting setting = Setting.of(Map.of("n", 1000L)).target(Target.C);
        List<RankedCandidate> ranked = Tilewright.rank(nest, setting, 5);
        Program program =
                Tilewright.generate(nest, setting, new Choice.Given(ranked.getFirst().candidate()));
        program.writeTo(folder);
        return analysis.dependences().size() + " dependences, " + ranked.size() + " candidates, wrote "
                + program.files().keySet() + "\n" + refused();
    }

    /** Errors are of one type and know their place. */
    private static String refused() {
        try {
            Tilewright.analyze(Nest.of("wrong", "param n\nreal a(n)\ndo i = 1, n\n  a(i) = c\nenddo\n"));
            return "not refused\n";
        } catch (TilewrightException e) {
            return e.kind() + " at line " + e.position().orElseThrow().line() + "\n";
        }
    }
}
