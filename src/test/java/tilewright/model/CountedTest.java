package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CountedTest {
    @Test
    void oneIsNoPlural() {
        assertEquals("1 candidate", Counted.of(1, "candidate"));
        assertEquals("0 candidates", Counted.of(0, "candidate"));
        assertEquals("20 candidates", Counted.of(20, "candidate"));
        assertEquals("2 launches", Counted.of(2, "launch"));
    }
}
