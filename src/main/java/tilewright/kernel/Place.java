package tilewright.kernel;

import java.util.List;

/** Where a value is read or written. */
public sealed interface Place {
    ScalarType type();

    /** The indices or the offset. */
    List<Expression> indices();

    /** The same place with the parts that a rewriter makes of its own. */
    Place rewritten(Rewriter parts);

    /** A variable. */
    record Scalar(Variable variable) implements Place {
        @Override
        public ScalarType type() {
            return variable.type();
        }

        @Override
        public List<Expression> indices() {
            return List.of();
        }

        @Override
        public Place rewritten(Rewriter parts) {
            return this;
        }
    }

    /** An element of a thread's own array; one index per dimension. */
    record Register(Memory.Register array, List<Expression> indices) implements Place {
        public Register {
            indices = List.copyOf(indices);
        }

        @Override
        public ScalarType type() {
            return array.type();
        }

        @Override
        public Place rewritten(Rewriter parts) {
            return new Register(array, parts.expressions(indices));
        }
    }

    /**
     * An element of an array of the block; one index per dimension.
     *
     * @param access plain, or relaxed where other threads may update the element at the same time
     */
    record Shared(Memory.Shared array, List<Expression> indices, Access access) implements Place {
        public Shared {
            indices = List.copyOf(indices);
            if (access != Access.PLAIN && access != Access.RELAXED) {
                throw new IllegalArgumentException(access + " access to " + array.name());
            }
        }

        public Shared(Memory.Shared array, List<Expression> indices) {
            this(array, indices, Access.PLAIN);
        }

        @Override
        public ScalarType type() {
            return array.type();
        }

        @Override
        public Place rewritten(Rewriter parts) {
            return new Shared(array, parts.expressions(indices), access);
        }
    }

    /** How an access to memory goes. */
    enum Access {
        PLAIN,
        /** Other threads may access the element at the same time: one untorn access, in no order (PTX, ld.relaxed). */
        RELAXED,
        /**
         * Other threads may change the element at the same time: any value, untorn, that it had since the last barrier of all blocks
         * (PTX, ld.ca: a cache line need not be the newest).
         */
        STALE,
        /** Relaxed, and what other blocks wrote before they released is seen (PTX, ld.acquire, st.release). */
        ORDERED,
        /** Used once: it need not stay in caches (PTX, ld.global.cs). */
        STREAMING
    }

    /**
     * An element of global memory.
     *
     * @param as the type it is accessed in, of the array's width: a float's bits as an integer
     * @param offset from the array's base, in elements
     */
    record Global(Memory.Global array, ScalarType as, Expression offset, Access access) implements Place {
        public Global {
            if (as.bytes() != array.type().bytes()) {
                throw new IllegalArgumentException(array + " accessed as " + as);
            }
        }

        public Global(Memory.Global array, Expression offset) {
            this(array, array.type(), offset, Access.PLAIN);
        }

        @Override
        public ScalarType type() {
            return as;
        }

        @Override
        public List<Expression> indices() {
            return List.of(offset);
        }

        @Override
        public Place rewritten(Rewriter parts) {
            return new Global(array, as, parts.whole(offset), access);
        }
    }

    /** Two neighbouring 16-bit elements, the first one at an even place, as the halves of a word. */
    record Pair(Place first) implements Place {
        @Override
        public ScalarType type() {
            return ScalarType.I32;
        }

        @Override
        public List<Expression> indices() {
            return first.indices();
        }

        @Override
        public Place rewritten(Rewriter parts) {
            return new Pair(parts.whole(first));
        }
    }
}
