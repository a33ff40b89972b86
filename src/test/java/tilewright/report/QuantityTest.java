package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tilewright.report.Quantity.TimeUnit;

@Isolated("the default locale changes")
class QuantityTest {
    @Test
    void timesHaveFourSignificantDigitsAndTheirOwnUnit() {
        assertEquals("12.73 ms", Quantity.seconds(0.0127312));
        assertEquals("1.505 s", Quantity.seconds(1.505));
        assertEquals("340.0 us", Quantity.seconds(340e-6));
        assertEquals("17.00 ns", Quantity.seconds(17e-9));
        assertEquals("7693 s", Quantity.seconds(7693.2));
    }

    @Test
    void ratesHaveThreeSignificantDigitsAndAPrefix() {
        assertEquals("13.4 T", Quantity.prefixed(1.34e13));
        assertEquals("999", Quantity.prefixed(999));
        assertEquals("1.00 k", Quantity.prefixed(1000));
        assertEquals("0", Quantity.prefixed(0));
    }

    @Test
    void roundingUpToTheNextPowerKeepsTheNumberOfDigits() {
        assertEquals("10.00 ms", Quantity.seconds(0.0099999));
        assertEquals("1000 G", Quantity.prefixed(999.9e9));
    }

    @Test
    void ratiosLoseDecimalsAsTheyGrow() {
        assertEquals("1.08", Quantity.ratio(1.081));
        assertEquals("32.6", Quantity.ratio(32.64));
        assertEquals("605", Quantity.ratio(604.9));
    }

    @Test
    void columnsHaveDecimalsForTheSmallestValue() {
        TimeUnit ms = TimeUnit.of(0.0461);
        assertEquals("46.11", ms.column(0.046112, 0.0461));
        assertEquals("1505.00", ms.column(1.505, 0.0461));
        assertEquals("0.8711", ms.column(0.00087112, 0.00087));
    }

    @Test
    void bytesBeyondAThousandAreKibibytes() {
        assertEquals("48 KiB", Quantity.bytes(49152));
        assertEquals("1.5 KiB", Quantity.bytes(1536));
        assertEquals("4.13 KiB", Quantity.bytes(4224));
        assertEquals("1000 B", Quantity.bytes(1000));
    }

    @Test
    void numbersDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertEquals("1.50", Quantity.ratio(1.5));
            assertEquals("12.50 ms", Quantity.seconds(0.0125));
        } finally {
            Locale.setDefault(before);
        }
    }
}
