package tilewright.parse.c.unit;

import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import tilewright.model.SourcePosition;

/**
 * The statements between {@code #pragma scop} and {@code #pragma endscop}.
 *
 * @param number from 1, in the order of the file; 0 for statements outside of scops that are read as one
 * @param declared variables of the file whose first values come before the statements, where these are not between pragmas
 * @param position of the opening pragma
 */
public record Scop(
        int number,
        IASTFunctionDefinition function,
        List<IASTDeclarator> declared,
        List<IASTStatement> statements,
        SourcePosition position) {
    public Scop {
        declared = List.copyOf(declared);
        statements = List.copyOf(statements);
    }

    /** The name of the function around it. */
    public String functionName() {
        return function.getDeclarator().getName().toString();
    }

    public boolean isCalled(String scop) {
        return scop.equals(Integer.toString(number)) || scop.equals(functionName());
    }
}
