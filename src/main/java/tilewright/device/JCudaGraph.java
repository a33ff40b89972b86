package tilewright.device;

import static jcuda.driver.JCudaDriver.cuGraphDestroy;
import static jcuda.driver.JCudaDriver.cuGraphExecDestroy;
import static jcuda.driver.JCudaDriver.cuGraphInstantiate;
import static jcuda.driver.JCudaDriver.cuGraphLaunch;
import static jcuda.driver.JCudaDriver.cuGraphUpload;
import static jcuda.driver.JCudaDriver.cuStreamBeginCapture;
import static jcuda.driver.JCudaDriver.cuStreamEndCapture;
import static tilewright.device.DriverCall.check;

import java.util.Optional;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;

/**
 * A CUDA graph: many launches queued by one call, which makes the gap between two of them about 0.6 instead of 3.4
 * microseconds.
 */
final class JCudaGraph implements Gpu.Graph {
    /** CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY: launches keep the priority of the stream they were recorded in. */
    private static final long USE_NODE_PRIORITY = 8;

    private final CUgraphExec executable;
    private final CUstream stream;

    private JCudaGraph(CUgraphExec executable, CUstream stream) {
        this.executable = executable;
        this.stream = stream;
    }

    static Optional<Gpu.Graph> capture(CUstream stream, Runnable launches) {
        if (cuStreamBeginCapture(stream, CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
                != CUresult.CUDA_SUCCESS) {
            return Optional.empty();
        }
        CUgraph graph = new CUgraph();
        int ended;
        try {
            launches.run();
        } finally {
            ended = cuStreamEndCapture(stream, graph);
        }
        return ended == CUresult.CUDA_SUCCESS ? instantiate(graph, stream) : Optional.empty();
    }

    private static Optional<Gpu.Graph> instantiate(CUgraph graph, CUstream stream) {
        CUgraphExec executable = new CUgraphExec();
        int result = cuGraphInstantiate(executable, graph, USE_NODE_PRIORITY);
        cuGraphDestroy(graph);
        if (result != CUresult.CUDA_SUCCESS) {
            return Optional.empty();
        }
        check("cuGraphUpload", cuGraphUpload(executable, stream));
        return Optional.of(new JCudaGraph(executable, stream));
    }

    @Override
    public void queue() {
        check("cuGraphLaunch", cuGraphLaunch(executable, stream));
    }

    @Override
    public void close() {
        check("cuGraphExecDestroy", cuGraphExecDestroy(executable));
    }
}
