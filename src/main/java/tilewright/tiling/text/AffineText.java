package tilewright.tiling.text;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.kernel.text.Words;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** Affine expressions and conditions as text that keeps their shape: parsing gives an equal tree, not only an equal value. */
final class AffineText {
    private static final Set<String> RESERVED = Words.reserved(PlanNotationLexer.VOCABULARY, PlanText::isName);

    private AffineText() {}

    static String name(String name) {
        return Words.name(name, RESERVED);
    }

    static String names(List<String> names) {
        return names.stream().map(AffineText::name).collect(Collectors.joining(", ", "(", ")"));
    }

    static String numbers(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }

    /** {@code a(i,j)}; a scalar's name alone. */
    static String element(String array, List<Affine> indices) {
        return name(array) + (indices.isEmpty() ? "" : "(" + join(indices) + ")");
    }

    static String of(Affine affine) {
        return switch (affine) {
            case Affine.Sum s -> of(s.left()) + added(s.right());
            case Affine.Constant c -> Long.toString(c.value());
            case Affine.Scaled s when s.factor() < 0 -> "-" + magnitude(s);
            case Affine.Scaled _,
                    Affine.Variable _,
                    Affine.FloorDiv _,
                    Affine.Mod _,
                    Affine.Min _,
                    Affine.Max _,
                    Affine.Select _ -> term(affine);
        };
    }

    /** The second term of a sum, with its sign. */
    private static String added(Affine right) {
        return switch (right) {
            case Affine.Constant c when c.value() < 0 -> " - " + Long.toUnsignedString(-c.value());
            case Affine.Scaled s when s.factor() < 0 -> " - " + magnitude(s);
            case Affine.Constant _,
                    Affine.Scaled _,
                    Affine.Variable _,
                    Affine.FloorDiv _,
                    Affine.Mod _,
                    Affine.Min _,
                    Affine.Max _,
                    Affine.Select _,
                    Affine.Sum _ -> " + " + term(right);
        };
    }

    /** A multiple without its sign. */
    private static String magnitude(Affine.Scaled s) {
        boolean alone = s.factor() == -1 && !(s.operand() instanceof Affine.Constant);
        return (alone ? "" : Long.toUnsignedString(-s.factor()) + "*") + factor(s.operand());
    }

    private static String term(Affine affine) {
        return switch (affine) {
            case Affine.Scaled s when s.factor() >= 0 -> s.factor() + "*" + factor(s.operand());
            case Affine.FloorDiv d -> factor(d.dividend()) + "/" + d.divisor();
            case Affine.Constant _,
                    Affine.Variable _,
                    Affine.Scaled _,
                    Affine.Mod _,
                    Affine.Min _,
                    Affine.Max _,
                    Affine.Select _,
                    Affine.Sum _ -> factor(affine);
        };
    }

    private static String factor(Affine affine) {
        return switch (affine) {
            case Affine.Variable v -> name(v.name());
            case Affine.Constant c when c.value() >= 0 -> Long.toString(c.value());
            case Affine.Mod m -> "mod(" + of(m.dividend()) + ", " + m.divisor() + ")";
            case Affine.Min m -> "min(" + join(m.operands()) + ")";
            case Affine.Max m -> "max(" + join(m.operands()) + ")";
            case Affine.Select s -> "merge(" + of(s.then()) + ", " + of(s.otherwise()) + ", " + of(s.condition()) + ")";
            case Affine.Constant _, Affine.Scaled _, Affine.FloorDiv _, Affine.Sum _ -> "(" + of(affine) + ")";
        };
    }

    static String join(List<Affine> affines) {
        return affines.stream().map(AffineText::of).collect(Collectors.joining(", "));
    }

    static String of(Condition condition) {
        return switch (condition) {
            case Condition.And a -> joined(a.operands(), ".true.", " .and. ", "all");
            case Condition.Or o -> joined(o.operands(), ".false.", " .or. ", "any");
            case Condition.Compare _, Condition.Not _ -> truth(condition);
        };
    }

    private static String joined(List<Condition> operands, String none, String sign, String one) {
        return switch (operands.size()) {
            case 0 -> none;
            case 1 -> one + "(" + of(operands.getFirst()) + ")";
            default -> operands.stream().map(AffineText::truth).collect(Collectors.joining(sign));
        };
    }

    private static String truth(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> of(c.left()) + " " + c.relation().notation() + " " + of(c.right());
            case Condition.Not n ->
                ".not. "
                        + (n.operand() instanceof Condition.Compare ? "(" + of(n.operand()) + ")" : truth(n.operand()));
            case Condition.And a -> a.operands().size() > 1 ? "(" + of(a) + ")" : of(a);
            case Condition.Or o -> o.operands().size() > 1 ? "(" + of(o) + ")" : of(o);
        };
    }
}
