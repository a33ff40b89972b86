package tilewright.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** A condition on loop variables and parameters: a Boolean combination of affine comparisons. */
public sealed interface Condition {
    /** Always true. */
    Condition TRUE = new And(List.of());

    /** Never true. */
    Condition FALSE = new Or(List.of());

    /** The comparison between two affine expressions. */
    enum Relation {
        EQ("==", "="),
        NE("/=", "!="),
        LT("<", "<"),
        LE("<=", "<="),
        GT(">", ">"),
        GE(">=", ">=");

        private final String notation;
        private final String setNotation;

        Relation(String notation, String setNotation) {
            this.notation = notation;
            this.setNotation = setNotation;
        }

        /** The sign in {@code .nest} files. */
        public String notation() {
            return notation;
        }

        /** The sign in isl's set notation. */
        public String setNotation() {
            return setNotation;
        }

        /** The relation that holds exactly where this one does not. */
        public Relation negated() {
            return switch (this) {
                case EQ -> NE;
                case NE -> EQ;
                case LT -> GE;
                case LE -> GT;
                case GT -> LE;
                case GE -> LT;
            };
        }

        /** The relation with its sides exchanged. */
        public Relation mirrored() {
            return switch (this) {
                case EQ -> EQ;
                case NE -> NE;
                case LT -> GT;
                case LE -> GE;
                case GT -> LT;
                case GE -> LE;
            };
        }

        /** Whether {@code left R right} holds. */
        public boolean holds(long left, long right) {
            return switch (this) {
                case EQ -> left == right;
                case NE -> left != right;
                case LT -> left < right;
                case LE -> left <= right;
                case GT -> left > right;
                case GE -> left >= right;
            };
        }
    }

    record Compare(Affine left, Relation relation, Affine right) implements Condition {
        /**
         * The forms that are not negative exactly where it holds, integers on both sides: one for an inequality, both signs of the
         * difference for an equation, none for sides that differ.
         */
        public List<Affine> notNegative() {
            Affine difference = left.minus(right);
            Affine opposite = difference.times(-1);
            return switch (relation) {
                case GE -> List.of(difference);
                case GT -> List.of(difference.plus(-1));
                case LE -> List.of(opposite);
                case LT -> List.of(opposite.plus(-1));
                case EQ -> List.of(difference, opposite);
                case NE -> List.of();
            };
        }

        @Override
        public String toString() {
            return left + " " + relation.notation + " " + right;
        }
    }

    /** Conjunction; the empty one is true. */
    record And(List<Condition> operands) implements Condition {
        public And {
            operands = List.copyOf(operands);
        }

        @Override
        public String toString() {
            return operands.isEmpty() ? ".true." : join(" .and. ", operands);
        }
    }

    /** Disjunction; the empty one is false. */
    record Or(List<Condition> operands) implements Condition {
        public Or {
            operands = List.copyOf(operands);
        }

        @Override
        public String toString() {
            return operands.isEmpty() ? ".false." : join(" .or. ", operands);
        }
    }

    record Not(Condition operand) implements Condition {
        @Override
        public String toString() {
            return ".not. (" + operand + ")";
        }
    }

    /** The conjunction, with nested conjunctions flattened. */
    static Condition and(List<Condition> operands) {
        List<Condition> flat = new ArrayList<>();
        operands.forEach(o -> flat.addAll(o instanceof And a ? a.operands : List.of(o)));
        return flat.size() == 1 ? flat.getFirst() : new And(flat);
    }

    /** The disjunction, with nested disjunctions flattened. */
    static Condition or(List<Condition> operands) {
        List<Condition> flat = new ArrayList<>();
        operands.forEach(o -> flat.addAll(o instanceof Or p ? p.operands : List.of(o)));
        return flat.size() == 1 ? flat.getFirst() : new Or(flat);
    }

    /** The conjuncts, nested ones too: this condition holds exactly where all of them do. */
    default List<Condition> conjuncts() {
        return this instanceof And a
                ? a.operands.stream().flatMap(o -> o.conjuncts().stream()).toList()
                : List.of(this);
    }

    /** The negation, with {@code Not} pushed down to the comparisons. */
    default Condition negated() {
        return switch (this) {
            case Compare c -> new Compare(c.left, c.relation.negated(), c.right);
            case And a -> or(a.operands.stream().map(Condition::negated).toList());
            case Or o -> and(o.operands.stream().map(Condition::negated).toList());
            case Not n -> n.operand;
        };
    }

    /** Truth for given values. */
    default boolean test(ToLongFunction<String> values) {
        return switch (this) {
            case Compare c -> c.relation.holds(c.left.evaluate(values), c.right.evaluate(values));
            case And a -> a.operands.stream().allMatch(o -> o.test(values));
            case Or o -> o.operands.stream().anyMatch(p -> p.test(values));
            case Not n -> !n.operand.test(values);
        };
    }

    /** This condition with variables replaced. */
    default Condition substitute(Map<String, Affine> replacements) {
        return switch (this) {
            case Compare c ->
                new Compare(c.left.substitute(replacements), c.relation, c.right.substitute(replacements));
            case And a -> new And(substituteAll(a.operands, replacements));
            case Or o -> new Or(substituteAll(o.operands, replacements));
            case Not n -> new Not(n.operand.substitute(replacements));
        };
    }

    /** The names that occur. */
    default Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        switch (this) {
            case Compare c -> {
                names.addAll(c.left.variables());
                names.addAll(c.right.variables());
            }
            case And a -> a.operands.forEach(o -> names.addAll(o.variables()));
            case Or o -> o.operands.forEach(p -> names.addAll(p.variables()));
            case Not n -> names.addAll(n.operand.variables());
        }
        return names;
    }

    private static List<Condition> substituteAll(List<Condition> operands, Map<String, Affine> replacements) {
        List<Condition> result = new ArrayList<>(operands.size());
        for (Condition operand : operands) {
            result.add(operand.substitute(replacements));
        }
        return result;
    }

    private static String join(String separator, List<Condition> operands) {
        return String.join(
                separator,
                operands.stream()
                        .map(o -> o instanceof Compare ? o.toString() : "(" + o + ")")
                        .toList());
    }
}
