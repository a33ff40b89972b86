package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Takes {@link Affine.Select} apart, which isl's notation has no place for inside a comparison. */
final class CaseSplit {
    private CaseSplit() {}

    /** What an expression is where a condition holds. */
    record Case(List<Condition> where, Affine value) {
        Case with(List<Condition> more, Affine other) {
            List<Condition> both = new ArrayList<>(where);
            both.addAll(more);
            return new Case(both, other);
        }
    }

    /** Whether a comparison with this expression has to be split. */
    static boolean isNeeded(Affine affine) {
        return cases(affine).size() > 1;
    }

    /** A condition that holds in the same places. */
    static Condition of(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> comparison(c);
            case Condition.And a ->
                Condition.and(a.operands().stream().map(CaseSplit::of).toList());
            case Condition.Or o ->
                Condition.or(o.operands().stream().map(CaseSplit::of).toList());
            case Condition.Not n -> new Condition.Not(of(n.operand()));
        };
    }

    private static Condition comparison(Condition.Compare compare) {
        List<Condition> cases = new ArrayList<>();
        for (Case left : cases(compare.left())) {
            for (Case right : cases(compare.right())) {
                List<Condition> all = new ArrayList<>(left.where());
                all.addAll(right.where());
                all.add(new Condition.Compare(left.value(), compare.relation(), right.value()));
                cases.add(Condition.and(all));
            }
        }
        return Condition.or(cases);
    }

    /** The cases of an expression, of which exactly one holds anywhere. */
    static List<Case> cases(Affine affine) {
        return switch (affine) {
            case Affine.Constant _, Affine.Variable _ -> List.of(new Case(List.of(), affine));
            case Affine.Scaled s -> map(s.operand(), v -> new Affine.Scaled(s.factor(), v));
            case Affine.FloorDiv d -> map(d.dividend(), v -> new Affine.FloorDiv(v, d.divisor()));
            case Affine.Mod m -> map(m.dividend(), v -> new Affine.Mod(v, m.divisor()));
            case Affine.Sum s -> all(List.of(s.left(), s.right()), v -> new Affine.Sum(v.get(0), v.get(1)));
            case Affine.Min m -> all(m.operands(), Affine.Min::new);
            case Affine.Max m -> all(m.operands(), Affine.Max::new);
            case Affine.Select s -> select(s);
        };
    }

    private static List<Case> select(Affine.Select select) {
        Condition condition = of(select.condition());
        List<Case> cases = new ArrayList<>();
        cases(select.then()).forEach(c -> cases.add(c.with(List.of(condition), c.value())));
        cases(select.otherwise()).forEach(c -> cases.add(c.with(List.of(new Condition.Not(condition)), c.value())));
        return cases;
    }

    private static List<Case> map(Affine operand, Function<Affine, Affine> form) {
        return cases(operand).stream()
                .map(c -> new Case(c.where(), form.apply(c.value())))
                .toList();
    }

    /** What expressions are where conditions hold. */
    record Cases(List<Condition> where, List<Affine> values) {}

    /** The cases of several expressions together; one without conditions where nothing is selected. */
    static List<Cases> of(List<Affine> operands) {
        List<Cases> product = List.of(new Cases(List.of(), List.of()));
        for (Affine operand : operands) {
            List<Cases> longer = new ArrayList<>();
            for (Cases before : product) {
                for (Case next : cases(operand)) {
                    List<Condition> where = new ArrayList<>(before.where());
                    where.addAll(next.where());
                    List<Affine> values = new ArrayList<>(before.values());
                    values.add(next.value());
                    longer.add(new Cases(where, values));
                }
            }
            product = longer;
        }
        return product;
    }

    private static List<Case> all(List<Affine> operands, Function<List<Affine>, Affine> form) {
        return of(operands).stream()
                .map(c -> new Case(c.where(), form.apply(c.values())))
                .toList();
    }
}
