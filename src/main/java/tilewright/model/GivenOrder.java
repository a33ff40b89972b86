package tilewright.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order of execution that a user gives: for every statement the time at which an iteration runs, a vector compared
 * lexicographically. It is written as a union map in isl's notation: {@code { S1[k, i, j] -> [k, j, i] }}.
 *
 * @param text as it was given
 * @param parameters as far as the text names them
 */
public record GivenOrder(String text, List<Term> parameters, List<Entry> entries) {
    /** A piece of the text and where it stands. */
    public record Term(String text, SourcePosition position) {}

    /**
     * The times of one statement.
     *
     * @param statement its id
     * @param variables names for the statement's loop variables, outermost first
     * @param times affine expressions over variables and parameters
     * @param where iterations that the entry speaks of; null for all
     */
    public record Entry(
            Term statement,
            List<Term> variables,
            List<Term> times,
            @Nullable Term where) {
        public Entry {
            variables = List.copyOf(variables);
            times = List.copyOf(times);
        }
    }

    public GivenOrder {
        parameters = List.copyOf(parameters);
        entries = List.copyOf(entries);
    }
}
