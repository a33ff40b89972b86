package tilewright.parse.c.unit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What code needs of headers of the C library: names of integer types, constants, and limits. Everything else of them is left out. */
public final class StandardHeaders {
    /** A directory that no file system has. */
    static final String DIRECTORY = "/standard headers of C";

    /**
     * Read before every file: types of 16 bits, which the parser does not know. To {@link CTypes} a type of this name is one of half
     * precision, whatever else it is called.
     */
    static final String BEFORE = DIRECTORY + "/types of compilers.h";

    static final String HALF = "_Float16";

    private static final String HALF_TYPES = """
        #ifndef _Float16
        typedef float _Float16;
        #endif
        #ifndef __fp16
        typedef _Float16 __fp16;
        #endif
        """;
    private static final String CUDA_HALF = """
        #ifndef __half
        typedef _Float16 __half;
        #endif
        #ifndef half
        typedef _Float16 half;
        #endif
        """;

    private static final String SIZES = "typedef unsigned long size_t; typedef long ptrdiff_t; typedef long ssize_t;\n";
    private static final String WIDTHS = """
        typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
        typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t;
        typedef unsigned long uint64_t; typedef long intptr_t; typedef unsigned long uintptr_t;
        """;

    private static final String CONSTANTS = """
        #define M_E 2.7182818284590452354
        #define M_LOG2E 1.4426950408889634074
        #define M_LOG10E 0.43429448190325182765
        #define M_LN2 0.69314718055994530942
        #define M_LN10 2.30258509299404568402
        #define M_PI 3.14159265358979323846
        #define M_PI_2 1.57079632679489661923
        #define M_PI_4 0.78539816339744830962
        #define M_1_PI 0.31830988618379067154
        #define M_2_PI 0.63661977236758134308
        #define M_2_SQRTPI 1.12837916709551257390
        #define M_SQRT2 1.41421356237309504880
        #define M_SQRT1_2 0.70710678118654752440
        """;

    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("types of compilers.h", HALF_TYPES),
            Map.entry("cuda_fp16.h", CUDA_HALF),
            Map.entry("hip/hip_fp16.h", CUDA_HALF),
            Map.entry("math.h", CONSTANTS),
            Map.entry("stddef.h", SIZES),
            Map.entry("stdlib.h", SIZES),
            Map.entry("stdio.h", SIZES),
            Map.entry("string.h", SIZES),
            Map.entry("stdint.h", WIDTHS),
            Map.entry("inttypes.h", WIDTHS),
            Map.entry("stdbool.h", "#define bool _Bool\n#define true 1\n#define false 0\n"),
            Map.entry(
                    "complex.h",
                    "#define complex _Complex\n#define I _Complex_I\nextern const float _Complex _Complex_I;\n"),
            Map.entry("limits.h", "#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n"),
            Map.entry("float.h", """
                #define FLT_MAX 3.402823466e+38f
                #define FLT_MIN 1.175494351e-38f
                #define FLT_EPSILON 1.192092896e-07f
                #define DBL_MAX 1.7976931348623157e+308
                #define DBL_MIN 2.2250738585072014e-308
                #define DBL_EPSILON 2.2204460492503131e-16
                """));

    private StandardHeaders() {}

    /** The text behind a path in {@link #DIRECTORY}; null for any other path. */
    static @Nullable String text(String path) {
        return path.startsWith(DIRECTORY + "/") ? TEXTS.get(path.substring(DIRECTORY.length() + 1)) : null;
    }
}
