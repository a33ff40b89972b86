package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Value;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.model.Operator;

/**
 * A loop over k-tiles that copies the next one while it computes, and sums products, has whole k-tiles alone: the first one begins so far before the first iteration that the
 * last one ends with the last, and zeros stand in shared memory for iterations that are not there. What ran the last k-tile behind the loop, from copies for which all threads
 * waited, is gone, and with it as many instructions as the loop has.
 *
 * <pre>
 * for k_tile in 0, 16 .. while k_tile + 16 &lt;= n { .. }      shift = (n - 1) mod 16 - 15
 * if k_tile &lt; n { the n mod 16 iterations left }       -&gt;   for k_tile in 0, 16 .. n - shift { the same with k = shift + k_tile + .. }
 * </pre>
 *
 * <p>Nothing is rounded differently: a sum that a product of zeros is added to stays as it is, also where it is -0, as one of the two zeros has a sign and the product with it;
 * of a sum that products are subtracted from both have none. It asks that
 *
 * <ul>
 *   <li>the loop is {@linkplain Body#isLong long}: copies in front of it ask for each group of elements whether it is there;
 *   <li>each iteration reads shared memory alone, and adds products of what it read there to, or subtracts them from, elements that it does nothing else with;
 *   <li>there are such signs: in {@code c = c + a * b + a * a} there are none;
 *   <li>what is copied moves without passing registers, and a group of neighbours of one copy belongs to one iteration.
 * </ul>
 */
final class FillChunks {
    private final Operation.Pipeline loop;
    private final Map<Fragment, SharedBuffer> fragments = new HashMap<>();
    /** Whether the zeros of a buffer have a sign. */
    private final Map<SharedBuffer, Boolean> signs = new HashMap<>();

    private FillChunks(Operation.Pipeline loop) {
        this.loop = loop;
    }

    static List<Operation> change(List<Operation> body, Body facts) {
        return facts.multipliesMatrices() ? body : filled(body, facts.block());
    }

    private static List<Operation> filled(List<Operation> operations, BlockProgram block) {
        List<Operation> changed = new ArrayList<>();
        for (Operation operation : operations) {
            Optional<Operation> whole = operation instanceof Operation.Remainder rest && !changed.isEmpty()
                    ? filled(changed.getLast(), rest.sequence(), block)
                    : Optional.empty();
            if (whole.isPresent()) {
                changed.removeLast();
            }
            changed.add(whole.orElseGet(() -> Operations.withBody(operation, b -> filled(b, block))));
        }
        return changed;
    }

    /** The loop before a remainder, with its iterations. */
    private static Optional<Operation> filled(Operation before, Sequence sequence, BlockProgram block) {
        return before instanceof Operation.Pipeline loop
                        && loop.sequence().equals(sequence)
                        && sequence.startsAtOrigin()
                        && Body.isLong(sequence, block)
                        && loop.stages().stream().allMatch(FillChunks::isOfOneIteration)
                ? new FillChunks(loop).filled()
                : Optional.empty();
    }

    /** Whether a group of neighbours is copied as it stands, and is of one iteration. */
    private static boolean isOfOneIteration(Operation.Stage stage) {
        return stage.isCopied()
                && (stage.order().vector() == 1 || !stage.order().alongSequence());
    }

    private Optional<Operation> filled() {
        if (loop.body().size() != 1
                || !(loop.body().getFirst() instanceof Operation.Iterations iterations)
                || iterations.together() > 1
                || !iterations.body().stream().allMatch(this::isNeutral)) {
            return Optional.empty();
        }
        List<Value.Literal> fills = loop.stages().stream()
                .map(s -> zero(s.buffer().type(), signs.getOrDefault(s.buffer(), false)))
                .toList();
        Sequence whole = whole(loop.sequence());
        return Optional.of(new Operation.Pipeline(
                whole,
                loop.stages().stream()
                        .map(s -> new Operation.Stage(s.buffer(), existing(s.value()), whole, s.order(), s.wide()))
                        .toList(),
                loop.ahead(),
                fills,
                List.of(new Operation.Iterations(whole, iterations.range(), iterations.unroll(), iterations.body()))));
    }

    /**
     * The value, copied for iterations that there are: where the nearest elements stand for those outside of the array, and nothing is asked of the place in the row, that is
     * never in the padding behind.
     */
    private static Value existing(Value value) {
        if (!(value instanceof Value.GlobalElement(var array, var type, var indices, var guard, var _))) {
            return value;
        }
        boolean nearest = indices.stream().anyMatch(i -> i instanceof Affine.Min || i instanceof Affine.Max);
        return nearest
                        && Collections.disjoint(
                                guard.variables(), indices.getLast().variables())
                ? new Value.GlobalElement(array, type, indices, Condition.TRUE)
                : value;
    }

    /** Whole chunks that end with the last iteration; of a loop without iterations none. */
    private static Sequence whole(Sequence sequence) {
        int chunk = sequence.chunk();
        Affine before = LinearForm.of(
                        new Affine.Mod(LinearForm.of(sequence.count().plus(-1)).toAffine(), chunk)
                                .times(-1)
                                .plus(chunk - 1L))
                .toAffine();
        return new Sequence(
                sequence.variable(),
                LinearForm.of(sequence.origin().minus(before)).toAffine(),
                before,
                LinearForm.of(sequence.count().plus(before)).toAffine(),
                chunk);
    }

    private static Value.Literal zero(DataType type, boolean signed) {
        return !type.isFloating() ? new Value.IntegerLiteral(0) : new Value.RealLiteral(type, signed ? "-0.0" : "0.0");
    }

    /** Whether an operation of an iteration changes nothing where zeros have been copied. */
    private boolean isNeutral(Operation operation) {
        if (operation instanceof Operation.Define(var fragment, Value.BufferElement(var buffer)) && isStaged(buffer)) {
            fragments.put(fragment, buffer);
            return true;
        }
        return operation instanceof Operation.Assign assign
                && assign.target() instanceof Operation.Target.TileTarget(var tile)
                && !assign.pairs()
                && !assign.guard().variables().contains(loop.sequence().variable())
                && isSum(assign.value(), new Value.TileElement(tile));
    }

    private boolean isStaged(SharedBuffer buffer) {
        return !buffer.doubled()
                && loop.stages().stream().anyMatch(s -> s.buffer().equals(buffer));
    }

    /** Whether a value is an element, to which terms are added or from which they are subtracted, one or several. */
    private boolean isSum(Value value, Value.TileElement element) {
        if (value.equals(element)) {
            return true;
        }
        if (!(value instanceof Value.Compute(var operator, var _, var operands))) {
            return false;
        }
        Value first = operands.getFirst();
        Value last = operands.getLast();
        return operator == Operator.SUB && isSum(first, element) && isTerm(last, false)
                || operator == Operator.ADD && isSum(first, element) && isTerm(last, true)
                || operator == Operator.ADD && isSum(last, element) && isTerm(first, true);
    }

    /**
     * Whether a value is made of products of two staged factors, and zero of that sign where the factors are zeros: {@code -0 + -0} and {@code -0 - 0} are -0, {@code 0 + 0} and {@code 0 - 0} are 0.
     *
     * @param negative whether zero is to have a sign
     */
    private boolean isTerm(Value value, boolean negative) {
        return switch (value) {
            case Value.Convert(var type, var operand) ->
                type.isFloating() == operand.type().isFloating() && isTerm(operand, negative);
            case Value.Compute(var operator, var _, var operands) -> {
                Value first = operands.getFirst();
                Value last = operands.getLast();
                yield operator == Operator.MUL && isProduct(first, last, negative)
                        || operator == Operator.ADD && isTerm(first, negative) && isTerm(last, negative)
                        || operator == Operator.SUB && isTerm(first, negative) && isTerm(last, false);
            }
            case Value.Literal _, Value.Index _, Value.Element _ -> false;
        };
    }

    private boolean isProduct(Value first, Value last, boolean negative) {
        SharedBuffer left = read(first);
        SharedBuffer right = read(last);
        if (left == null || right == null) {
            return false;
        }
        if (!signs.containsKey(left)) {
            signs.put(left, signs.containsKey(right) && Objects.requireNonNull(signs.get(right)) != negative);
        }
        boolean wanted = Objects.requireNonNull(signs.get(left)) != negative;
        return Boolean.valueOf(wanted).equals(signs.computeIfAbsent(right, _ -> wanted))
                || !left.type().isFloating();
    }

    /** The buffer that a factor is read from. */
    private @Nullable SharedBuffer read(Value value) {
        return switch (value) {
            case Value.FragmentElement(var fragment) -> fragments.get(fragment);
            case Value.BufferElement(var buffer) -> isStaged(buffer) ? buffer : null;
            case Value.Convert(var type, var operand) ->
                type.isFloating() == operand.type().isFloating() ? read(operand) : null;
            case Value.Literal _,
                    Value.Index _,
                    Value.TileElement _,
                    Value.NeighbourElement _,
                    Value.StagedElement _,
                    Value.SliceElement _,
                    Value.GlobalElement _,
                    Value.Compute _ -> null;
        };
    }
}
