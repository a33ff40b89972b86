package tilewright.parse.fortran;

import java.util.List;
import java.util.function.Consumer;
import tilewright.parse.fortran.FortranStatementParser.AssignmentLineContext;
import tilewright.parse.fortran.FortranStatementParser.DoConcurrentLineContext;
import tilewright.parse.fortran.FortranStatementParser.DoLineContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;

/** The statements of a scop as a tree, before names are resolved. */
sealed interface Block {
    /** {@code do i = first, last, step}. */
    record Loop(DoLineContext header, List<Block> body) implements Block {}

    /** {@code do concurrent (i = first:last, ..)}. */
    record Concurrent(DoConcurrentLineContext header, List<Block> body) implements Block {}

    /** {@code if}; a chain of {@code else if} is one inside the other. */
    record Guard(ExprContext condition, List<Block> then, List<Block> otherwise) implements Block {}

    record Assignment(AssignmentLineContext line) implements Block {}

    /** Calls the visitor for each block, outer ones first, in the order of the text. */
    static void visit(List<Block> blocks, Consumer<Block> visitor) {
        for (Block block : blocks) {
            visitor.accept(block);
            switch (block) {
                case Loop l -> visit(l.body, visitor);
                case Concurrent c -> visit(c.body, visitor);
                case Guard g -> {
                    visit(g.then, visitor);
                    visit(g.otherwise, visitor);
                }
                case Assignment _ -> {}
            }
        }
    }
}
