package tilewright.tiling.strategy;

import org.junit.jupiter.api.Test;
import tilewright.model.ShippedFigures;

class CompanionLimitsTest {
    @Test
    void everyFigureSaysWhereItComesFrom() {
        CompanionLimits shipped = CompanionLimits.shipped();
        ShippedFigures.check(shipped, shipped.sources());
    }
}
