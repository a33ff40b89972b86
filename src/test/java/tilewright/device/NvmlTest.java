package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

    /** Runs of a millisecond at 400 W, a meter that moves every 20 ms: 0.4 J a run, whatever part of a step comes first and last. */
    @Test
    void energyIsThatBetweenTheFirstAndTheLastStep() {
        long[] nanos = {3_700_000};
        Sensors sensors = new SteppingSensors(nanos, 20_000_000, 400);
        Observed observed = new EnergyMeter(sensors, () -> nanos[0])
                .observe(() -> nanos[0] += 1_000_000, 0.5)
                .orElseThrow();
        assertEquals(0.4, observed.joules(), 0.4 * 0.01);
        assertEquals(400, observed.watts(), 400 * 0.01);
        assertEquals(List.of("power cap"), observed.throttled());
    }

    @Test
    void aMeterThatDoesNotMoveSaysNothing() {
        long[] nanos = {0};
        Sensors still = new SteppingSensors(nanos, Long.MAX_VALUE, 400);
        assertTrue(new EnergyMeter(still, () -> nanos[0])
                .observe(() -> nanos[0] += 1_000_000, 0.1)
                .isEmpty());
    }

    private record SteppingSensors(long[] nanos, long step, double watts) implements Sensors {
        @Override
        public double joules() {
            return nanos[0] / step * (step * 1e-9) * watts;
        }

        @Override
        public double multiprocessorHertz() {
            return 1e9;
        }

        @Override
        public double memoryHertz() {
            return 1e9;
        }

        @Override
        public int celsius() {
            return 50;
        }

        @Override
        public List<String> throttled() {
            return List.of("power cap");
        }
    }
}
