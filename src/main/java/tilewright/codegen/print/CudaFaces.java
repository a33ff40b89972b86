package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tilewright.codegen.ir.Face;

/**
 * Threads hand values to their neighbours: through shared memory, one place per thread and group of values; within a
 * warp from register to register.
 */
final class CudaFaces {
    private final CudaScope scope;
    private final CudaCopies copies;

    CudaFaces(CudaScope scope, CudaCopies copies) {
        this.scope = scope;
        this.copies = copies;
    }

    CudaView.OperationText give(Face face) {
        return points("give_face", face, place(face, 0), register(face, Collections.nCopies(dimensions(face), 0)));
    }

    CudaView.OperationText take(Face face) {
        List<Integer> beside = new ArrayList<>();
        for (int d = 0; d < dimensions(face); d++) {
            int own = scope.axis(face.tile().axes().get(d)).axis().perThread();
            beside.add(face.direction().get(d) * own);
        }
        String source = face.isWithinWarp()
                ? shuffle(face, register(face, Collections.nCopies(dimensions(face), 0)))
                : place(face, face.distance());
        return points("take_face", face, register(face, beside), source);
    }

    private static int dimensions(Face face) {
        return face.extents().size();
    }

    private static String shuffle(Face face, String register) {
        String name = face.direction().getLast() < 0 ? "__shfl_up_sync" : "__shfl_down_sync";
        return name + "(0xffffffffu, " + register + ", 1, " + face.lanes() + ")";
    }

    /** Loop variable over a face along a dimension. */
    private String index(Face face, int dimension) {
        return face.extents().get(dimension) == 1
                ? "0"
                : scope.axis(face.tile().axes().get(dimension)).register();
    }

    /**
     * The register of the current element.
     *
     * @param shift from the place among the own points
     */
    private String register(Face face, List<Integer> shift) {
        StringBuilder text = new StringBuilder(
                scope.expressions().use(scope.names().of(face.tile().name())));
        for (int d = 0; d < dimensions(face); d++) {
            int start = face.tile().ring(d).low() + face.first().get(d) + shift.get(d);
            text.append('[').append(PieceScope.shifted(index(face, d), start)).append(']');
        }
        return text.toString();
    }

    /** The place of a thread's current element in shared memory. */
    private String place(Face face, int distance) {
        StringBuilder text = new StringBuilder(scope.shared()).append('.').append(face.name());
        for (int d = 0; d < dimensions(face) - 1; d++) {
            text.append('[').append(index(face, d)).append(']');
        }
        String column = index(face, dimensions(face) - 1);
        String group = face.vector() == 1 || column.equals("0") ? column : column + " / " + face.vector();
        String thread = PieceScope.shifted(scope.expressions().use(scope.thread()), face.padding() + distance);
        return text.append('[')
                .append(group)
                .append("][")
                .append(thread)
                .append("][0]")
                .toString();
    }

    private CudaView.OperationText points(String kind, Face face, String target, String source) {
        int vector = face.isWithinWarp() ? 1 : face.vector();
        List<CudaView.PointLoop> loops = new ArrayList<>();
        for (int d = 0; d < dimensions(face); d++) {
            int step = d == dimensions(face) - 1 ? vector : 1;
            loops.add(new CudaView.PointLoop(
                    scope.axis(face.tile().axes().get(d)).register(),
                    face.extents().get(d),
                    step,
                    List.of(),
                    null));
        }
        return new CudaView.Points(
                kind,
                face.content(),
                null,
                List.of(),
                null,
                loops,
                vector,
                copies.of(vector, face.type()),
                target,
                source);
    }
}
