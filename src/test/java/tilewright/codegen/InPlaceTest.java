package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Blocks of one iteration update elements where they stand, and only those do. */
class InPlaceTest {
    private static final String SCALED = """
        param n
        real a(n, n), b(n, n)
        do i = 1, n
          do j = 2, n
            a(i,j) = 2.0 * a(i,j) + b(i,j-1)
          enddo
        enddo
        """;

    private static final String PRODUCT = """
        param n
        real a(n, n), b(n, n), c(n, n)
        do i = 1, n
          do j = 1, n
            do k = 1, n
              c(i,j) = c(i,j) + a(i,k) * b(k,j)
            enddo
          enddo
        enddo
        """;

    private static List<Operation> guarded(String text, Candidate candidate, Passes passes) {
        LoopNest nest = NestParser.parse("nest.nest", text);
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            KernelProgram program = Lowering.lower(((Verdict.Legal) tiler.plan(candidate)).plan(), passes);
            BlockProgram piece = program.kernels().getFirst().pieces().getFirst();
            return List.copyOf(piece.guardedBody());
        }
    }

    private static List<String> kinds(List<Operation> operations) {
        return operations.stream()
                .filter(o -> !(o instanceof Operation.Define))
                .map(o -> o.getClass().getSimpleName())
                .toList();
    }

    @Test
    void elementsAreUpdatedWhereTheyStand() {
        Candidate candidate = new Candidate(List.of(8, 16), List.of(1, 1), new Candidate.Options(1, 1));
        Passes without = Passes.OF_LOOPS.without(Set.of(Pass.IN_PLACE));
        assertEquals(List.of("LoadTile", "Assign", "StoreTile"), kinds(guarded(SCALED, candidate, without)));
        List<Operation> changed = guarded(SCALED, candidate, Passes.OF_LOOPS);
        assertEquals(List.of("Assign"), kinds(changed));
        Operation.Assign assign = (Operation.Assign) changed.getLast();
        assertEquals("GlobalTarget", assign.target().getClass().getSimpleName());
        assertEquals(
                Set.of(), // what the update's guard says is not checked again
                Set.copyOf(tilewright.codegen.ir.Values.globals(assign.value()).stream()
                        .flatMap(g -> g.guard().conjuncts().stream())
                        .toList()));
    }

    /** The first statement sets what the second may keep: nothing is loaded, and yet the second one's value stands in memory. */
    @Test
    void whatAStatementHasSetIsReadWhereItStands() {
        String text = """
            param n
            integer a(n), k(n)
            do i = 1, n
              a(i) = -1
              if (k(i) > 0) then
                a(i) = k(i) * 2
              endif
            enddo
            """;
        Candidate candidate = new Candidate(List.of(8), List.of(8), new Candidate.Options(1, 1));
        List<Operation> changed = guarded(text, candidate, Passes.OF_LOOPS);
        assertEquals(List.of("Assign", "Assign"), kinds(changed));
        Operation.Assign kept = (Operation.Assign) changed.getLast();
        assertEquals(
                List.of(Condition.TRUE),
                tilewright.codegen.ir.Values.globals(kept.value()).stream()
                        .filter(g -> g.array().equals("a"))
                        .map(g -> g.guard())
                        .distinct()
                        .toList());
    }

    @Test
    void sumsOverIterationsStayInTheirBlock() {
        Candidate candidate = new Candidate(List.of(8, 8, 8), List.of(1, 1, 1), new Candidate.Options(8, 1));
        Passes without = Passes.OF_LOOPS.without(Set.of(Pass.IN_PLACE));
        assertEquals(guarded(PRODUCT, candidate, without), guarded(PRODUCT, candidate, Passes.OF_LOOPS));
    }

    @Test
    void devicesDoWithoutIt() {
        assertEquals(false, Passes.OF_DEVICES.has(Pass.IN_PLACE));
    }
}
