package tilewright.kernel.text;

/** Names and texts out of what {@link Words} writes of them. */
public final class WrittenWords {
    private WrittenWords() {}

    /** The name, without backquotes. */
    public static String unquoted(String name) {
        return name.startsWith("`") ? name.substring(1, name.length() - 1) : name;
    }

    /** What stands in quotes. */
    public static String unquotedText(String quoted) {
        return unescaped(quoted.substring(1, quoted.length() - 1));
    }

    /** The text after a mark. */
    static String unmarked(String mark, String marked) {
        String text = marked.substring(mark.length());
        return unescaped(text.startsWith(" ") ? text.substring(1) : text);
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                i++;
                plain.append(plainOf(text.charAt(i)));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static char plainOf(char escape) {
        return switch (escape) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> escape;
        };
    }
}
