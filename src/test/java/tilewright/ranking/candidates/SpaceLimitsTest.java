package tilewright.ranking.candidates;

import org.junit.jupiter.api.Test;
import tilewright.model.ShippedFigures;

class SpaceLimitsTest {
    @Test
    void everyFigureSaysWhereItComesFrom() {
        ShippedFigures.check(SpaceLimits.shipped());
    }
}
