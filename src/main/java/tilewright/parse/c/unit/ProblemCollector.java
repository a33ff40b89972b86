package tilewright.parse.c.unit;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTProblem;

/** Gathers the problem nodes of a tree. */
public final class ProblemCollector extends ASTVisitor {
    private final List<IASTProblem> problems;

    public ProblemCollector(List<IASTProblem> problems) {
        this.problems = problems;
        shouldVisitProblems = true;
        shouldVisitDeclarations = true;
        shouldVisitStatements = true;
        shouldVisitExpressions = true;
    }

    @Override
    public int visit(IASTProblem problem) {
        problems.add(problem);
        return PROCESS_CONTINUE;
    }
}
