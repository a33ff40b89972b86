package tilewright.parse.c;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What code needs of headers of the C library: names of integer types, and limits. Everything else of them is left out. */
final class StandardHeaders {
    /** A directory that no file system has. */
    static final String DIRECTORY = "/standard headers of C";

    private static final String SIZES = "typedef unsigned long size_t; typedef long ptrdiff_t; typedef long ssize_t;\n";
    private static final String WIDTHS = """
        typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
        typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t;
        typedef unsigned long uint64_t; typedef long intptr_t; typedef unsigned long uintptr_t;
        """;

    private static final Map<String, String> TEXTS = Map.of(
            "stddef.h",
            SIZES,
            "stdlib.h",
            SIZES,
            "stdio.h",
            SIZES,
            "string.h",
            SIZES,
            "stdint.h",
            WIDTHS,
            "inttypes.h",
            WIDTHS,
            "stdbool.h",
            "#define bool _Bool\n#define true 1\n#define false 0\n",
            "complex.h",
            "#define complex _Complex\n#define I _Complex_I\nextern const float _Complex _Complex_I;\n",
            "limits.h",
            "#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n",
            "float.h",
            """
            #define FLT_MAX 3.402823466e+38f
            #define FLT_MIN 1.175494351e-38f
            #define FLT_EPSILON 1.192092896e-07f
            #define DBL_MAX 1.7976931348623157e+308
            #define DBL_MIN 2.2250738585072014e-308
            #define DBL_EPSILON 2.2204460492503131e-16
            """);

    private StandardHeaders() {}

    /** The text behind a path in {@link #DIRECTORY}; null for any other path. */
    static @Nullable String text(String path) {
        return path.startsWith(DIRECTORY + "/") ? TEXTS.get(path.substring(DIRECTORY.length() + 1)) : null;
    }
}
