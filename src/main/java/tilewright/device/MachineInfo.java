package tilewright.device;

/**
 * Names a machine in results.
 *
 * @param device e.g. {@code NVIDIA H200}, or the processor's name
 * @param driver what runs the programs, e.g. {@code CUDA 13.0}, or the operating system
 * @param architecture for the compiler, e.g. {@code sm_90}; empty on the host
 * @param processors multiprocessors, or processors that Java sees
 * @param unit which of several in one host: a GPU's PCI bus id, e.g. {@code 0000:18:00.0}; empty on the host
 */
public record MachineInfo(String device, String driver, String architecture, int processors, String unit) {}
