package tilewright.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tilewright.model.UserError;

class FaultsTest {
    /** What a class ended with while it was loaded says more than the error that it is wrapped in. */
    @Test
    void whatCannotBeLoadedSaysWhy() {
        StringWriter said = new StringWriter();
        int code = new Faults()
                .notLoaded(
                        new ExceptionInInitializerError(new IllegalStateException("generation.json, line 76")),
                        new PrintWriter(said, true));
        assertEquals(UserError.MISSING_TOOL, code);
        assertTrue(said.toString().contains("(generation.json, line 76)"), said.toString());
    }
}
