package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Meters by a library that behaves as NVML does, and energy of runs by meters that move in steps. */
class NvmlTest {
    private static final String FAKE = """
        #include <string.h>
        typedef struct device *nvmlDevice_t;
        static int initialised;
        int nvmlInit_v2(void) { initialised = 1; return 0; }
        int nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *d) {
            if (!initialised || strcmp(id, "0000:18:00.0")) return 6;
            *d = (nvmlDevice_t) &initialised;
            return 0;
        }
        int nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t d, unsigned long long *mj) {
            *mj = d == (nvmlDevice_t) &initialised ? 5000000123ULL : 0; return 0; }
        int nvmlDeviceGetClockInfo(nvmlDevice_t d, int type, unsigned *mhz) { *mhz = type == 1 ? 1980 : 3201; return 0; }
        int nvmlDeviceGetTemperature(nvmlDevice_t d, int sensor, unsigned *c) { *c = 61 + sensor; return 0; }
        int nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t d, unsigned long long *r) { *r = 0x4 | 0x40 | 0x1; return 0; }
        """;

    @TempDir
    Path folder;

    @Test
    void metersOfTheDeviceWithThatBusIdAreRead() {
        String library =
                HostCompiler.find().compileReference("nvml", FAKE, folder).toString();
        assertEquals(Optional.empty(), Nvml.of(library, "0000:19:00.0"));
        Nvml meters = Nvml.of(library, "0000:18:00.0").orElseThrow();
        assertEquals(5000000.123, meters.joules(), 1e-6);
        assertEquals(1.98e9, meters.multiprocessorHertz());
        assertEquals(3.201e9, meters.memoryHertz());
        assertEquals(61, meters.celsius());
        assertEquals(List.of("power cap", "temperature (hardware)"), meters.throttled());
    }

    @Test
    void withoutTheLibraryThereAreNoMeters() {
        assertTrue(Nvml.of("libno-such-library.so", "0000:18:00.0").isEmpty());
    }

    /** Runs of 4 ms at 400 W, a meter that moves every 20 ms: 1.6 J a run, whatever part of a run a step falls into. */
    @Test
    void runsBetweenStepsAreCountedInParts() {
        List<Double> ends =
                IntStream.rangeClosed(1, 100).mapToObj(i -> i * 0.004).toList();
        List<EnergyMeter.Step> steps = IntStream.range(0, 10)
                .mapToObj(i -> new EnergyMeter.Step(8.0 * i, 0.013 + 0.02 * i))
                .toList();
        assertEquals(400, EnergyMeter.watts(steps), 1e-9);
        assertEquals(45, EnergyMeter.runs(steps, ends), 1e-9);
    }
}
