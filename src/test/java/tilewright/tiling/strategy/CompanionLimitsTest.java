package tilewright.tiling.strategy;

import org.junit.jupiter.api.Test;
import tilewright.model.ShippedFigures;

class CompanionLimitsTest {
    @Test
    void everyFigureSaysWhereItComesFrom() {
        ShippedFigures.check(CompanionLimits.shipped());
    }
}
