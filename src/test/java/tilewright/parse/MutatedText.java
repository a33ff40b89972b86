package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A text with a few changes: characters left out, pieces put in, lines moved or left out. */
public record MutatedText(String original, List<String> pieces) {
    private static final int MOST_CHANGES = 4;

    public String next(Random random) {
        StringBuilder text = new StringBuilder(original);
        for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, piece(random));
                case 2 -> text.replace(at, at + 1, piece(random));
                default -> moveLine(text, random);
            }
        }
        return text.toString();
    }

    private String piece(Random random) {
        return pieces.get(random.nextInt(pieces.size()));
    }

    private static void moveLine(StringBuilder text, Random random) {
        List<String> lines = new ArrayList<>(text.toString().lines().toList());
        String line = lines.remove(random.nextInt(lines.size()));
        if (random.nextBoolean()) {
            lines.add(random.nextInt(lines.size()), line);
        }
        text.replace(0, text.length(), String.join("\n", lines) + "\n");
    }
}
