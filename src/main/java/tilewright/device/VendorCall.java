package tilewright.device;

import java.util.List;

/**
 * How a vendor's routine is called: its arguments in order (NVIDIA, cuBLAS and cuSOLVER API references). The libraries take
 * matrices by columns; a row-major matrix is the transposed one to them, so sides change and triangles too.
 */
enum VendorCall {
    GEMM(
            "cuBLAS %sGEMM",
            "cublas%sgemm_v2",
            3,
            List.of(matrix(0, 2), matrix(2, 1), matrix(0, 1)),
            List.of(
                    flag(Code.AS_IS),
                    flag(Code.AS_IS),
                    size(1),
                    size(0),
                    size(2),
                    number(1),
                    array(1),
                    size(1),
                    array(0),
                    size(2),
                    number(0),
                    array(2),
                    size(1))),
    GEMM_BATCHED(
            "cuBLAS %sGEMM, strided batched",
            "cublas%sgemmStridedBatched",
            4,
            List.of(matrix(1, 3, 0), matrix(3, 2, 0), matrix(1, 2, 0)),
            List.of(
                    flag(Code.AS_IS),
                    flag(Code.AS_IS),
                    size(2),
                    size(1),
                    size(3),
                    number(1),
                    array(1),
                    size(2),
                    stride(3, 2),
                    array(0),
                    size(3),
                    stride(1, 3),
                    number(0),
                    array(2),
                    size(2),
                    stride(1, 2),
                    size(0))),
    GEMV(
            "cuBLAS %sGEMV",
            "cublas%sgemv_v2",
            2,
            List.of(matrix(0, 1), matrix(1), matrix(0)),
            List.of(
                    flag(Code.TRANSPOSED),
                    size(1),
                    size(0),
                    number(1),
                    array(0),
                    size(1),
                    array(1),
                    flag(1),
                    number(1),
                    array(2),
                    flag(1))),
    SYRK(
            "cuBLAS %sSYRK",
            "cublas%ssyrk_v2",
            2,
            List.of(matrix(0, 1), matrix(0, 0)),
            List.of(
                    flag(Code.UPPER),
                    flag(Code.TRANSPOSED),
                    size(0),
                    size(1),
                    number(1),
                    array(0),
                    size(1),
                    number(1),
                    array(1),
                    size(0))),
    SYR2K(
            "cuBLAS %sSYR2K",
            "cublas%ssyr2k_v2",
            2,
            List.of(matrix(0, 1), matrix(0, 1), matrix(0, 0)),
            List.of(
                    flag(Code.UPPER),
                    flag(Code.TRANSPOSED),
                    size(0),
                    size(1),
                    number(1),
                    array(0),
                    size(1),
                    array(1),
                    size(1),
                    number(1),
                    array(2),
                    size(0))),
    SYMM(
            "cuBLAS %sSYMM",
            "cublas%ssymm_v2",
            2,
            List.of(matrix(0, 0), matrix(0, 1), matrix(0, 1)),
            List.of(
                    flag(Code.RIGHT),
                    flag(Code.UPPER),
                    size(1),
                    size(0),
                    number(1),
                    array(0),
                    size(0),
                    array(1),
                    size(1),
                    number(1),
                    array(2),
                    size(1))),
    TRMM(
            "cuBLAS %sTRMM",
            "cublas%strmm_v2",
            2,
            List.of(matrix(0, 0), matrix(0, 1)),
            List.of(
                    flag(Code.RIGHT),
                    flag(Code.UPPER),
                    flag(Code.TRANSPOSED),
                    flag(Code.UNIT),
                    size(1),
                    size(0),
                    number(1),
                    array(0),
                    size(0),
                    array(1),
                    size(1),
                    array(1),
                    size(1))),
    TRSM(
            "cuBLAS %sTRSM",
            "cublas%strsm_v2",
            2,
            List.of(matrix(0, 0), matrix(0, 1)),
            List.of(
                    flag(Code.RIGHT),
                    flag(Code.UPPER),
                    flag(Code.AS_IS),
                    flag(Code.NOT_UNIT),
                    size(1),
                    size(0),
                    number(1),
                    array(0),
                    size(0),
                    array(1),
                    size(1))),
    GETRF(
            "cuSOLVER %sgetrf, no pivoting",
            "cusolverDn%sgetrf",
            1,
            List.of(matrix(0, 0)),
            List.of(
                    size(0),
                    size(0),
                    array(0),
                    size(0),
                    new Argument.Work(),
                    new Argument.Nothing(),
                    new Argument.Info())),
    POTRF(
            "cuSOLVER %spotrf",
            "cusolverDn%spotrf",
            1,
            List.of(matrix(0, 0)),
            List.of(
                    flag(Code.UPPER),
                    size(0),
                    array(0),
                    size(0),
                    new Argument.Work(),
                    new Argument.WorkSize(),
                    new Argument.Info()));

    /** What the libraries' enumerations number. */
    private static final class Code {
        static final int AS_IS = 0;
        static final int TRANSPOSED = 1;
        static final int UPPER = 1;
        static final int RIGHT = 1;
        static final int NOT_UNIT = 0;
        static final int UNIT = 1;
    }

    /** One argument after the handle. */
    sealed interface Argument {
        record Flag(int value) implements Argument {}

        /** One of the routine's sizes. */
        record Size(int position) implements Argument {}

        /** The address of a number on the host. */
        record Number(double value) implements Argument {}

        /** The address of an array on the device. */
        record Array(int position) implements Argument {}

        /** The product of two sizes, as a 64-bit number. */
        record Stride(int rows, int columns) implements Argument {}

        /** The address of as much memory as the library asks for. */
        record Work() implements Argument {}

        /** How many elements that has. */
        record WorkSize() implements Argument {}

        /** The address of an integer on the device, for what went wrong. */
        record Info() implements Argument {}

        /** No address. */
        record Nothing() implements Argument {}
    }

    /**
     * An array of the routine: as many elements as its sizes, by their positions, make together. Of a square one the diagonal dominates.
     */
    record Operand(List<Integer> sizes) {
        boolean isSquare() {
            return sizes.size() == 2 && sizes.get(0).equals(sizes.get(1));
        }
    }

    private final String title;
    private final String function;
    private final int sizes;
    private final List<Operand> operands;
    private final List<Argument> arguments;

    VendorCall(String title, String function, int sizes, List<Operand> operands, List<Argument> arguments) {
        this.title = title;
        this.function = function;
        this.sizes = sizes;
        this.operands = operands;
        this.arguments = arguments;
    }

    private static Operand matrix(Integer... sizes) {
        return new Operand(List.of(sizes));
    }

    private static Argument flag(int value) {
        return new Argument.Flag(value);
    }

    private static Argument size(int position) {
        return new Argument.Size(position);
    }

    private static Argument number(double value) {
        return new Argument.Number(value);
    }

    private static Argument array(int position) {
        return new Argument.Array(position);
    }

    private static Argument stride(int rows, int columns) {
        return new Argument.Stride(rows, columns);
    }

    String title(String letter) {
        return title.formatted(letter);
    }

    /** @param letter S or D */
    String function(String letter) {
        return function.formatted(letter);
    }

    /** What says how many elements of work memory it needs; its arguments are those before {@link Argument.Work}. */
    String workSizeFunction(String letter) {
        return function(letter) + "_bufferSize";
    }

    boolean needsWork() {
        return arguments.stream().anyMatch(Argument.Work.class::isInstance);
    }

    /** The library: {@code cublas} of {@code libcublas.so}. */
    String library() {
        return needsWork() ? "cusolver" : "cublas";
    }

    /** What makes and ends its handle, with Create and Destroy behind. */
    String handle(String verb) {
        return needsWork() ? "cusolverDn" + verb : "cublas" + verb + "_v2";
    }

    int sizes() {
        return sizes;
    }

    List<Operand> operands() {
        return operands;
    }

    List<Argument> arguments() {
        return arguments;
    }
}
