package tilewright.cli.output;

/** A word of a command that a reader copies: as it is where a shell takes it so, else in quotes. */
public final class ShellWord {
    private ShellWord() {}

    public static String of(Object word) {
        String text = word.toString();
        return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
