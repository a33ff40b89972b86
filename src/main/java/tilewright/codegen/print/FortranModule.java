package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.CNames;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/**
 * What a Fortran module says of a program's function. The program's rows, its last dimension, are Fortran's columns: dimensions are
 * declared in reverse. Fortran's integer division rounds towards zero, the model's down.
 */
final class FortranModule {
    /** What the module uses of Fortran and of its own, in lower case. */
    private static final Set<String> RESERVED = Set.of(
            "c_ptr",
            "c_loc",
            "c_int",
            "c_float",
            "c_double",
            "c_short",
            "c_signed_char",
            "c_long_long",
            "min",
            "max",
            "merge",
            "modulo",
            "allocate",
            "size");

    private static final int MOST_CHARACTERS = 63;
    /** What the template appends to names of arrays, the longest one first. */
    private static final List<String> SUFFIXES =
            List.of("_columns", "_memory", "_extent", "_pitch", "_plain", "_rows", "");
    /** Columns of the text. */
    private static final int WIDTH = 100;

    private final KernelProgram program;
    private final DriverFile.About about;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>(RESERVED);

    /** @param inHeader names of arrays and parameters in the header */
    FortranModule(KernelProgram program, DriverFile.About about, UnaryOperator<String> inHeader) {
        this.program = program;
        this.about = about;
        taken.add(about.library());
        taken.add(about.prefix());
        taken.add(about.function());
        Stream<String> scratch = Stream.concat(
                program.secondCopies().stream().map(CNames::otherCopy),
                program.scratch().stream().map(ArrayLayout::name));
        Stream.of(program.parameters().stream(), program.arrays().stream().map(ArrayLayout::name), scratch)
                .flatMap(s -> s)
                .forEach(n -> names.computeIfAbsent(n, k -> fresh(known(k) ? inHeader.apply(k) : k)));
    }

    private boolean known(String name) {
        return program.parameters().contains(name)
                || program.arrays().stream().anyMatch(a -> a.name().equals(name));
    }

    /** A name that Fortran can spell, and that differs from all others not in capitals alone. */
    private String fresh(String wanted) {
        String letters = wanted.replaceAll("[^A-Za-z0-9_]", "_").replaceAll("^_+", "");
        String plain = letters.isEmpty() || Character.isDigit(letters.charAt(0)) ? "x" + letters : letters;
        String start = plain.substring(
                0,
                Math.min(plain.length(), MOST_CHARACTERS - SUFFIXES.getFirst().length()));
        String name = start;
        for (int copy = 2; !isFree(name); copy++) {
            name = start + "_" + copy;
        }
        SUFFIXES.stream().map(name::concat).forEach(n -> taken.add(n.toLowerCase(Locale.ROOT)));
        return name;
    }

    private boolean isFree(String name) {
        return SUFFIXES.stream().map(name::concat).noneMatch(n -> taken.contains(n.toLowerCase(Locale.ROOT)));
    }

    /** For the template: every text stands where it belongs. */
    Map<String, Object> model() {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("module", about.library());
        model.put("procedure", about.prefix());
        model.put("function", about.function());
        List<String> parameters = program.parameters().stream().map(this::name).toList();
        List<String> arrays = program.arrays().stream().map(a -> name(a.name())).toList();
        model.put("parameters", parameters);
        model.put("parameterList", wrapped(parameters));
        model.put("arrays", program.passed().stream().map(this::array).toList());
        List<String> scratch = new ArrayList<>();
        program.secondCopies().forEach(a -> scratch.add(name(CNames.otherCopy(a))));
        program.scratch().forEach(a -> scratch.add(name(a.name())));
        model.put("scratch", scratch);
        model.put("arguments", wrapped(joined(List.of(arrays, parameters))));
        model.put("deviceArguments", wrapped(joined(List.of(arrays, scratch, parameters, List.of("stream_")))));
        List<String> memories = program.arrays().stream()
                .map(a -> a.bounds().isEmpty() ? "c_loc(" + name(a.name()) + ")" : name(a.name()) + "_memory")
                .toList();
        model.put("memories", wrapped(joined(List.of(memories, parameters))));
        Set<String> kinds = new TreeSet<>(List.of("c_int"));
        program.arrays().forEach(a -> kinds.add(kind(a.type())));
        model.put("kinds", kinds);
        return model;
    }

    private static List<String> joined(List<List<String>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    /** A list of names over as many lines as it takes. */
    private static String wrapped(List<String> list) {
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (int i = 0; i < list.size(); i++) {
            String item = list.get(i) + (i + 1 < list.size() ? ", " : "");
            if (column > 0 && column + item.length() > WIDTH / 2) {
                text.append("&\n        ");
                column = 0;
            }
            text.append(item);
            column += item.length();
        }
        return text.toString();
    }

    private String name(String name) {
        String known = names.get(name);
        if (known == null) {
            throw new IllegalStateException("no name for " + name);
        }
        return known;
    }

    private Map<String, Object> array(ArrayLayout layout) {
        Map<String, Object> model = new LinkedHashMap<>();
        List<Bounds> bounds = layout.bounds().reversed();
        model.put("name", name(layout.name()));
        model.put("type", type(layout.type()));
        model.put(
                "shape",
                bounds.stream()
                        .map(b -> b.lower().equals(Affine.constant(1))
                                ? text(b.upper())
                                : text(b.lower()) + ":" + text(b.upper()))
                        .collect(Collectors.joining(", ")));
        model.put("scalar", bounds.isEmpty());
        model.put("extent", text(layout.columns()));
        model.put("pitch", text(layout.pitch()));
        String others = layout.outer().reversed().stream()
                .map(b -> "max(0, " + text(b.extent()) + ")")
                .collect(Collectors.joining("*"));
        model.put("columns", others.isEmpty() ? "1" : others);
        model.put("written", program.nest().isWritten(layout.name()));
        return model;
    }

    /** Integers without a sign are those of their bits. A default logical value takes as much memory as an int. */
    private static String type(DataType type) {
        return switch (type) {
            case REAL, DOUBLE -> "real(" + kind(type) + ")";
            // Fortran compilers have no such numbers: their bits.
            case HALF -> "integer(" + kind(type) + ")";
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LONG, UNSIGNED_LONG ->
                "integer(" + kind(type) + ")";
            case LOGICAL -> "logical";
        };
    }

    private static String kind(DataType type) {
        return switch (type) {
            case REAL -> "c_float";
            case DOUBLE -> "c_double";
            case BYTE, SIGNED_BYTE -> "c_signed_char";
            case SHORT, UNSIGNED_SHORT, HALF -> "c_short";
            case INTEGER, UNSIGNED, LOGICAL -> "c_int";
            case LONG, UNSIGNED_LONG -> "c_long_long";
        };
    }

    private String text(Affine affine) {
        LinearForm form = LinearForm.of(affine);
        StringBuilder text = new StringBuilder();
        form.terms().forEach((term, factor) -> {
            String sign = factor < 0 ? (text.isEmpty() ? "-" : " - ") : text.isEmpty() ? "" : " + ";
            long size = Math.abs(factor);
            text.append(sign).append(size == 1 ? "" : size + "*").append(term(term));
        });
        long constant = form.constant();
        if (text.isEmpty()) {
            return Long.toString(constant);
        }
        return constant == 0 ? text.toString() : text + (constant < 0 ? " - " : " + ") + Math.abs(constant);
    }

    private String term(Affine term) {
        return switch (term) {
            case Affine.Constant c -> Long.toString(c.value());
            case Affine.Variable v -> name(v.name());
            case Affine.Sum _, Affine.Scaled _ -> "(" + text(term) + ")";
            case Affine.FloorDiv d -> {
                String dividend = text(d.dividend());
                yield "((" + dividend + " - modulo(" + dividend + ", " + d.divisor() + "))/" + d.divisor() + ")";
            }
            case Affine.Mod m -> "modulo(" + text(m.dividend()) + ", " + m.divisor() + ")";
            case Affine.Min m -> "min(" + list(m.operands()) + ")";
            case Affine.Max m -> "max(" + list(m.operands()) + ")";
            case Affine.Select s ->
                "merge(" + text(s.then()) + ", " + text(s.otherwise()) + ", " + condition(s.condition()) + ")";
        };
    }

    private String list(List<Affine> operands) {
        return operands.stream().map(this::text).collect(Collectors.joining(", "));
    }

    private String condition(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> text(c.left()) + " " + c.relation().notation() + " " + text(c.right());
            case Condition.And a -> joined(a.operands(), " .and. ", ".true.");
            case Condition.Or o -> joined(o.operands(), " .or. ", ".false.");
            case Condition.Not n -> ".not. (" + condition(n.operand()) + ")";
        };
    }

    private String joined(List<Condition> operands, String sign, String empty) {
        return operands.isEmpty()
                ? empty
                : operands.stream().map(o -> "(" + condition(o) + ")").collect(Collectors.joining(sign));
    }
}
