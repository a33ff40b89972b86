package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.model.Affine;
import tilewright.model.AllowedDifference;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;
import tilewright.model.Initializer;

/**
 * The arrays of a program as the program around it needs them: what it takes to allocate and to pass them, where an element stands, and what they are
 * filled with: the numbers of {@link tilewright.model.DataInitializer}.
 *
 * @param names of everything in the file
 * @param pitches what the pitch of each array is called
 */
record DriverArrays(KernelProgram program, CNames names, CExpressions expressions, Map<String, String> pitches) {
    /** An array of the nest. */
    Map<String, Object> array(ArrayLayout layout) {
        ArrayDeclaration declaration = program.nest().array(layout.name());
        int number = program.nest().arrays().indexOf(declaration);
        Map<String, Object> model = shape(layout);
        model.put("floating", layout.type().isFloating());
        String epsilon = epsilon(layout.type());
        int units = AllowedDifference.changedUnits(layout.type());
        model.put("epsilon", epsilon);
        model.put("change", units == 1 ? epsilon : units + " * " + epsilon);
        model.put("spread", Double.toString(AllowedDifference.changedSpread(layout.type())));
        model.put("regrouped", AllowedDifference.regroups(layout.type()));
        model.put("changed", units == 1 ? "one unit" : units + " units, give or take half of them,");
        model.put("layout", layout(layout));
        model.put("columns", expressions.of(layout.columns()));
        model.putAll(fill(declaration, layout, number));
        return model;
    }

    /** The rounding unit that comparisons go by: that of {@link tilewright.device.Tolerance}. */
    private static String epsilon(DataType type) {
        return switch (type) {
            case HALF -> Double.toHexString(HalfPrecision.UNIT);
            case REAL -> "FLT_EPSILON";
            case DOUBLE -> "DBL_EPSILON";
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LOGICAL, LONG, UNSIGNED_LONG -> "0";
        };
    }

    /** What it takes to allocate an array and to pass it. */
    Map<String, Object> shape(ArrayLayout layout) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", names.of(layout.name()));
        model.put("array", names.of(layout.name()));
        model.put("type", layout.type().cName());
        model.put("pitchName", pitch(layout.name()));
        model.put("pitch", expressions.of(layout.pitch()));
        model.put("pitched", layout.hasRows());
        model.put("narrow", layout.narrow());
        model.put("extents", extents(layout));
        return model;
    }

    /** Extents of all dimensions that are no part of a row. */
    private List<String> extents(ArrayLayout layout) {
        return layout.outer().stream().map(b -> expressions.of(b.extent())).toList();
    }

    /** Where an element stands: {@code a(i1,i2), i1 = 1..n, i2 = 1..n: a[(long long)(i1 - 1) * a_pitch + i2 - 1]}. */
    private String layout(ArrayLayout layout) {
        CNames inner = names.inner();
        CExpressions own = new CExpressions(inner);
        List<Affine> indices = new ArrayList<>();
        List<String> ranges = new ArrayList<>();
        for (int d = 0; d < layout.dimensions(); d++) {
            String index = inner.fresh("i" + (d + 1));
            ArrayDeclaration.Bounds bounds = layout.bounds().get(d);
            indices.add(Affine.variable(index));
            ranges.add(", " + index + " = " + expressions.of(bounds.lower()) + ".." + expressions.of(bounds.upper()));
        }
        String name = names.of(layout.name());
        String subscripts = indices.stream().map(Affine::toString).collect(Collectors.joining(","));
        return name + (indices.isEmpty() ? "" : "(" + subscripts + ")") + String.join("", ranges) + ": "
                + own.element(layout, indices, name, pitch(layout.name()));
    }

    /** Loops over all elements in row-major order, and the value of each. */
    private Map<String, Object> fill(ArrayDeclaration declaration, ArrayLayout layout, int number) {
        Optional<Initializer> initializer = program.nest().initializers().stream()
                .filter(i -> i.array().equals(declaration.name()))
                .findFirst();
        CNames inner = names.inner();
        List<Map<String, String>> loops = new ArrayList<>();
        List<Affine> indices = new ArrayList<>();
        for (int d = 0; d < declaration.dimensions(); d++) {
            // No name of the nest: an array may be called x1.
            String index = initializer.isPresent() ? initializer.get().indices().get(d) : "x" + (d + 1) + "'";
            String variable = inner.declare(index, index.replace("'", ""));
            indices.add(Affine.variable(index));
            loops.add(Map.of(
                    "variable",
                    variable,
                    "first",
                    expressions.of(declaration.bounds().get(d).lower()),
                    "last",
                    expressions.of(declaration.bounds().get(d).upper())));
        }
        CExpressions own = new CExpressions(inner);
        String value = initializer
                .map(i -> new Randoms(own, number)
                        .of(TypedExpressions.ofInitializer(program.nest(), i, Integer::toString)))
                .orElseGet(() -> uniform(declaration.type(), number));
        String element = own.element(layout, indices, names.of(declaration.name()), pitch(declaration.name()));
        return Map.of("loops", loops, "element", element, "value", value);
    }

    private static String uniform(DataType type, int array) {
        String number = random(array, "0");
        return switch (type) {
            case HALF, REAL -> "(" + type.cName() + ")" + number;
            case DOUBLE -> number;
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LONG, UNSIGNED_LONG ->
                "(" + type.cName() + ")(100 * " + number + ")";
            case LOGICAL -> number + " < 0.5";
        };
    }

    private static String random(int array, String call) {
        return "uniform(" + array + ", " + call + ", element)";
    }

    /** What the pitch of an array is called. */
    String pitch(String array) {
        return Objects.requireNonNull(pitches.get(array), array);
    }

    /** Init expressions: their leaves are calls of rnd(), named by their number. */
    private static final class Randoms extends CValues {
        private final int array;

        Randoms(CExpressions expressions, int array) {
            super(expressions);
            this.array = array;
        }

        @Override
        String place(Value leaf) {
            if (!(leaf instanceof Value.GlobalElement call)) {
                throw new IllegalArgumentException("no value of an init expression: " + leaf);
            }
            return random(array, call.array());
        }

        @Override
        String extreme(boolean minimum, DataType type) {
            return minimum ? "fmin" : "fmax";
        }
    }
}
