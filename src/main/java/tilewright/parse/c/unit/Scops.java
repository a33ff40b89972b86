package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.jspecify.annotations.Nullable;
import tilewright.model.Refusal;
import tilewright.model.UserError;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.unit.TranslationUnit.Pragma;

/** Finds the scops of a file. */
public final class Scops {
    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final List<Scop> found = new ArrayList<>();
    private int number;

    private Scops(TranslationUnit unit, Diagnostics diagnostics) {
        this.unit = unit;
        this.diagnostics = diagnostics;
    }

    /** All scops of the file, in order. */
    public static List<Scop> of(TranslationUnit unit, Diagnostics diagnostics) {
        Scops scops = new Scops(unit, diagnostics);
        scops.find();
        return scops.found;
    }

    /**
     * The scop that the user means.
     *
     * @param wanted number or function, or null for the only one
     * @throws UserError where there is no such scop, or several
     */
    public static Scop choose(TranslationUnit unit, List<Scop> scops, @Nullable String wanted) {
        List<Scop> fitting =
                scops.stream().filter(s -> wanted == null || s.isCalled(wanted)).toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        String choices = scops.stream()
                .map(s -> s.number() + " (" + s.functionName() + ", line "
                        + s.position().line() + ")")
                .collect(Collectors.joining(", "));
        if (scops.isEmpty()) {
            throw UserError.badInput(unit.position(0)
                    + ": error: there is no scop here; put '#pragma scop' before the loops and '#pragma endscop' after"
                    + " them");
        }
        String what = wanted == null
                ? "the file has " + scops.size() + " scops; choose one by --scop"
                : "--scop " + wanted + " names " + (fitting.isEmpty() ? "no scop" : "several scops")
                        + "; give one of these numbers";
        throw UserError.badInput(scops.getFirst().position() + ": error: " + what + ": " + choices);
    }

    private void find() {
        Pragma open = null;
        for (Pragma pragma : unit.pragmas()) {
            if (pragma.text().equals("scop")) {
                if (open != null) {
                    error(open, "this scop is not ended before the next one; add '#pragma endscop'");
                }
                open = pragma;
            } else if (pragma.text().equals("endscop")) {
                if (open == null) {
                    error(pragma, "'#pragma endscop' without '#pragma scop' before it; remove it or add that");
                } else {
                    add(open, pragma);
                }
                open = null;
            }
        }
        if (open != null) {
            error(open, "this scop is never ended; add '#pragma endscop' after its last statement");
        }
    }

    /** Pragmas that do not fit: no tool can say what they mean. */
    private void error(Pragma pragma, String message) {
        error(pragma, Refusal.INVALID, message);
    }

    private void error(Pragma pragma, Refusal refusal, String message) {
        diagnostics.error(unit.position(pragma.offset()), refusal, message);
    }

    private void add(Pragma open, Pragma close) {
        number++;
        Optional<IASTFunctionDefinition> function = function(open.offset());
        if (function.isEmpty()) {
            String advice = Missing.advice(unit);
            error(
                    open,
                    advice.isEmpty() ? Refusal.NOT_SUPPORTED : Refusal.TEXT_MISSING,
                    "this scop lies in no function that can be parsed" + advice);
            return;
        }
        List<IASTStatement> statements = between(function.get().getBody(), open, close);
        if (statements == null) {
            error(open, "this scop begins and ends in different blocks; put both pragmas into one block");
        } else {
            found.add(new Scop(number, function.get(), List.of(), statements, unit.position(open.offset())));
        }
    }

    private Optional<IASTFunctionDefinition> function(int offset) {
        for (IASTDeclaration declaration : unit.tree().getDeclarations()) {
            if (declaration instanceof IASTFunctionDefinition f
                    && unit.isInMainFile(f)
                    && TranslationUnit.start(f) < offset
                    && offset < TranslationUnit.end(f)) {
                return Optional.of(f);
            }
        }
        return Optional.empty();
    }

    /** The statements between the pragmas in the innermost block around both; null where they are in different blocks. */
    private static @Nullable List<IASTStatement> between(IASTNode block, Pragma open, Pragma close) {
        List<IASTStatement> statements = new ArrayList<>();
        for (IASTNode child : block.getChildren()) {
            int start = TranslationUnit.start(child);
            int end = TranslationUnit.end(child);
            boolean opens = start < open.offset() && open.offset() < end;
            boolean closes = start < close.offset() && close.offset() < end;
            if (opens && closes) {
                return between(child, open, close);
            }
            if (opens || closes) {
                return null;
            }
            if (child instanceof IASTStatement s && open.offset() < start && start < close.offset()) {
                statements.add(s);
            }
        }
        return block instanceof IASTCompoundStatement || statements.isEmpty() ? statements : null;
    }
}
