package tilewright.codegen.ir;

import java.util.List;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.ScalarOperation;

/** A scalar expression at one point and iteration; every operand already has the type it is used in. */
public sealed interface Value {
    DataType type();

    /** A number that stands in the program. */
    sealed interface Literal extends Value {}

    /** What stands at a place. */
    sealed interface Element extends Value {}

    /** What is computed of its operands. */
    sealed interface Operation extends Value {}

    /** A number; its text is the literal in double precision. */
    record RealLiteral(DataType type, String text) implements Literal {}

    record IntegerLiteral(long value) implements Literal {
        @Override
        public DataType type() {
            return value == (int) value ? DataType.INTEGER : DataType.LONG;
        }
    }

    record LogicalLiteral(boolean value) implements Literal {
        @Override
        public DataType type() {
            return DataType.LOGICAL;
        }
    }

    /** A combination of loop variables and sizes as a number. */
    record Index(Affine index) implements Value {
        @Override
        public DataType type() {
            return DataType.INTEGER;
        }
    }

    /** The point's element of a register tile. */
    record TileElement(Tile tile) implements Element {
        @Override
        public DataType type() {
            return tile.type();
        }
    }

    /**
     * A neighbour's element of a register tile.
     *
     * @param offset where the neighbour lies, by axis of the tile
     */
    record NeighbourElement(Tile tile, List<Integer> offset) implements Element {
        public NeighbourElement {
            offset = List.copyOf(offset);
        }

        @Override
        public DataType type() {
            return tile.type();
        }
    }

    /** The staged value of the point and iteration. */
    record BufferElement(SharedBuffer buffer) implements Element {
        @Override
        public DataType type() {
            return buffer.type();
        }
    }

    /**
     * The staged value of a later iteration of a round, or of another point.
     *
     * @param later iterations after the round's first one
     * @param offsets places along the buffer's axes, counted from the axes' bases
     */
    record StagedElement(SharedBuffer buffer, int later, List<Affine> offsets) implements Element {
        public StagedElement {
            offsets = List.copyOf(offsets);
        }

        @Override
        public DataType type() {
            return buffer.type();
        }
    }

    /**
     * A value that was published in this iteration.
     *
     * @param offsets places along the slice's axes, counted from the axes' bases
     */
    record SliceElement(Slice slice, List<Affine> offsets) implements Element {
        public SliceElement {
            offsets = List.copyOf(offsets);
        }

        @Override
        public DataType type() {
            return slice.type();
        }
    }

    /** The point's value of a fragment. */
    record FragmentElement(Fragment fragment) implements Element {
        @Override
        public DataType type() {
            return fragment.type();
        }
    }

    /**
     * An element in global memory.
     *
     * @param guard when it may be read; else it counts as zero
     * @param padded whether it may count as anything then, and a printer may read the padding of the row instead: the guard
     *     fails for too large last indices alone
     */
    record GlobalElement(String array, DataType type, List<Affine> indices, Condition guard, boolean padded)
            implements Element {
        public GlobalElement(String array, DataType type, List<Affine> indices, Condition guard) {
            this(array, type, indices, guard, false);
        }

        public GlobalElement {
            indices = List.copyOf(indices);
        }
    }

    record Convert(DataType type, Value operand) implements Operation {}

    record Compute(ScalarOperation operator, DataType type, List<Value> operands) implements Operation {
        public Compute {
            operands = List.copyOf(operands);
            if (operands.size() != operator.arity()) {
                throw new IllegalArgumentException(
                        operator + " takes " + operator.arity() + " operands, got " + operands.size());
            }
        }
    }

    /** The value in another type. */
    default Value as(DataType wanted) {
        boolean same = type() == wanted
                || (wanted.promoted() == DataType.INTEGER && type() == DataType.LOGICAL)
                || (wanted == DataType.INTEGER && type().promoted() == wanted);
        return same ? this : new Convert(wanted, this);
    }
}
