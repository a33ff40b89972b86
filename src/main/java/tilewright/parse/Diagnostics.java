package tilewright.parse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Refusal;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;

/** Collects the faults of one input; the user sees all of them, in the order of the text. */
public final class Diagnostics {
    private record Fault(SourcePosition position, String message, Refusal refusal) {
        @Override
        public String toString() {
            return position + ": error: " + message;
        }
    }

    private static final int MOST_SHOWN = 50;

    private final String file;
    private final List<Fault> faults = new ArrayList<>();
    private int muted;

    /** Faults of the input named {@code file}, as the user gave it. */
    public Diagnostics(String file) {
        this.file = file;
    }

    /** Reports one fault: what is wrong and what to do. */
    public void error(SourcePosition position, String message) {
        error(position, Refusal.NOT_SUPPORTED, message);
    }

    /** The same with the reason that nothing is read. */
    public void error(SourcePosition position, Refusal refusal, String message) {
        Fault fault = new Fault(position, message, refusal);
        if (muted == 0 && !faults.contains(fault)) {
            faults.add(fault);
        }
    }

    /** Runs something whose faults are of no interest. */
    public void without(Runnable attempt) {
        muted++;
        try {
            attempt.run();
        } finally {
            muted--;
        }
    }

    /** Whether faults are of no interest now. */
    public boolean isMuted() {
        return muted > 0;
    }

    public boolean isEmpty() {
        return faults.isEmpty();
    }

    /** The first fault, with its position; null where nothing was reported. */
    public @Nullable String first() {
        return faults.isEmpty() ? null : faults.getFirst().toString();
    }

    /**
     * Ends the run if anything was reported.
     *
     * @throws UserError with one line {@code file:line:column: error: message} per fault
     */
    public void throwIfAny() {
        if (faults.isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>(faults.stream()
                .sorted(Comparator.comparingInt((Fault f) -> f.position.line())
                        .thenComparingInt(f -> f.position.column()))
                .limit(MOST_SHOWN)
                .map(Fault::toString)
                .toList());
        if (faults.size() > MOST_SHOWN) {
            lines.add(file + ": error: " + (faults.size() - MOST_SHOWN) + " more errors are not shown");
        }
        Fault gravest =
                faults.stream().min(Comparator.comparing(Fault::refusal)).orElseThrow();
        throw UserError.refused(gravest.refusal, String.join("\n", lines), gravest.toString());
    }

    /** The first character of the file. */
    SourcePosition start() {
        return new SourcePosition(file, 1, 1);
    }

    SourcePosition position(Token token) {
        return new SourcePosition(file, token.getLine(), token.getCharPositionInLine() + 1);
    }

    SourcePosition position(ParserRuleContext context) {
        return position(context.getStart());
    }

    void error(Token token, String message) {
        error(position(token), message);
    }

    void error(ParserRuleContext context, String message) {
        error(position(context), message);
    }
}
