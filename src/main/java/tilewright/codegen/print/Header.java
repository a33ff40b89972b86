package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.model.PairArithmetic;

/** The comment at the top of generated files: what is computed, how it is cut, and why that is legal. */
public final class Header {
    private static final int WIDTH = 100;

    private Header() {}

    public static List<String> of(KernelProgram program) {
        List<String> lines = new ArrayList<>();
        lines.add(program.name() + ", tiled by Tilewright");
        lines.add("");
        program.nest()
                .statements()
                .forEach(s -> lines.add(
                        s.statement().id() + "(" + String.join(",", s.loopVariables()) + "): " + s.statement()));
        lines.add("");
        lines.add("Candidate: "
                + (program.candidate().isAsWritten()
                        ? program.candidate().toString()
                        : "block " + join(program.candidate().block()) + ", thread "
                                + join(program.candidate().thread()) + ", "
                                + program.candidate().options()));
        lines.addAll(wrap("Shape: ", program.family()));
        lines.addAll(wrap("Legal because ", program.rule()));
        new PairArithmetic(program.nest()).obstacles().forEach(o -> lines.addAll(wrap("", o)));
        for (Kernel kernel : program.kernels()) {
            lines.add("");
            lines.addAll(wrap("Kernel " + kernel.name() + ": ", kernel.description()));
            for (BlockProgram piece : kernel.pieces()) {
                lines.addAll(wrap("  - ", piece.role()));
            }
        }
        return lines;
    }

    private static String join(List<Integer> sizes) {
        return String.join("x", sizes.stream().map(String::valueOf).toList());
    }

    private static List<String> wrap(String lead, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(lead);
        for (String word : text.strip().split("\\s+")) {
            if (line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder("    ");
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines.stream().map(l -> l.replace("*/", "* /")).toList();
    }
}
