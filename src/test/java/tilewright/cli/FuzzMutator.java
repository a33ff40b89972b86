package tilewright.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes damaged inputs out of good ones: pieces of text taken out, doubled, exchanged with those of other good inputs, numbers at the
 * ends of their ranges, nesting, single bits.
 *
 * @param seeds good inputs
 * @param words of their notation
 */
record FuzzMutator(List<byte[]> seeds, List<String> words) {
    private static final int MOST_CHANGES = 5;
    private static final int DEPTH = 4000;
    private static final int LONG = 40;

    /** What is special in most notations. */
    private static final List<String> COMMON = List.of(
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ";",
            ":",
            "=",
            "+",
            "-",
            "*",
            "/",
            "%",
            "<",
            ">",
            "&",
            "|",
            "!",
            "?",
            "#",
            "@",
            "$",
            "`",
            "'",
            "\"",
            "\\",
            "\n",
            "\t",
            "\r\n",
            "\0",
            "\u00e9",
            "\ud83d\ude00",
            "\ufeff",
            "\u202e",
            " ",
            "a",
            "n",
            "_",
            "null",
            "true");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "1",
            "2147483647",
            "2147483648",
            "-2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "1e308",
            "1e400",
            "0.5",
            "NaN",
            "00",
            "1e-400",
            "99999999999999999999999999");

    FuzzMutator {
        seeds = List.copyOf(seeds);
        words = List.copyOf(words);
    }

    byte[] next(Random random) {
        byte[] seed = seeds.get(random.nextInt(seeds.size()));
        // A byte is a letter here, so that no input is refused for its coding alone.
        StringBuilder text = new StringBuilder(new String(seed, StandardCharsets.ISO_8859_1));
        for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
            change(text, random);
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private void change(StringBuilder text, Random random) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + 1 + random.nextInt(LONG));
        switch (random.nextInt(12)) {
            case 0 -> text.delete(at, Math.min(text.length(), at + 1));
            case 1 -> text.delete(at, end);
            case 2 -> text.insert(at, text.substring(at, end));
            case 3 -> text.insert(at, piece(random));
            case 4 -> text.replace(at, Math.min(text.length(), at + 1), piece(random));
            case 5, 6 -> number(text, at, random);
            case 7 -> lines(text, random);
            case 8 -> splice(text, at, end, random);
            case 9 -> flip(text, at, random);
            case 10 -> text.setLength(random.nextInt(20) == 0 ? at : text.length());
            default -> text.insert(at, random.nextInt(50) == 0 ? piece(random).repeat(DEPTH) : piece(random));
        }
    }

    private String piece(Random random) {
        List<String> from = switch (random.nextInt(4)) {
            case 0 -> COMMON;
            case 1 -> NUMBERS;
            default -> words.isEmpty() ? COMMON : words;
        };
        String piece = from.get(random.nextInt(from.size()));
        return new String(piece.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** The next number becomes another one. */
    private static void number(StringBuilder text, int at, Random random) {
        int start = at;
        while (start < text.length() && !Character.isDigit(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        if (start < end) {
            text.replace(start, end, NUMBERS.get(random.nextInt(NUMBERS.size())));
        }
    }

    /** A line is taken out, doubled or put elsewhere. */
    private static void lines(StringBuilder text, Random random) {
        List<String> lines = new ArrayList<>(text.toString().lines().toList());
        if (lines.isEmpty()) {
            return;
        }
        int from = random.nextInt(lines.size());
        String line = random.nextBoolean() ? lines.remove(from) : lines.get(from);
        if (random.nextInt(3) > 0) {
            lines.add(random.nextInt(lines.size() + 1), line);
        }
        text.replace(0, text.length(), String.join("\n", lines) + "\n");
    }

    private void splice(StringBuilder text, int at, int end, Random random) {
        String other = new String(seeds.get(random.nextInt(seeds.size())), StandardCharsets.ISO_8859_1);
        int from = random.nextInt(other.length() + 1);
        text.replace(at, end, other.substring(from, Math.min(other.length(), from + random.nextInt(LONG))));
    }

    private static void flip(StringBuilder text, int at, Random random) {
        if (at < text.length()) {
            text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(8)));
        }
    }
}
