package tilewright.kernel.print;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

class CudaHelpersTest {
    /** By the names that CUDA's vector types have. */
    @ParameterizedTest
    @CsvSource({
        "F32, 4, float4",
        "F64, 2, double2",
        "I32, 4, int4",
        "U32, 4, uint4",
        "I64, 2, longlong2",
        "U64, 2, ulonglong2"
    })
    void neighboursAreCopiedAsAVector(ScalarType type, int width, String vector) {
        assertEquals(vector, new CudaHelpers.Copy(Statement.Way.WIDE, type, width).vectorType());
    }
}
