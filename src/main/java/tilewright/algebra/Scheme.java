package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;

/**
 * An operator of the algebra. It prints itself in the notation of {@code SchemeNotation.g4}; operands that are texts are in the
 * {@code .nest} notation.
 *
 * <p>Example: {@code (e := 1) * [e <= m]{S1(e) * (++e)}} is a sequential loop.
 */
public sealed interface Scheme {
    /** E: does nothing. */
    record Identity() implements Scheme {
        @Override
        public String toString() {
            return "E";
        }
    }

    /** {@code (target := value)}. */
    record Assign(String target, String value) implements Scheme {
        @Override
        public String toString() {
            return "(" + target + " := " + value + ")";
        }
    }

    /** {@code (++i)}. */
    record Increment(String variable) implements Scheme {
        @Override
        public String toString() {
            return "(++" + variable + ")";
        }
    }

    /** An operator with a definition of its own. */
    record Call(String name, List<String> arguments) implements Scheme {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            return name + (arguments.isEmpty() ? "" : "(" + String.join(", ", arguments) + ")");
        }
    }

    /** {@code A * B}: A, then B. */
    record Composition(List<Scheme> factors) implements Scheme {
        public Composition {
            factors = List.copyOf(factors);
            if (factors.size() < 2 || factors.stream().anyMatch(Composition.class::isInstance)) {
                throw new IllegalArgumentException(
                        "a composition has two factors at least, and none is one: " + factors);
            }
        }

        @Override
        public String toString() {
            return join(" * ", factors);
        }
    }

    /** {@code ([c] A | B)}, the c-disjunction: A where c holds, else B. */
    record Alternative(String condition, Scheme then, Scheme otherwise) implements Scheme {
        @Override
        public String toString() {
            return "([" + condition + "] " + then + " | " + otherwise + ")";
        }
    }

    /** {@code [c]{A}}, the iteration: A again and again as long as c holds. */
    record Cycle(String condition, Scheme body) implements Scheme {
        @Override
        public String toString() {
            return "[" + condition + "]{" + body + "}";
        }
    }

    /** {@code {A}[c]}, the inverse iteration: A, and again until c holds. */
    record Repetition(Scheme body, String condition) implements Scheme {
        @Override
        public String toString() {
            return "{" + body + "}[" + condition + "]";
        }
    }

    /** {@code ||[i = a .. b](A)}, the asynchronous disjunction: a branch for every i, in any order and at the same time. */
    record Disjunction(String variable, String first, String last, Scheme body) implements Scheme {
        @Override
        public String toString() {
            return "||[" + variable + " = " + first + " .. " + last + "](" + body + ")";
        }
    }

    /** {@code (A || B)}, the asynchronous disjunction of few branches. */
    record Both(List<Scheme> branches) implements Scheme {
        public Both {
            branches = List.copyOf(branches);
            if (branches.size() < 2) {
                throw new IllegalArgumentException("a disjunction has two branches at least: " + branches);
            }
        }

        @Override
        public String toString() {
            return "(" + join(" || ", branches) + ")";
        }
    }

    /** {@code B(q, k)}: holds a branch until k branches have come to the barrier q. */
    record Barrier(String name, String count) implements Scheme {
        @Override
        public String toString() {
            return "B(" + name + ", " + count + ")";
        }
    }

    /** The composition of any number of schemes; identities are left out. */
    static Scheme compose(List<Scheme> schemes) {
        List<Scheme> factors = new ArrayList<>();
        for (Scheme scheme : schemes) {
            if (scheme instanceof Composition c) {
                factors.addAll(c.factors);
            } else if (!(scheme instanceof Identity)) {
                factors.add(scheme);
            }
        }
        return factors.isEmpty() ? new Identity() : factors.size() == 1 ? factors.getFirst() : new Composition(factors);
    }

    static Scheme compose(Scheme... schemes) {
        return compose(List.of(schemes));
    }

    /** {@code ([c] A | E)}. */
    static Scheme when(String condition, Scheme then) {
        return new Alternative(condition, then, new Identity());
    }

    /** {@code (i := first) * [i <= last]{body * (++i)}}. */
    static Scheme loop(String variable, String first, String last, Scheme body) {
        return compose(
                new Assign(variable, first),
                new Cycle(variable + " <= " + last, compose(body, new Increment(variable))));
    }

    private static String join(String separator, List<Scheme> schemes) {
        return String.join(separator, schemes.stream().map(Scheme::toString).toList());
    }
}
