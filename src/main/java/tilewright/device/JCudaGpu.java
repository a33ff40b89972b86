package tilewright.device;

import static jcuda.driver.JCudaDriver.cuCtxCreate;
import static jcuda.driver.JCudaDriver.cuCtxDestroy;
import static jcuda.driver.JCudaDriver.cuCtxGetStreamPriorityRange;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuDeviceGet;
import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventDestroy;
import static jcuda.driver.JCudaDriver.cuEventElapsedTime;
import static jcuda.driver.JCudaDriver.cuEventRecord;
import static jcuda.driver.JCudaDriver.cuEventSynchronize;
import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuMemFree;
import static jcuda.driver.JCudaDriver.cuMemGetInfo;
import static jcuda.driver.JCudaDriver.cuMemHostRegister;
import static jcuda.driver.JCudaDriver.cuMemHostUnregister;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;
import static jcuda.driver.JCudaDriver.cuMemsetD32Async;
import static jcuda.driver.JCudaDriver.cuStreamCreate;
import static jcuda.driver.JCudaDriver.cuStreamCreateWithPriority;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;
import static jcuda.driver.JCudaDriver.cuStreamWaitEvent;
import static tilewright.device.DriverCall.check;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import tilewright.model.UserError;

/** A CUDA device through JCuda's binding of the driver API. It belongs to the thread that opened it. */
final class JCudaGpu implements Gpu {
    /** Java buffers hold less than 2 GiB. */
    private static final long TRANSFER_BYTES = 1L << 30;

    private final GpuProperties properties;
    private final CUcontext context;
    private final DriverHandles.Stream stream;
    private final CUstream ahead;
    private final CUevent meeting;
    /** By address: JCuda's own handles, which later calls want back. */
    private final TreeMap<Long, Allocation> allocations = new TreeMap<>();

    private JCudaGpu(GpuProperties properties, CUcontext context, DriverHandles.Stream stream, CUstream ahead) {
        this.properties = properties;
        this.context = context;
        this.stream = stream;
        this.ahead = ahead;
        this.meeting = new CUevent();
        check("cuEventCreate", cuEventCreate(meeting, CUevent_flags.CU_EVENT_DISABLE_TIMING));
    }

    /** The driver is initialised already and knows the device. */
    static JCudaGpu open(int ordinal) {
        CUdevice device = new CUdevice();
        check("cuDeviceGet", cuDeviceGet(device, ordinal));
        CUcontext context = new CUcontext();
        check("cuCtxCreate", cuCtxCreate(context, 0, device));
        DriverHandles.Stream stream = new DriverHandles.Stream();
        check("cuStreamCreate", cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
        int[] least = new int[1];
        int[] greatest = new int[1];
        check("cuCtxGetStreamPriorityRange", cuCtxGetStreamPriorityRange(least, greatest));
        CUstream ahead = new CUstream();
        check(
                "cuStreamCreateWithPriority",
                cuStreamCreateWithPriority(ahead, CUstream_flags.CU_STREAM_NON_BLOCKING, greatest[0]));
        return new JCudaGpu(DriverProperties.of(device), context, stream, ahead);
    }

    @Override
    public GpuProperties properties() {
        return properties;
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        Handle handle = new Handle();
        int result = cuMemAlloc(handle, Math.max(bytes, 1));
        if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
            MemoryInfo info = memory();
            throw UserError.badInput("the device has no " + ByteCount.of(bytes) + " of memory left for an array ("
                    + ByteCount.of(info.freeBytes()) + " of " + ByteCount.of(info.totalBytes())
                    + " are free): use smaller sizes");
        }
        check("cuMemAlloc", result);
        DeviceMemory memory = new DeviceMemory(handle.address(), bytes);
        allocations.put(memory.address(), new Allocation(handle, memory));
        return memory;
    }

    @Override
    public void free(DeviceMemory memory) {
        Allocation allocation = allocations.remove(memory.address());
        if (allocation == null) {
            throw new IllegalArgumentException("not allocated, or freed before: " + memory);
        }
        check("cuMemFree", cuMemFree(allocation.handle));
    }

    @Override
    public MemoryInfo memory() {
        long[] free = new long[1];
        long[] total = new long[1];
        check("cuMemGetInfo", cuMemGetInfo(free, total));
        return new MemoryInfo(free[0], total[0]);
    }

    @Override
    public boolean pin(HostMemory memory) {
        return cuMemHostRegister(start(memory), memory.bytes(), 0) == CUresult.CUDA_SUCCESS;
    }

    @Override
    public void unpin(HostMemory memory) {
        check("cuMemHostUnregister", cuMemHostUnregister(start(memory)));
    }

    private static Pointer start(HostMemory memory) {
        return Pointer.to(memory.buffer(0, Math.min(TRANSFER_BYTES, memory.bytes())));
    }

    @Override
    public void copyIn(DeviceMemory to, HostMemory from) {
        synchronize();
        for (long offset = 0; offset < from.bytes(); offset += TRANSFER_BYTES) {
            long bytes = Math.min(TRANSFER_BYTES, from.bytes() - offset);
            Pointer source = Pointer.to(from.buffer(offset, bytes));
            check("cuMemcpyHtoD", cuMemcpyHtoD(pointer(to.slice(offset, bytes)), source, bytes));
        }
        // The copy may still be under way on the default stream when the call returns; ours does not wait for that one.
        check("cuCtxSynchronize", cuCtxSynchronize());
    }

    @Override
    public void copyOut(HostMemory to, DeviceMemory from) {
        synchronize();
        for (long offset = 0; offset < to.bytes(); offset += TRANSFER_BYTES) {
            long bytes = Math.min(TRANSFER_BYTES, to.bytes() - offset);
            Pointer target = Pointer.to(to.buffer(offset, bytes));
            check("cuMemcpyDtoH", cuMemcpyDtoH(target, pointer(from.slice(offset, bytes)), bytes));
        }
    }

    @Override
    public void copy(DeviceMemory to, DeviceMemory from) {
        CUdeviceptr target = pointer(to.slice(0, from.bytes()));
        check("cuMemcpyDtoDAsync", cuMemcpyDtoDAsync(target, pointer(from), from.bytes(), stream));
    }

    @Override
    public void fill(DeviceMemory memory, int word) {
        long words = memory.bytes() / Integer.BYTES;
        if (words > 0) {
            check("cuMemsetD32Async", cuMemsetD32Async(pointer(memory), word, words, stream));
        }
    }

    @Override
    public Module load(byte[] cubin) {
        return JCudaModule.load(cubin, stream, ahead);
    }

    @Override
    public void synchronize() {
        check("cuStreamSynchronize", cuStreamSynchronize(stream));
    }

    @Override
    public void fork() {
        check("cuEventRecord", cuEventRecord(meeting, stream));
        check("cuStreamWaitEvent", cuStreamWaitEvent(ahead, meeting, 0));
    }

    @Override
    public void join() {
        check("cuEventRecord", cuEventRecord(meeting, ahead));
        check("cuStreamWaitEvent", cuStreamWaitEvent(stream, meeting, 0));
    }

    @Override
    public Event record() {
        CUevent event = new CUevent();
        check("cuEventCreate", cuEventCreate(event, CUevent_flags.CU_EVENT_DEFAULT));
        check("cuEventRecord", cuEventRecord(event, stream));
        return new JCudaEvent(event);
    }

    @Override
    public Event recordDefault() {
        CUevent event = new CUevent();
        check("cuEventCreate", cuEventCreate(event, CUevent_flags.CU_EVENT_DEFAULT));
        check("cuEventRecord", cuEventRecord(event, null));
        return new JCudaEvent(event);
    }

    @Override
    public Optional<Graph> capture(Runnable launches) {
        return JCudaGraph.capture(stream, launches);
    }

    /** Memory, modules and graphs go with the context. */
    @Override
    public void close() {
        cuCtxDestroy(context);
    }

    private CUdeviceptr pointer(DeviceMemory memory) {
        Map.Entry<Long, Allocation> entry = allocations.floorEntry(memory.address());
        if (entry == null
                || memory.address() + memory.bytes() > entry.getValue().end()) {
            throw new IllegalArgumentException("not allocated here: " + memory);
        }
        return entry.getValue().handle.withByteOffset(memory.address() - entry.getKey());
    }

    private record Allocation(Handle handle, DeviceMemory memory) {
        long end() {
            return memory.address() + memory.bytes();
        }
    }

    /** JCuda hides the address. */
    private static final class Handle extends CUdeviceptr {
        long address() {
            return getNativePointer();
        }
    }

    private record JCudaEvent(CUevent event) implements Event {
        @Override
        public double secondsSince(Event earlier) {
            check("cuEventSynchronize", cuEventSynchronize(event));
            float[] milliseconds = new float[1];
            check("cuEventElapsedTime", cuEventElapsedTime(milliseconds, ((JCudaEvent) earlier).event, event));
            return milliseconds[0] * 1e-3;
        }

        @Override
        public void close() {
            cuEventDestroy(event);
        }
    }
}
