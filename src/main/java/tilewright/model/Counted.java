package tilewright.model;

/** Numbers of things in words: {@code 1 candidate}, {@code 2 candidates}, {@code 3 launches}. */
public final class Counted {
    private Counted() {}

    /** @param noun in the singular; its plural takes an s, or es behind a hissing sound */
    public static String of(long number, String noun) {
        return number + " " + (number == 1 ? noun : plural(noun));
    }

    private static String plural(String noun) {
        return noun.matches(".*(s|x|ch|sh)") ? noun + "es" : noun + "s";
    }
}
