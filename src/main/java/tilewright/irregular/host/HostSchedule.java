package tilewright.irregular.host;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.irregular.Fixpoint;

/** How the threads of a processor go through the arcs of a relaxation; the text is what candidates are written as. */
public sealed interface HostSchedule {
    /**
     * Level by level (T3): {@code host levels push 16 back 24}.
     *
     * @param push levels are pushed while at most a share of 1 / push of the arcs leaves them; then vertices that are not reached look for one that is
     * @param back and are pushed again once fewer than a share of 1 / back of the vertices was reached in a level
     */
    record Levels(int push, int back) implements HostSchedule {
        @Override
        public String toString() {
            return "host levels push " + push + " back " + back;
        }
    }

    /**
     * In windows of values (T5): {@code host window 16}.
     *
     * @param parts a window is as wide as the greatest weight, over this; 0: all values are one window
     */
    record Window(int parts) implements HostSchedule {
        @Override
        public String toString() {
            return "host window " + parts;
        }
    }

    /**
     * The schedule that a text means.
     *
     * @throws IllegalArgumentException where it means none
     */
    static HostSchedule parse(String text) {
        String plain = text.strip().replaceAll("\\s+", " ");
        Matcher levels =
                Pattern.compile("host levels push (\\d{1,9}) back (\\d{1,9})").matcher(plain);
        Matcher window = Pattern.compile("host window (\\d{1,9})").matcher(plain);
        if (levels.matches() && Integer.parseInt(levels.group(2)) > 0) {
            return new Levels(Integer.parseInt(levels.group(1)), Integer.parseInt(levels.group(2)));
        }
        if (window.matches()) {
            return new Window(Integer.parseInt(window.group(1)));
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no schedule of a processor; write one as 'host levels push"
                        + " 16 back 24' or 'host window 16'");
    }

    /** Whether the laws that a schedule rests on hold, and values and weights have a form that it knows. */
    static boolean allowed(Fixpoint fixpoint, HostSchedule schedule) {
        return switch (schedule) {
            case Levels _ -> fixpoint.levels() && fixpoint.relaxation().inputs().isEmpty();
            case Window w ->
                fixpoint.window()
                        && fixpoint.relaxation().bits()
                        && fixpoint.relaxation().type().bytes() == Integer.BYTES
                        && fixpoint.relaxation().inputs().size() <= 1
                        && fixpoint.relaxation().inputs().stream()
                                .allMatch(i -> i.type().bytes() == Integer.BYTES)
                        && (w.parts == 0
                                || fixpoint.relaxation().least()
                                        && !fixpoint.relaxation().inputs().isEmpty());
        };
    }

    /** Those that the laws allow, the most promising one first; empty where there are none. */
    static List<HostSchedule> of(Fixpoint fixpoint) {
        List<HostSchedule> all = new ArrayList<>();
        for (int push : List.of(16, 64)) {
            all.add(new Levels(push, 24));
        }
        for (int parts : List.of(64, 256, 16, 0)) {
            all.add(new Window(parts));
        }
        return all.stream().filter(s -> allowed(fixpoint, s)).toList();
    }
}
