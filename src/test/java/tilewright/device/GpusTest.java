package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;
import tilewright.model.UserError;

class GpusTest {
    @Test
    void withoutADriverTheMessageSaysWhatToDo() {
        assumeFalse(Gpus.available(), "this machine has a GPU");
        UserError error = assertThrows(UserError.class, () -> Gpus.open(0));
        assertEquals(UserError.MISSING_TOOL, error.exitCode());
        assertTrue(
                String.valueOf(error.getMessage()).contains("use --target c, which needs no GPU"), error.getMessage());
        assertFalse(String.valueOf(error.getMessage()).contains("\n"), error.getMessage());
    }

    @Test
    void anErrorNamesCallKernelAndCandidate() {
        GpuException error = new GpuException("cuStreamSynchronize", 700, "CUDA_ERROR_ILLEGAL_ADDRESS")
                .inKernel("fw_level1")
                .inKernel("another")
                .ofCandidate("32x32x32/1x4x4 k-tile 16");
        assertEquals(
                "cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (700), kernel fw_level1, "
                        + "candidate 32x32x32/1x4x4 k-tile 16",
                error.getMessage());
        assertTrue(error.losesContext());
        assertFalse(new GpuException("cuLaunchKernel", 1, "CUDA_ERROR_INVALID_VALUE").losesContext());
    }
}
