package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.CNames;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/**
 * What a Python module says of a program's function: its arrays with their shapes as functions of the sizes, and where
 * sizes can be read off the shapes. Python's integers have no bounds and its division rounds down, so affine
 * expressions are the same in both languages.
 */
final class PythonModule {
    /** Keywords, and what the module's functions call in the scope of their arguments. */
    private static final Set<String> RESERVED = Set.of(("False None True and as assert async await break class continue"
                    + " def del elif else except finally for from global if import in is lambda nonlocal not or pass"
                    + " raise return try while with yield min max _run")
            .split(" "));

    private final KernelProgram program;
    private final UnaryOperator<String> names;

    /** @param names of arrays and parameters in the header */
    PythonModule(KernelProgram program, UnaryOperator<String> names) {
        this.program = program;
        this.names = names;
    }

    /**
     * For the template: every text stands where it belongs.
     *
     * @param passesScratch whether callers pass scratch memory: programs of processors have their own
     */
    Map<String, Object> model(boolean passesScratch) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", plain(program.name()));
        model.put("header", Header.of(program).stream().map(PythonModule::plain).toList());
        model.put("parameters", program.parameters().stream().map(this::name).toList());
        model.put("arrays", program.passed().stream().map(this::array).toList());
        List<Map<String, Object>> scratch = new ArrayList<>();
        if (passesScratch) {
            program.secondCopies().forEach(a -> scratch.add(shape(program.array(a), CNames.otherCopy(a))));
            program.scratch().forEach(a -> scratch.add(shape(a, a.name())));
        }
        model.put("scratch", scratch);
        return model;
    }

    /** An array of the nest; the padding of its rows is needed where blocks may touch it. */
    private Map<String, Object> array(ArrayLayout layout) {
        Map<String, Object> model = shape(layout, layout.name());
        model.put("written", text(program.nest().isWritten(layout.name())));
        model.put("padded", text(program.paddedArrays().contains(layout.name())));
        model.put("sizes", sizes(layout));
        return model;
    }

    private Map<String, Object> shape(ArrayLayout layout, String name) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", name(name));
        model.put("type", format(layout.type()));
        model.put(
                "extents",
                layout.bounds().stream().map(b -> expression(b.extent())).toList());
        model.put("inRow", layout.inRow());
        model.put("pitch", expression(layout.pitch()));
        return model;
    }

    /** Dimensions whose extent is a parameter and a constant: dimension, place of the parameter, constant. */
    private List<String> sizes(ArrayLayout layout) {
        List<String> found = new ArrayList<>();
        for (int d = 0; d < layout.dimensions(); d++) {
            LinearForm extent = LinearForm.of(layout.bounds().get(d).extent());
            for (int p = 0; p < program.parameters().size(); p++) {
                String parameter = program.parameters().get(p);
                if (extent.terms().size() == 1 && extent.coefficient(parameter) == 1) {
                    found.add("(" + d + ", " + p + ", " + extent.constant() + ")");
                }
            }
        }
        return found;
    }

    private String name(String name) {
        String inHeader = names.apply(name);
        return RESERVED.contains(inHeader) ? inHeader + "_" : inHeader;
    }

    /** Text that ends no string and begins no escape or field in it. */
    private static String plain(String text) {
        return text.replace('\\', '/')
                .replace('"', '\'')
                .replace('{', '(')
                .replace('}', ')')
                .replaceAll("\\R", " ");
    }

    private static String text(boolean value) {
        return value ? "True" : "False";
    }

    /** The letter of a type in Python's {@code struct} and {@code array} modules; of 64 bits the one that NumPy gives. */
    private static String format(DataType type) {
        return switch (type) {
            case HALF -> "e";
            case REAL -> "f";
            case DOUBLE -> "d";
            case BYTE -> "B";
            case SIGNED_BYTE -> "b";
            case SHORT -> "h";
            case UNSIGNED_SHORT -> "H";
            case INTEGER, LOGICAL -> "i";
            case UNSIGNED -> "I";
            case LONG -> "l";
            case UNSIGNED_LONG -> "L";
        };
    }

    /** Factors below 0 count as 0. */
    private String product(List<Affine> factors) {
        return factors.stream().map(f -> "max(0, " + expression(f) + ")").collect(Collectors.joining(" * ", "(", ")"));
    }

    private String expression(Affine affine) {
        return switch (affine) {
            case Affine.Constant c -> Long.toString(c.value());
            case Affine.Variable v -> {
                List<Affine> factors = program.coalescing().lengths().get(v.name());
                yield factors == null ? name(v.name()) : product(factors);
            }
            case Affine.Sum _, Affine.Scaled _ -> sum(LinearForm.of(affine));
            case Affine.FloorDiv d -> "(" + expression(d.dividend()) + ") // " + d.divisor();
            case Affine.Mod m -> "(" + expression(m.dividend()) + ") % " + m.divisor();
            case Affine.Min m -> "min(" + list(m.operands()) + ")";
            case Affine.Max m -> "max(" + list(m.operands()) + ")";
            case Affine.Select s ->
                "(" + expression(s.then()) + " if " + condition(s.condition()) + " else " + expression(s.otherwise())
                        + ")";
        };
    }

    private String sum(LinearForm form) {
        List<String> terms = new ArrayList<>();
        form.terms().forEach((term, factor) -> {
            String text = term instanceof Affine.Variable ? expression(term) : "(" + expression(term) + ")";
            terms.add(factor == 1 ? text : factor + " * " + text);
        });
        if (form.constant() != 0 || terms.isEmpty()) {
            terms.add(Long.toString(form.constant()));
        }
        return String.join(" + ", terms).replace("+ -", "- ");
    }

    private String list(List<Affine> operands) {
        return operands.stream().map(this::expression).collect(Collectors.joining(", "));
    }

    private String condition(Condition condition) {
        return switch (condition) {
            case Condition.Compare c ->
                "(" + expression(c.left()) + ") " + relation(c.relation()) + " (" + expression(c.right()) + ")";
            case Condition.And a -> joined(a.operands(), " and ", "True");
            case Condition.Or o -> joined(o.operands(), " or ", "False");
            case Condition.Not n -> "not (" + condition(n.operand()) + ")";
        };
    }

    private String joined(List<Condition> operands, String word, String empty) {
        return operands.isEmpty()
                ? empty
                : operands.stream().map(o -> "(" + condition(o) + ")").collect(Collectors.joining(word));
    }

    private static String relation(Condition.Relation relation) {
        return switch (relation) {
            case EQ -> "==";
            case NE -> "!=";
            case LT -> "<";
            case LE -> "<=";
            case GT -> ">";
            case GE -> ">=";
        };
    }
}
