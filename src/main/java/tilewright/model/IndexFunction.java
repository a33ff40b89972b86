package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An affine expression made ready for many evaluations: variables are slots of an array. */
@FunctionalInterface
interface IndexFunction {
    /** The value for these variables; overflow throws {@link ArithmeticException}. */
    long at(long[] variables);

    /** A truth value of variables. */
    @FunctionalInterface
    interface Test {
        boolean at(long[] variables);
    }

    /** The function of an expression whose variables are {@code names}, in the order of the slots. */
    static IndexFunction of(Affine affine, List<String> names) {
        return switch (affine) {
            case Affine.Constant c -> v -> c.value();
            case Affine.Variable x -> {
                int slot = names.lastIndexOf(x.name());
                if (slot < 0) {
                    throw new IllegalArgumentException("no value for " + x.name() + ", only for " + names);
                }
                yield v -> v[slot];
            }
            case Affine.Sum s
            when s.right() instanceof Affine.Constant c -> {
                IndexFunction left = of(s.left(), names);
                long added = c.value();
                yield v -> Math.addExact(left.at(v), added);
            }
            case Affine.Sum s -> {
                IndexFunction left = of(s.left(), names);
                IndexFunction right = of(s.right(), names);
                yield v -> Math.addExact(left.at(v), right.at(v));
            }
            case Affine.Scaled s -> {
                IndexFunction operand = of(s.operand(), names);
                yield v -> Math.multiplyExact(s.factor(), operand.at(v));
            }
            case Affine.FloorDiv d -> {
                IndexFunction dividend = of(d.dividend(), names);
                yield v -> Math.floorDiv(dividend.at(v), d.divisor());
            }
            case Affine.Mod m -> {
                IndexFunction dividend = of(m.dividend(), names);
                yield v -> Math.floorMod(dividend.at(v), m.divisor());
            }
            case Affine.Min m -> extremum(m.operands(), names, false);
            case Affine.Max m -> extremum(m.operands(), names, true);
            case Affine.Select s -> {
                Test condition = of(s.condition(), names);
                IndexFunction then = of(s.then(), names);
                IndexFunction otherwise = of(s.otherwise(), names);
                yield v -> (condition.at(v) ? then : otherwise).at(v);
            }
        };
    }

    private static IndexFunction extremum(List<Affine> operands, List<String> names, boolean maximum) {
        List<IndexFunction> functions = of(operands, names);
        return v -> {
            long result = functions.getFirst().at(v);
            for (int i = 1; i < functions.size(); i++) {
                long next = functions.get(i).at(v);
                result = maximum ? Math.max(result, next) : Math.min(result, next);
            }
            return result;
        };
    }

    /** The functions of an access's subscripts; loaded indices are read from the data when they are asked for. */
    static List<IndexFunction> of(Access access, List<String> names, Data data) {
        return access.subscripts().stream().map(s -> of(s, names, data)).toList();
    }

    /** The function of a subscript. */
    static IndexFunction of(Subscript subscript, List<String> names, Data data) {
        return of(subscript.form(), subscript.loads(), names, data);
    }

    /** The function of a form with loads. */
    static IndexFunction of(Affine form, List<Load> loads, List<String> names, Data data) {
        if (loads.isEmpty()) {
            return of(form, names);
        }
        List<String> extended = new ArrayList<>(names);
        List<IndexFunction> loaded = new ArrayList<>();
        for (Load load : loads) {
            loaded.add(of(load, names, data));
            extended.add(load.toString());
        }
        if (loads.size() == 1 && form instanceof Affine.Variable x && x.name().equals(extended.getLast())) {
            return loaded.getFirst();
        }
        IndexFunction value = of(form, extended);
        int first = names.size();
        return v -> {
            long[] slots = Arrays.copyOf(v, extended.size());
            for (int i = 0; i < loaded.size(); i++) {
                slots[first + i] = loaded.get(i).at(v);
            }
            return value.at(slots);
        };
    }

    private static IndexFunction of(Load load, List<String> names, Data data) {
        ArrayData array = data.array(load.array());
        List<IndexFunction> subscripts =
                load.subscripts().stream().map(s -> of(s, names, data)).toList();
        Position element = Position.of(array, subscripts);
        return v -> {
            int position = element.at(v);
            if (position < 0) {
                throw UserError.badInput(array.declaration().position() + ": error: " + load + " is "
                        + array.element(at(subscripts, v))
                        + " here, outside the array's bounds; declare the ranges of index arrays by 'assume'");
            }
            return array.wholeAt(position);
        };
    }

    /** The row-major position of an element of an array; -1 where there is no such element. */
    @FunctionalInterface
    interface Position {
        int at(long[] variables);

        /** Of the element with these subscripts. */
        static Position of(ArrayData array, List<IndexFunction> subscripts) {
            IndexFunction[] functions = subscripts.toArray(IndexFunction[]::new);
            return v -> {
                long position = 0;
                for (int d = 0; d < functions.length && position >= 0; d++) {
                    position = array.position(position, d, functions[d].at(v));
                }
                return (int) position;
            };
        }
    }

    /** The values of several functions. */
    static long[] at(List<IndexFunction> functions, long[] variables) {
        return functions.stream().mapToLong(f -> f.at(variables)).toArray();
    }

    /** The functions of several expressions. */
    static List<IndexFunction> of(List<Affine> affines, List<String> names) {
        return affines.stream().map(a -> of(a, names)).toList();
    }

    /** The test of a condition. */
    static Test of(Condition condition, List<String> names) {
        return switch (condition) {
            case Condition.Compare c -> {
                IndexFunction left = of(c.left(), names);
                IndexFunction right = of(c.right(), names);
                yield v -> c.relation().holds(left.at(v), right.at(v));
            }
            case Condition.And a -> {
                List<Test> tests = a.operands().stream().map(o -> of(o, names)).toList();
                yield v -> tests.stream().allMatch(t -> t.at(v));
            }
            case Condition.Or o -> {
                List<Test> tests = o.operands().stream().map(p -> of(p, names)).toList();
                yield v -> tests.stream().anyMatch(t -> t.at(v));
            }
            case Condition.Not n -> {
                Test test = of(n.operand(), names);
                yield v -> !test.at(v);
            }
        };
    }
}
