package tilewright.kernel.emulate;

import java.util.List;
import tilewright.kernel.Function;
import tilewright.kernel.Statement;
import tilewright.kernel.print.Printer;

/**
 * Where in a program something stands.
 *
 * @param number of the site in its run, from 1
 * @param statement null where the host does something
 * @param comment the last one before the statement in its list, or around it
 */
record Site(int number, String function, Statement statement, String comment) {
    /** The statement's first line. */
    String text() {
        Function alone = new Function(function, new Function.Kind.Inline(), "", List.of(), null, List.of(statement));
        String text = Printer.body(Notation.PLAIN, alone);
        return text.substring(0, text.indexOf('\n'));
    }
}
