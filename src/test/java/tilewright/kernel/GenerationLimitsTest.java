package tilewright.kernel;

import org.junit.jupiter.api.Test;
import tilewright.model.ShippedFigures;

class GenerationLimitsTest {
    @Test
    void everyFigureSaysWhereItComesFrom() {
        ShippedFigures.check(GenerationLimits.shipped());
    }
}
