package tilewright.parse;

import java.util.List;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.parse.NestNotationParser.AssignmentLineContext;
import tilewright.parse.NestNotationParser.AssumeLineContext;
import tilewright.parse.NestNotationParser.DeclarationLineContext;
import tilewright.parse.NestNotationParser.DoLineContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.GraphLineContext;
import tilewright.parse.NestNotationParser.InitLineContext;
import tilewright.parse.NestNotationParser.ParamLineContext;
import tilewright.parse.NestNotationParser.RepeatLineContext;
import tilewright.parse.NestNotationParser.UntilLineContext;

/** The lines of a file as a tree, before names are resolved. */
record SourceTree(
        List<ParamLineContext> params,
        List<DeclarationLineContext> declarations,
        List<AssumeLineContext> assumptions,
        List<InitLineContext> initializers,
        List<GraphLineContext> graphs,
        List<Block> body) {

    /** A loop, a repetition, a guard or an assignment. */
    sealed interface Block {
        record Loop(DoLineContext header, List<Block> body) implements Block {}

        /** The end is missing where its line is. */
        record Repeat(RepeatLineContext header, @Nullable UntilLineContext until, List<Block> body) implements Block {}

        /** The condition is missing where its line is faulty. */
        record Guard(Token start, @Nullable ExprContext condition, List<Block> then, List<Block> otherwise)
                implements Block {}

        record Assignment(AssignmentLineContext line) implements Block {}
    }
}
