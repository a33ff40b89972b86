package tilewright.device;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A GPU's meters by the NVIDIA Management Library, part of the driver (NVML API reference, "Device Queries"). */
final class Nvml implements Sensors {
    private static final String LIBRARY = "libnvidia-ml.so.1";
    private static final int CLOCK_SM = 1;
    private static final int CLOCK_MEM = 2;
    private static final int TEMPERATURE_GPU = 0;
    private static final double MEGA = 1e6;
    private static final double MILLI = 1e-3;

    /** What holds clocks down and is worth knowing ({@code nvmlClocksThrottleReason..}). */
    private enum Reason {
        POWER_CAP(0x4, "power cap"),
        HARDWARE_SLOWDOWN(0x8, "hardware slowdown"),
        SOFTWARE_THERMAL(0x20, "temperature (software)"),
        HARDWARE_THERMAL(0x40, "temperature (hardware)"),
        POWER_BRAKE(0x80, "power brake");

        private final long bit;
        private final String words;

        Reason(long bit, String words) {
            this.bit = bit;
            this.words = words;
        }
    }

    private final MethodHandle energy;
    private final MethodHandle clock;
    private final MethodHandle temperature;
    private final MethodHandle reasons;
    private final MemorySegment device;
    private final MemorySegment answer = Arena.ofAuto().allocate(JAVA_LONG);

    private Nvml(SymbolLookup library, MemorySegment device) {
        this.device = device;
        energy = bind(library, "nvmlDeviceGetTotalEnergyConsumption", ADDRESS, ADDRESS);
        clock = bind(library, "nvmlDeviceGetClockInfo", ADDRESS, JAVA_INT, ADDRESS);
        temperature = bind(library, "nvmlDeviceGetTemperature", ADDRESS, JAVA_INT, ADDRESS);
        reasons = bind(library, "nvmlDeviceGetCurrentClocksThrottleReasons", ADDRESS, ADDRESS);
    }

    /**
     * The meters of a device, where the library is there and the device has them.
     *
     * @param busId see {@link GpuProperties#busId()}
     */
    static Optional<Nvml> of(String busId) {
        return of(LIBRARY, busId);
    }

    /** @param library name or file */
    static Optional<Nvml> of(String library, String busId) {
        try {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
            check(bind(symbols, "nvmlInit_v2"));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment handle = arena.allocate(ADDRESS);
                check(
                        bind(symbols, "nvmlDeviceGetHandleByPciBusId_v2", ADDRESS, ADDRESS),
                        arena.allocateFrom(busId),
                        handle);
                Nvml found = new Nvml(symbols, handle.get(ADDRESS, 0));
                found.joules();
                return Optional.of(found);
            }
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private static MethodHandle bind(SymbolLookup library, String name, MemoryLayout... parameters) {
        MemorySegment function = library.find(name)
                .orElseThrow(() -> new IllegalArgumentException("the library has no function " + name));
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(JAVA_INT, parameters));
    }

    /** @throws UnsupportedOperationException where the library refuses */
    private static void check(MethodHandle function, Object... arguments) {
        int result;
        try {
            result = (int) function.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        if (result != 0) {
            throw new UnsupportedOperationException("NVML says " + result);
        }
    }

    @Override
    public double joules() {
        check(energy, device, answer);
        return MILLI * answer.get(JAVA_LONG, 0);
    }

    @Override
    public double multiprocessorHertz() {
        return hertz(CLOCK_SM);
    }

    @Override
    public double memoryHertz() {
        return hertz(CLOCK_MEM);
    }

    private double hertz(int domain) {
        check(clock, device, domain, answer);
        return MEGA * answer.get(JAVA_INT, 0);
    }

    @Override
    public int celsius() {
        check(temperature, device, TEMPERATURE_GPU, answer);
        return answer.get(JAVA_INT, 0);
    }

    @Override
    public List<String> throttled() {
        check(reasons, device, answer);
        long bits = answer.get(JAVA_LONG, 0);
        return Stream.of(Reason.values())
                .filter(reason -> (bits & reason.bit) != 0)
                .map(reason -> reason.words)
                .toList();
    }
}
