package tilewright.device;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tilewright.model.DataType;

/**
 * A routine of the vendor's libraries, with which generated programs are compared, in single (S) or double (D) precision. Arrays are
 * row-major, as those of nests; without TF32.
 */
public enum VendorRoutine {
    /** C = A B; sizes m, n, k. */
    SGEMM(VendorCall.GEMM),
    DGEMM(VendorCall.GEMM),
    /** As many products C(b) = A(b) B(b); sizes b, m, n, k. */
    SGEMMBATCHED(VendorCall.GEMM_BATCHED),
    DGEMMBATCHED(VendorCall.GEMM_BATCHED),
    /** y = A x + y with m rows and n columns; sizes m, n. */
    SGEMV(VendorCall.GEMV),
    DGEMV(VendorCall.GEMV),
    /** The lower triangle of C = A A' + C; sizes n, k. */
    SSYRK(VendorCall.SYRK),
    DSYRK(VendorCall.SYRK),
    /** The lower triangle of C = A B' + B A' + C; sizes n, k. */
    SSYR2K(VendorCall.SYR2K),
    DSYR2K(VendorCall.SYR2K),
    /** C = A B + C, A symmetric, stored below its diagonal; sizes m, n of C. */
    SSYMM(VendorCall.SYMM),
    DSYMM(VendorCall.SYMM),
    /** B = A' B, A unit lower triangular; sizes m, n of B. */
    STRMM(VendorCall.TRMM),
    DTRMM(VendorCall.TRMM),
    /** B = inverse of A times B, A lower triangular; sizes m, n of B. */
    STRSM(VendorCall.TRSM),
    DTRSM(VendorCall.TRSM),
    /** In-place LU factorisation without pivoting; size n. */
    SGETRF(VendorCall.GETRF),
    DGETRF(VendorCall.GETRF),
    /** In-place Cholesky factorisation, lower triangle; size n. */
    SPOTRF(VendorCall.POTRF),
    DPOTRF(VendorCall.POTRF);

    private final VendorCall call;

    VendorRoutine(VendorCall call) {
        this.call = call;
    }

    /** For people and results. */
    public String title() {
        return call.title(letter());
    }

    VendorCall call() {
        return call;
    }

    /** How many sizes it takes. */
    public int sizes() {
        return call.sizes();
    }

    /** {@code REAL} or {@code DOUBLE}. */
    public DataType type() {
        return letter().equals("S") ? DataType.REAL : DataType.DOUBLE;
    }

    /** S or D. */
    String letter() {
        return name().substring(0, 1);
    }

    /** As options name it: {@code sgemm}. */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The routine of that option name. */
    public static Optional<VendorRoutine> of(String optionName) {
        return Arrays.stream(values())
                .filter(r -> r.optionName().equals(optionName))
                .findFirst();
    }

    /** As options name all of them. */
    public static List<String> optionNames() {
        return Arrays.stream(values()).map(VendorRoutine::optionName).toList();
    }
}
