package tilewright.report.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What keeps LaTeX from compiling, as far as its structure shows: braces, environments, math, special characters, columns. */
final class LatexStructure {
    private final String text;
    private final List<String> faults = new ArrayList<>();
    private final Deque<String> environments = new ArrayDeque<>();
    private int braces;
    private boolean math;

    private LatexStructure(String text) {
        this.text = text;
    }

    /** The faults of a document, in the order of its text. */
    static List<String> faults(String document) {
        LatexStructure structure = new LatexStructure(document);
        structure.read();
        return structure.faults;
    }

    private void read() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '\\' -> at = command(at);
                case '%' -> at = text.indexOf('\n', at) < 0 ? text.length() : text.indexOf('\n', at);
                case '{' -> braces++;
                case '}' -> close(at);
                case '$' -> math = !math;
                case '#' -> faults.add("unescaped # at " + at);
                case '_', '^' -> {
                    if (!math) {
                        faults.add(c + " outside of math at " + at);
                    }
                }
                case '&' -> {
                    if (environments.isEmpty()) {
                        faults.add("& outside of a table at " + at);
                    }
                }
                default -> {
                    if (c > 126) {
                        faults.add("character " + (int) c + " at " + at);
                    }
                }
            }
            at++;
        }
        if (braces > 0) {
            faults.add("{ is open at the end");
        }
        if (math) {
            faults.add("$ is open at the end");
        }
        environments.forEach(e -> faults.add("\\begin{" + e + "} is open at the end"));
    }

    private void close(int at) {
        if (--braces < 0) {
            faults.add("} without { at " + at);
            braces = 0;
        }
    }

    /** Past a command: the last character that belongs to it. */
    private int command(int at) {
        for (String what : List.of("begin", "end")) {
            String start = "\\" + what + "{";
            if (text.startsWith(start, at)) {
                int end = text.indexOf('}', at);
                String name = text.substring(at + start.length(), end);
                if (what.equals("begin")) {
                    environments.push(name);
                } else if (environments.isEmpty()) {
                    faults.add("\\end{" + name + "} closes nothing");
                } else {
                    String open = environments.pop();
                    if (!open.equals(name)) {
                        faults.add("\\end{" + name + "} closes \\begin{" + open + "}");
                    }
                }
                return end;
            }
        }
        return at + 1;
    }
}
