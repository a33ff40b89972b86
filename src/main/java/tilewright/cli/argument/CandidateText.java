package tilewright.cli.argument;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.OptionWord;

/**
 * Reads candidates as tables, messages and pages write them, {@code 64x128x128/1x8x8 k-tile 16, stages 2, panel 64}, and as
 * earlier versions wrote them.
 */
public final class CandidateText {
    private static final Pattern FORM = Pattern.compile(
            "\\s*([0-9x ]+)/([0-9x ]+?)((?:[\\s,]+(?:by +planes|[a-zA-Z-]+[ =]+[0-9]+|resident))*)\\s*");
    private static final Pattern REST = Pattern.compile("by +(planes)|([a-zA-Z-]+)[ =]+([0-9]+)|(resident)");

    /** Of numbers that an int always holds. */
    private static final int MOST_DIGITS = 9;

    private CandidateText() {}

    private static int number(String text, String name, String digits) {
        if (digits.length() > MOST_DIGITS) {
            throw UserError.badInput(
                    "--candidate '" + text + "': " + name + " " + digits + " has more than " + MOST_DIGITS + " digits");
        }
        return Integer.parseInt(digits);
    }

    /** @throws UserError when it is none, with an example */
    public static Candidate parse(String text) {
        if (text.strip().equals(Candidate.WORDS_AS_WRITTEN)) {
            return Candidate.AS_WRITTEN;
        }
        Matcher whole = FORM.matcher(text);
        if (!whole.matches()) {
            throw UserError.badInput("--candidate '" + text
                    + "': expected block sizes / thread sizes and the rest, e.g. '64x128x128/1x8x8 k-tile 16,"
                    + " stages 2'");
        }
        Map<String, Integer> rest = new HashMap<>();
        Matcher each = REST.matcher(whole.group(3));
        while (each.find()) {
            boolean planes = each.group(1) != null;
            boolean resident = each.group(4) != null;
            String name = planes ? OptionWord.PLANES.word() : resident ? OptionWord.RESIDENT.word() : each.group(2);
            int value = planes ? OptionWord.PLANE : resident ? 1 : number(text, name, each.group(3));
            if (rest.put(name, value) != null) {
                throw UserError.badInput("--candidate '" + text + "': " + name + " is given twice");
            }
        }
        List<Integer> block = Sizes.list("--candidate", whole.group(1));
        List<Integer> thread = Sizes.list("--candidate", whole.group(2));
        if (block.size() != thread.size()) {
            throw UserError.badInput("--candidate '" + text + "': " + block.size() + " block sizes and " + thread.size()
                    + " thread sizes; give one of each per loop");
        }
        return new Candidate(block, thread, BlockArguments.options("--candidate '" + text + "'", rest, 1));
    }
}
