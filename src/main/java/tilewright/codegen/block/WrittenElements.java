package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Window;
import tilewright.codegen.lower.Implications;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Interval;
import tilewright.tiling.space.SolvedPlace;

/**
 * Which elements of a window a block writes, as a condition on the element's place: that the iteration which writes it is one of the
 * block's and satisfies the update's guard. The place is solved for the iteration where a coefficient is 1 or -1; variables that are left have few
 * values, which are tried.
 *
 * <p>Example: points {@code (t,i)} of 4 x 16 write the place {@code (i - t + 4, w - 4 t + 15)} in iterations {@code w} from 0 to 63: the element
 * (p,q) is written if {@code 0 <= p + t - 4 < 16} and {@code 0 <= q + 4 t - 15 < 64} for a t from 0 to 3.
 */
final class WrittenElements {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** An update of an array in memory, and whether it runs once for all values of the variables that its place has. */
    private record Update(Operation.Assign assign, Operation.Target.GlobalTarget target, boolean regular) {}

    private final List<Update> updates = new ArrayList<>();
    private final Map<String, Affine> places;
    private final Map<String, Integer> counts;

    /**
     * @param places variables of points and sequences as the block's base and an offset
     * @param counts number of values of each offset
     */
    WrittenElements(List<Operation> body, Map<String, Affine> places, Map<String, Integer> counts) {
        this.places = places;
        this.counts = counts;
        collect(body, true);
    }

    private void collect(List<Operation> operations, boolean regular) {
        for (Operation operation : operations) {
            if (operation instanceof Operation.Assign a && a.target() instanceof Operation.Target.GlobalTarget target) {
                updates.add(new Update(a, target, regular));
            } else if (operation instanceof Operation.Compound c) {
                boolean counted = regular && c instanceof Operation.Iterations i && isCounted(i);
                c.bodies().forEach(body -> collect(body, counted));
            }
        }
    }

    private boolean isCounted(Operation.Iterations iterations) {
        return iterations.range() == Operation.Range.SEQUENCE
                && places.containsKey(iterations.sequence().variable());
    }

    /** Whether the block writes elements of the window's array in this window. */
    boolean has(Window window) {
        return updates.stream().anyMatch(u -> writes(u, window));
    }

    private boolean writes(Update update, Window window) {
        return window.holds(update.target().array(), placed(update), counts.keySet());
    }

    private List<Affine> placed(Update update) {
        return update.target().indices().stream().map(i -> i.substitute(places)).toList();
    }

    /** @return nothing where no such condition is known */
    Optional<Condition> of(Window window) {
        Set<Condition> cases = new LinkedHashSet<>();
        for (Update update : updates) {
            if (writes(update, window)) {
                List<Condition> own = update.regular() ? cases(window, update) : null;
                if (own == null) {
                    return Optional.empty();
                }
                own.forEach(c -> cases.add(unknown(c, window)));
            }
        }
        return cases.size() > LIMITS.writtenCases()
                ? Optional.empty()
                : Optional.of(Implications.any(List.copyOf(cases)));
    }

    /** What a condition says beside what the sizes of a window say of all of its places. */
    private static Condition unknown(Condition condition, Window window) {
        Function<String, Interval> values = v -> {
            int dimension = window.coordinates().indexOf(v);
            return dimension < 0
                    ? Interval.EVERYTHING
                    : new Interval(0, window.extents().get(dimension) - 1L);
        };
        return Condition.and(condition.conjuncts().stream()
                .filter(c -> !(c instanceof Condition.Compare compare) || !alwaysHolds(compare, values))
                .toList());
    }

    private static boolean alwaysHolds(Condition.Compare compare, Function<String, Interval> values) {
        List<Affine> forms = compare.notNegative();
        return !forms.isEmpty()
                && forms.stream().allMatch(form -> Interval.of(form, values).low() >= 0);
    }

    private @Nullable List<Condition> cases(Window window, Update update) {
        SolvedPlace of = SolvedPlace.of(window.place(placed(update)), window.coordinates(), counts);
        if (of == null) {
            return null;
        }
        Map<String, Affine> solved = of.offsets();
        List<Map<String, Affine>> rest =
                of.cases(counts) > LIMITS.writtenCases() ? null : combinations(solved.keySet());
        List<Condition> cases = new ArrayList<>();
        for (Map<String, Affine> tried : rest == null ? List.of(Map.<String, Affine>of()) : rest) {
            List<Condition> all = new ArrayList<>(of.needed());
            Map<String, Affine> offsets = new HashMap<>(tried);
            solved.forEach((variable, value) -> {
                Affine offset = SolvedPlace.simple(value.substitute(tried));
                offsets.put(variable, offset);
                all.addAll(inside(variable, offset));
            });
            update.assign().guard().conjuncts().stream()
                    .filter(c -> !c.equals(Condition.TRUE))
                    .forEach(c -> all.add(c.substitute(places).substitute(offsets)));
            cases.add(Condition.and(all));
        }
        return rest == null ? some(cases.getFirst(), solved.keySet()) : cases;
    }

    private List<Condition> inside(String variable, Affine offset) {
        return List.of(
                new Condition.Compare(offset, Condition.Relation.GE, Affine.constant(0)),
                new Condition.Compare(offset, Condition.Relation.LT, Affine.constant(count(variable))));
    }

    /** That there are values of the offsets which are not solved for with which a condition holds; null where that is not known. */
    private @Nullable List<Condition> some(Condition condition, Set<String> solved) {
        List<Condition> all = condition.conjuncts();
        for (String offset : counts.keySet()) {
            if (!solved.contains(offset)) {
                List<Condition> more = new ArrayList<>(all);
                more.addAll(inside(offset, Affine.variable(offset)));
                all = Implications.forSome(offset, more).orElse(List.of());
                if (all.isEmpty()) {
                    return null;
                }
            }
        }
        return List.of(Condition.and(all));
    }

    private int count(String offset) {
        return Objects.requireNonNull(counts.get(offset), offset);
    }

    /** All values of the offsets that are not solved for. */
    private List<Map<String, Affine>> combinations(Set<String> solved) {
        List<Map<String, Affine>> all = new ArrayList<>(List.of(Map.of()));
        for (Map.Entry<String, Integer> offset : counts.entrySet()) {
            if (solved.contains(offset.getKey())) {
                continue;
            }
            List<Map<String, Affine>> more = new ArrayList<>();
            for (Map<String, Affine> one : all) {
                for (int value = 0; value < offset.getValue(); value++) {
                    Map<String, Affine> longer = new HashMap<>(one);
                    longer.put(offset.getKey(), Affine.constant(value));
                    more.add(longer);
                }
            }
            all = more;
        }
        return all;
    }
}
