package tilewright.ranking.description;

import org.junit.jupiter.api.Test;
import tilewright.model.ShippedFigures;

class KernelCostsTest {
    @Test
    void everyFigureSaysWhereItComesFrom() {
        ShippedFigures.check(KernelCosts.measured());
    }
}
