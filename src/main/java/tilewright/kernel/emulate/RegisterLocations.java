package tilewright.kernel.emulate;

import java.util.List;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;

/** Places that belong to one thread. */
final class RegisterLocations {
    private RegisterLocations() {}

    private abstract static class Own extends Location {
        Own(ScalarType type, Site site) {
            super(type, site);
        }

        @Override
        void count(Block block, Active active, Counts.Direction direction, int width) {
            // Registers are no memory.
        }

        @Override
        void update(Block block, Active active, Update update, boolean ordered, Lanes before) {
            throw new IllegalArgumentException("an atomic update of a register: " + site.text());
        }
    }

    /** A variable. */
    static final class Variable extends Own {
        private final int slot;

        Variable(int slot, ScalarType type, Site site) {
            super(type, site);
            this.slot = slot;
        }

        @Override
        void find(Block block, Active active, int width, boolean aligned) {
            if (width > 1) {
                throw new IllegalArgumentException("a variable has no neighbours: " + site.text());
            }
        }

        /** The variable itself where it is set. */
        Lanes value(Block block, Active active, Lanes otherwise) {
            Lanes own = block.frame.variables[slot];
            if (!own.unset) {
                return own;
            }
            otherwise.unset = false;
            load(block, active, 0, otherwise);
            return otherwise;
        }

        @Override
        void load(Block block, Active active, int neighbour, Lanes to) {
            Lanes own = block.frame.variables[slot];
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                give(to, t, own.bits[t], own.origin(t));
            }
        }

        @Override
        void store(Block block, Active active, int neighbour, Lanes from) {
            block.frame.variables[slot].copy(from, active);
        }
    }

    /** An element of an array of each thread. */
    static final class Element extends Own {
        private final int slot;
        private final Memory.Register array;
        private final Indices indices;
        private final int[] at;

        Element(int slot, Memory.Register array, List<Value> indices, int threads, Site site) {
            super(array.type(), site);
            this.slot = slot;
            this.array = array;
            this.at = new int[threads];
            this.indices = new Indices(array.name(), array.shape(), indices, site);
        }

        @Override
        void find(Block block, Active active, int width, boolean aligned) {
            indices.find(block, active, width, at);
            int bytes = width * array.type().bytes();
            if (!aligned || width == 1) {
                return;
            }
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                boolean whole = array.alignment() % bytes == 0 && at[t] % width == 0;
                if (at[t] != NOWHERE && !whole) {
                    indices.misaligned(block, t, block.frame.registers[slot].element(at[t]), bytes);
                }
            }
        }

        @Override
        void load(Block block, Active active, int neighbour, Lanes to) {
            RegisterArray own = block.frame.registers[slot];
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                if (at[t] == NOWHERE) {
                    give(to, t, 0, Lanes.UNWRITTEN);
                } else {
                    give(to, t, own.bits(at[t] + neighbour, t), own.origin(at[t] + neighbour, t));
                }
            }
        }

        @Override
        void store(Block block, Active active, int neighbour, Lanes from) {
            RegisterArray own = block.frame.registers[slot];
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                if (at[t] != NOWHERE) {
                    own.set(at[t] + neighbour, t, from.bits[t], from.origin(t));
                }
            }
        }
    }
}
