package tilewright.parse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.parse.NestNotationParser.AssignmentLineContext;
import tilewright.parse.NestNotationParser.DeclarationLineContext;
import tilewright.parse.NestNotationParser.DeclaratorContext;
import tilewright.parse.NestNotationParser.DoLineContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.ParamLineContext;
import tilewright.parse.NestNotationParser.RealLiteralContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.NestNotationParser.RepeatLineContext;
import tilewright.parse.SourceTree.Block;

/**
 * Finds out what every name stands for before anything is built: declared names, loop variables, free symbols of
 * bounds and subscripts (parameters), then arrays and scalars that are used without a declaration.
 */
final class NameCollector {
    private final Symbols symbols;
    /** Names without subscripts where data are expected; what they are is known once the whole file is seen. */
    private final List<Token> bareValues = new ArrayList<>();

    private final List<Token> assignedScalars = new ArrayList<>();

    private NameCollector(Symbols symbols) {
        this.symbols = symbols;
    }

    static Symbols collect(SourceTree tree, Diagnostics diagnostics) {
        Symbols symbols = new Symbols(diagnostics);
        NameCollector collector = new NameCollector(symbols);
        collector.declareAll(tree);
        collector.loopVariables(tree.body());
        tree.declarations().forEach(collector::extents);
        collector.uses(tree.body(), Set.of());
        collector.scalars();
        return symbols;
    }

    /** In the order of the text, so that the second of two declarations is the one reported. */
    private void declareAll(SourceTree tree) {
        List<ParserRuleContext> lines = new ArrayList<>(tree.params());
        lines.addAll(tree.declarations());
        lines.sort(Comparator.comparingInt(l -> l.getStart().getTokenIndex()));
        for (ParserRuleContext line : lines) {
            if (line instanceof ParamLineContext param) {
                param.names.forEach(symbols::declareParameter);
            } else if (line instanceof DeclarationLineContext declaration) {
                declare(declaration);
            }
        }
    }

    private void declare(DeclarationLineContext line) {
        for (DeclaratorContext declarator : line.declarator()) {
            if (declarator.name != null) {
                symbols.declareArray(declarator, type(line));
            }
        }
    }

    private static DataType type(DeclarationLineContext line) {
        return switch (line.type.getStart().getType()) {
            case NestNotationParser.HALF -> DataType.HALF;
            case NestNotationParser.REAL -> DataType.REAL;
            case NestNotationParser.DOUBLE -> DataType.DOUBLE;
            case NestNotationParser.BYTE -> DataType.BYTE;
            case NestNotationParser.SIGNED_BYTE -> DataType.SIGNED_BYTE;
            case NestNotationParser.SHORT -> DataType.SHORT;
            case NestNotationParser.UNSIGNED_SHORT -> DataType.UNSIGNED_SHORT;
            case NestNotationParser.UNSIGNED -> DataType.UNSIGNED;
            case NestNotationParser.LONG -> DataType.LONG;
            case NestNotationParser.UNSIGNED_LONG -> DataType.UNSIGNED_LONG;
            case NestNotationParser.INTEGER -> DataType.INTEGER;
            case NestNotationParser.LOGICAL -> DataType.LOGICAL;
            default -> throw new IllegalStateException("no type " + line.type.getText());
        };
    }

    private void extents(DeclarationLineContext line) {
        line.declarator()
                .forEach(d -> d.extent().forEach(e -> {
                    if (e.lower != null) {
                        index(e.lower, Set.of());
                    }
                    index(e.upper, Set.of());
                }));
    }

    private void loopVariables(List<Block> blocks) {
        for (Block block : blocks) {
            switch (block) {
                case Block.Loop loop -> {
                    if (loop.header().variable != null) {
                        symbols.addLoopVariable(loop.header().variable);
                    }
                    loopVariables(loop.body());
                }
                case Block.Repeat repeat -> {
                    if (repeat.header().variable != null) {
                        symbols.addLoopVariable(repeat.header().variable);
                    }
                    loopVariables(repeat.body());
                }
                case Block.Guard guard -> {
                    loopVariables(guard.then());
                    loopVariables(guard.otherwise());
                }
                case Block.Assignment assignment -> {}
            }
        }
    }

    private void uses(List<Block> blocks, Set<String> scope) {
        for (Block block : blocks) {
            switch (block) {
                case Block.Loop loop -> loop(loop, scope);
                case Block.Repeat repeat -> repeat(repeat, scope);
                case Block.Guard guard -> {
                    if (guard.condition() != null) {
                        index(guard.condition(), scope);
                    }
                    uses(guard.then(), scope);
                    uses(guard.otherwise(), scope);
                }
                case Block.Assignment assignment -> assignment(assignment.line(), scope);
            }
        }
    }

    private void loop(Block.Loop loop, Set<String> scope) {
        DoLineContext header = loop.header();
        for (ExprContext bound : header.expr()) {
            index(bound, scope);
        }
        uses(loop.body(), header.variable == null ? scope : Scopes.with(scope, header.variable.getText()));
    }

    private void repeat(Block.Repeat repeat, Set<String> scope) {
        RepeatLineContext header = repeat.header();
        header.expr().forEach(bound -> index(bound, scope));
        Set<String> inner = header.variable == null ? scope : Scopes.with(scope, header.variable.getText());
        uses(repeat.body(), inner);
        if (repeat.until() != null && repeat.until().condition != null && !SyntaxErrors.isFaulty(repeat.until())) {
            value(repeat.until().condition, inner);
        }
    }

    private void assignment(AssignmentLineContext line, Set<String> scope) {
        if (SyntaxErrors.isFaulty(line)) {
            return;
        }
        if (line.reference().open == null) {
            assignedScalars.add(line.reference().name);
        } else {
            reference(line.reference(), scope);
        }
        value(line.expr(), scope);
    }

    /** An expression over data. */
    private void value(ExprContext expression, Set<String> scope) {
        if (expression instanceof ReferenceValueContext value) {
            reference(value.reference(), scope);
        } else {
            expression.getRuleContexts(ExprContext.class).forEach(e -> value(e, scope));
        }
    }

    private void reference(ReferenceContext reference, Set<String> scope) {
        String name = reference.name.getText();
        if (reference.open == null) {
            if (!scope.contains(name) && !name.equalsIgnoreCase(Expression.INFINITY)) {
                bareValues.add(reference.name);
            }
        } else if (RepeatBuilder.isUnchanged(reference)) {
            return;
        } else if (Intrinsic.of(name) == null) {
            symbols.addUndeclaredArray(reference.name, reference.arguments.size());
            reference.arguments.forEach(a -> index(a, scope));
        } else if (Intrinsic.of(name) == Intrinsic.MOD
                && reference.arguments.stream().noneMatch(this::isData)) {
            reference.arguments.forEach(a -> index(a, scope));
        } else {
            reference.arguments.forEach(a -> value(a, scope));
        }
    }

    /** Whether an expression reads arrays or declared scalars, or has numbers that are no integers. */
    private boolean isData(ExprContext expression) {
        return switch (expression) {
            case ReferenceValueContext value -> {
                ReferenceContext reference = value.reference();
                String name = reference.name.getText();
                boolean array = reference.open != null && Intrinsic.of(name) == null || symbols.array(name) != null;
                yield array || reference.arguments.stream().anyMatch(this::isData);
            }
            case RealLiteralContext _ -> true;
            default -> expression.getRuleContexts(ExprContext.class).stream().anyMatch(this::isData);
        };
    }

    /** An expression over loop variables and parameters. */
    private void index(ExprContext expression, Set<String> scope) {
        if (!(expression instanceof ReferenceValueContext value)) {
            expression.getRuleContexts(ExprContext.class).forEach(e -> index(e, scope));
            return;
        }
        ReferenceContext reference = value.reference();
        String name = reference.name.getText();
        if (reference.open != null) {
            reference.arguments.forEach(a -> index(a, scope));
        } else if (!scope.contains(name) && !symbols.isLoopVariable(name) && symbols.array(name) == null) {
            symbols.addFreeSymbol(reference.name);
        }
    }

    private void scalars() {
        for (Token name : assignedScalars) {
            if (isUnknown(name)) {
                symbols.addUndeclaredArray(name, 0);
            }
        }
        for (Token name : bareValues) {
            if (isUnknown(name) && !symbols.hasExplicitParameters()) {
                symbols.addUndeclaredArray(name, 0);
            }
        }
    }

    private boolean isUnknown(Token name) {
        return !symbols.isParameter(name.getText())
                && !symbols.isLoopVariable(name.getText())
                && symbols.array(name.getText()) == null;
    }
}
