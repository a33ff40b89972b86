package tilewright.codegen.print;

/** Indents generated C: four columns per open brace; empty lines never come in pairs or before a closing brace. */
public final class Indenter {
    private static final String INDENT = "    ";

    private Indenter() {}

    public static String indent(String source) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        boolean emptyBefore = true;
        for (String raw : source.split("\n")) {
            String line = raw.strip();
            if (line.isEmpty()) {
                if (!emptyBefore) {
                    text.append('\n');
                }
                emptyBefore = true;
                continue;
            }
            emptyBefore = false;
            int own = line.startsWith("}") ? depth - 1 : depth;
            boolean comment = isComment(line);
            text.append(INDENT.repeat(Math.max(0, own)))
                    .append(comment ? " " : "")
                    .append(line)
                    .append('\n');
            depth += opened(line);
        }
        return text.toString();
    }

    /** Inner lines of a block comment. */
    private static boolean isComment(String line) {
        return line.equals("*") || line.startsWith("* ") || line.startsWith("*/");
    }

    private static int opened(String line) {
        if (isComment(line) || line.startsWith("/*") || line.startsWith("//")) {
            return 0;
        }
        int comment = line.indexOf("//");
        String code = comment < 0 ? line : line.substring(0, comment);
        return (int) (code.chars().filter(c -> c == '{').count()
                - code.chars().filter(c -> c == '}').count());
    }
}
