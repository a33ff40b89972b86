package tilewright.device;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A routine of the vendor's libraries, with which generated programs are compared. */
public enum VendorRoutine {
    /** C = A B, single precision without TF32; sizes m, n, k. */
    SGEMM("cuBLAS SGEMM", "cublas", 3),
    /** In-place LU factorisation without pivoting, single precision; size n. */
    SGETRF("cuSOLVER getrf, no pivoting", "cusolver", 1);

    private final String title;
    private final String library;
    private final int sizes;

    VendorRoutine(String title, String library, int sizes) {
        this.title = title;
        this.library = library;
        this.sizes = sizes;
    }

    /** For people and results. */
    public String title() {
        return title;
    }

    /** Library that has it: {@code cublas} is {@code libcublas.so}. */
    String library() {
        return library;
    }

    /** How many sizes it takes. */
    public int sizes() {
        return sizes;
    }

    /** As options name it: {@code sgemm}. */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The routine of that option name. */
    public static Optional<VendorRoutine> of(String optionName) {
        return Stream.of(values())
                .filter(r -> r.optionName().equals(optionName))
                .findFirst();
    }
}
