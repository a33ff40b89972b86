package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tilewright.codegen.CompiledC;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.parse.c.unit.COptions;

/** What code means is what gcc makes of it: the scops of a file, executed by the interpreter and as compiled C. */
class WrittenCodeTest {
    private static final int N = 30;

    @TempDir
    Path folder;

    /** Lines of a scop over these arrays, which all have 40 elements, after {@code int i, j, k;}. */
    private record Written(String name, String scop) {}

    private static final String BEFORE = """
        #include <complex.h>
        #include <math.h>
        #include <stdlib.h>
        typedef unsigned int word;
        typedef struct { double re, im; } pair;
        typedef struct { double scale; double complex at; double complex more[2]; } wave;
        typedef struct { float at[3]; struct { float low, high; } range[2]; } cell;
        static double square(double x) { return x * x; }
        static int clamp(int x, int low, int high)
        {
            if (x < low) return low;
            if (x > high) x = high;
            return x;
        }
        static float blend(float x, double y) { double z = 0.1 * x; z += y; z *= 2; return z; }
        static int bit(unsigned x, int place) { return (x >> place) & 1u; }
        static double steep(double x) { double y; if (x < 0.5) { y = square(x); } else y = sqrt(x); return y + 1; }
        static double around(double w[40], int i) { int k = i - 1; return w[k] + w[i + 1]; }
        static double dot(const double *s, const double *t, int n) { double sum = 0; for (int i = 0; i < n; i++) sum += s[i] * t[i]; return sum; }
        static int spread(int *to, int from) { *to = from + 1; return *to; }
        static void row(double *to, const double *from, int n, double by) { for (int i = 0; i < n; i++) to[i] = by * from[i] + i; }
        static void half(double *t) { *t *= 0.5; if (t[0] > 0.25) (*t)++; }
        static void rows(int n, int m, double to[n][m], double *from) { int i; for (i = 1; i < n - 1; i++) row(to[i] + 2, from, m - i - 2, from[i]); }
        static void three(double *t) { double r = t[-1] + t[1]; if (r < 1) { t[0] = 0; return; } r -= 1; t[0] = r / 3; }
        static void upto(double *t, int from, int n) { if (n < 3) return; from += 2; t[from] = 1; if (from > n) return; t[n - from] = 2; }
        static void turn(pair *t, pair *by) { double re = t->re * by->re - t->im * by->im; (*t).im = t->re * by->im + t->im * by->re; t->re = re; }
        static void lows(cell at[20], int n) { int k; for (k = 0; k < n; k++) { cell *c = &at[k]; c->range[0].low = c->at[2]; } }
        static void shift(double *t, int n) { double r[5]; for (int i = 0; i < 5; i++) r[i] = t[i + 1]; for (int i = 0; i < 5; i++) t[i] += r[i] * n; }
        static void everything(void) { }
        static void bound(int x, int *t) { x = x + 3; while (x < 20) { t[x] = x; x += 4; } }
        static double table[40] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        """;

    private static final String ARRAYS = """
        double a[40], double b[40], double c[40], float x[40], float y[40], int p[40], int q[40], unsigned u[40],
            word w[40], long l[40], unsigned long m[40], short h[40], unsigned short g[40], unsigned char e[40],
            char d[40], signed char s[40], _Bool f[40], double aa[40][40], pair z[40], cell v[20], cell o[20],
            double complex cd[40], float complex cf[40], wave ww[20], _Float16 t16[40], _Float16 m16[40][40], int n\
        """;

    private static final List<Written> WRITTEN = Stream.of("""
        functions: for (i = 0; i < n; i++) a[i] = sin(b[i]) + floor(9 * c[i]) - log(1 + b[i]) * tanh(c[i]);
        single: for (i = 0; i < n; i++) x[i] = cosf(y[i]) + fmodf(10 * y[i], 3.0f) + hypotf(x[i], 0.5f) + atan2(x[i], y[i]);
        rounding: for (i = 0; i < n; i++) { a[i] = round(9 * b[i]) + rint(7 * c[i]); b[i] = trunc(5 * c[i]) + ceil(b[i]); }
        signs: for (i = 0; i < n; i++) a[i] = copysign(b[i], c[i] - 0.5) + fdim(b[i], c[i]) + cbrt(b[i]) + log10(1 + c[i]);
        roots: for (i = 0; i < n; i++) a[i] = exp2(b[i]) + expm1(c[i]) + log1p(b[i]) + log2(1 + c[i]) + asin(b[i]) + acos(c[i]) + fma(b[i], c[i], 1);
        special: for (i = 0; i < n; i++) { a[i] = erf(b[i]) + erfc(c[i]) + asinh(b[i]) + atanh(c[i] / 2) + acosh(1 + b[i]); c[i] = tgamma(b[i] + 0.5) + lgamma(c[i] + 3) + remainder(b[i], 0.3); }
        constants: for (i = 0; i < n; i++) { a[i] = nearbyint(9 * b[i]) * M_PI + M_SQRT1_2; x[i] = erff(y[i]) * M_E; }
        lists: { double ss[3] = {0.25, 0.5, b[0]}, tt[2][3] = {{1}, {2, c[1]}}; int rr[4] = {0}; for (i = 1; i < n; i++) { a[i] = ss[0] * b[i - 1] + ss[1] * b[i] + ss[2] * b[i + 1]; for (j = 0; j < 3; j++) aa[i][j] = tt[i % 2][j]; p[i] = rr[i % 4] + 1; } }
        bits: for (i = 0; i < n; i++) p[i] = ((p[i] & q[i]) | (q[i] ^ 21)) + (~p[i] >> 2) + (q[i] << 3);
        updates: for (i = 0; i < n; i++) { p[i] &= 14; p[i] |= q[i]; q[i] ^= p[i]; q[i] <<= 2; q[i] >>= 1; p[i] %= 7; }
        remainders: for (i = 0; i < n; i++) p[i] = (p[i] - 50) % 7 + q[i] % (i + 1) + (i - 5) % 3;
        unsigned: for (i = 0; i < n; i++) { u[i] = u[i] * 2654435761u - w[i]; w[i] = u[i] >> 5; p[i] = u[i] < w[i]; }
        mixed: for (i = 0; i < n; i++) { a[i] = u[i] - w[i]; b[i] = p[i] - u[i]; l[i] = p[i] * 100000L * 1000000; }
        long: for (i = 0; i < n; i++) { l[i] = (l[i] - 40) * 3000000000 + i; m[i] = l[i] * 3 + u[i]; a[i] = m[i]; c[i] = l[i]; }
        longs: for (i = 0; i < n; i++) { m[i] = (m[i] - 50) / 7 + (m[i] << 40) % 1000; p[i] = m[i] > l[i]; l[i] = l[i] >> 2 | 3; }
        narrow: for (i = 0; i < n; i++) { h[i] = h[i] * 1000; g[i] = g[i] * 1000 - 5; e[i] = e[i] * 3; s[i] = s[i] + 100; d[i] = d[i] - 'a' - 100; }
        casts: for (i = 0; i < n; i++) { p[i] = (unsigned char)(q[i] * 9) + (short)(q[i] * 1000); a[i] = (unsigned)p[i]; q[i] = (int)(9 * b[i]); x[i] = (long)(1e6 * c[i]); }
        truth: for (i = 0; i < n; i++) { f[i] = p[i] > 50; p[i] = f[i] + 1; f[i] = q[i]; q[i] = f[i] && p[i] == 2; }
        comparisons: for (i = 0; i < n; i++) { p[i] = (a[i] < b[i]) + (u[i] > p[i] - 50) + (l[i] == q[i]); q[i] = s[i] < u[i] - 200; }
        choices: for (i = 0; i < n; i++) { u[i] = u[i] > w[i] ? w[i] : u[i]; l[i] = p[i] > l[i] ? p[i] : l[i]; a[i] = b[i] > x[i] ? b[i] : x[i]; }
        guard: for (i = 0; i < n; i++) if (b[i] > 0.5) a[i] = b[i] * c[i];
        otherwise: for (i = 0; i < n; i++) if (b[i] > c[i]) { a[i] = b[i]; b[i] = 0; } else { a[i] = c[i]; b[i] = 1; }
        branches: for (i = 0; i < n; i++) if (p[i] > 66) a[i] = 1; else if (p[i] > 33) { a[i] = 2; c[i] = 5; } else b[i] = 3;
        maximum: { double t = -1; int k = -1; for (i = 0; i < n; i++) if (a[i] > t) { t = a[i]; k = i; } b[0] = t; p[0] = k; }
        counting: { int k = 0; for (i = 0; i < n; i++) if (a[i] > 0.5) { k++; b[i] = k; } p[0] = k; }
        sum: { double t = 0; for (i = 0; i < n; i++) if (a[i] < b[i]) t += a[i] * b[i]; c[0] = t; }
        edges: for (i = 0; i < n; i++) if (i > 0 && a[i - 1] > 0.5) b[i] = a[i - 1]; else b[i] = 7;
        either: for (i = 0; i < n; i++) if (i == 0 || a[i - 1] > 0.5) b[i] = 1; else { b[i] = 2; c[i] = a[i - 1]; }
        locals: for (i = 0; i < n; i++) if (!(a[i] < 0.25)) { double t = a[i] * 2; double r = t + 1; b[i] = t * r; }
        nested: for (i = 0; i < n; i++) if (p[i] > 20) { if (p[i] < 80) a[i] = 5; else if (q[i] > 50) b[i] = 6; c[i] = 8; }
        inner: for (i = 0; i < n; i++) if (p[i] & 1) for (j = 0; j < n; j++) aa[i][j] = a[j] + i; else aa[i][0] = -1;
        divide: for (i = 0; i < n; i++) { q[i] %= 3; if (q[i] != 0) p[i] = p[i] / q[i]; if (q[i] != 0 && 7 / q[i] > 3) p[i]++; }
        clobber: for (i = 0; i < n; i++) if (a[i] > b[i]) { a[i] = b[i] - 1; b[i] = a[i] + 2; } else { b[i] = a[i]; a[i] = 0; }
        product: for (i = 0; i < n; i++) if (i * i < 2 * n) a[i] = 1; else b[i] = 2;
        squares: for (i = 0; i < n; i++) a[i] = square(b[i] - c[i]) + steep(b[i]);
        clamped: for (i = 0; i < n; i++) p[i] = clamp(q[i] - 20, 10, 50) + bit(u[i], 3);
        complex: for (i = 0; i < n; i++) { double t = z[i].re * z[i].re - z[i].im * z[i].im; z[i].im = 2 * z[i].re * z[i].im; z[i].re = t; }
        cells: for (i = 0; i < n / 2; i++) for (j = 0; j < 3; j++) { v[i].at[j] = v[i].range[j / 2].high + i; v[i].range[1].low += v[i].at[j]; }
        pointed: { o->at[1] = v[2].at[0]; for (i = 1; i < n / 2; i++) o[i].range[0] .low = o[i - 1].range[1].high; }
        arrays: for (i = 1; i < n; i++) a[i] = around(b, i) - around(c, i - 1 + 1) / 2;
        pointers: { double *t = b + 1, *r = &aa[3][2]; for (i = 0; i < n; i++) { *(a + i) = t[i] + *(r + i) - (&c[2])[i]; t[i] = *c; } }
        places: for (i = 0; i < n; i++) { spread(&p[i], q[i]); spread((int *)p + 30, 7); if (q[i] > 50) spread(&q[i], 3); (void)spread(&q[i], p[i] + p[30]); }
        scalars: for (i = 0; i < n; i++) { int t; double r = c[i]; spread(&t, i); three(a + 1 + i); half(&r); p[i] = t; b[i] = r; }
        row: { for (i = 0; i < n; i++) row(aa[i], aa[i + 1], i, 0.25); row(b, b, n, 0.5); row(c + 2, c, n, 0.125); }
        rows: { rows(n, 40, aa, b); rows(12, 40, &aa[20], c); everything(); }
        returns: for (i = 1; i < n; i++) { three(b + i); if (p[i] > 30) three(&c[i]); }
        leaves: for (i = 0; i < n / 2; i++) { upto(a, i, n); upto(b, 2 * i, 8); upto(c, i, 2); }
        turned: for (i = 0; i < n; i++) { turn(&z[i], z + 39); turn(z + 39, &z[i]); }
        lows: { lows(v, 12); lows(o + 3, n / 2); }
        local: for (i = 0; i < n; i++) { shift(aa[i], i); shift(b + i, 3); }
        bounds: for (k = 0; k < n; k++) { bound(k, p); bound(n - k, q); }
        called: for (i = 0; i < n; i++) a[i] = around(aa[i], i + 2) - around(b + 1, i);
        copies: { pair t; t.re = 3; t.im = b[0]; for (i = 0; i < n; i++) { z[i] = t; t.re += 1; } z[0] = z[1]; }
        parts: for (i = 0; i < n && i < 10; i++) { o[i] = v[i + 5]; o[i].range[0] = v[i].range[1]; }
        labels: for (i = 0; i < n; i++) { if (b[i] < 0.3) goto low; a[i] = c[i] + 1; goto end; low: a[i] = a[i] * c[i]; end: ; }
        joined: for (i = 0; i < n; i++) { if (a[i] > 0.6) goto high; b[i] = -b[i]; if (b[i] <= a[i] - 0.7) goto end; c[i] += b[i]; goto end; high: c[i] = -c[i]; end: a[i] = b[i] + c[i]; }
        totals: for (i = 0; i < n; i++) a[i] = 2 * dot(&b[i / 2], c, 4) - dot(c, c, i);
        steps: { double *s = a; double *t = b + 1; for (i = 0; i < n; i++) { *s = *t + 1; s++; t++; } }
        forward: for (i = 0; i < n; i++) { if (i > 4) { a[i] = 1; if (i == 7) goto next; } b[i] = 2; if (b[i - 0] > c[i]) { c[i] = 3; goto next; } b[i] += c[i]; next: ; }
        ends: for (i = 0; i < n; i++) { { if (a[i] > 0.5) goto out; a[i] = 1; if (i > 3) goto out; c[i] = a[i]; out: ; } b[i] = a[i]; }
        complexes: for (i = 0; i < n; i++) { cd[i] = cd[i] * cd[i + 1] - 2.0 * conj(cd[i]) + b[i]; cf[i] = -cf[i] / (cf[i + 1] + 3.0f); }
        waves: for (i = 0; i < n / 2; i++) { ww[i].at *= ww[i].more[1] + I; ww[i].more[0] = ww[i].scale * cexp(ww[i].at / 100); ww[i].scale += cabs(ww[i].at); }
        parted: for (i = 0; i < n; i++) { double complex t = a[i] + b[i] * I; a[i] = creal(t * t) + carg(t); cf[i] = t; b[i] = cimag(cf[i]); x[i] = cd[i]; }
        rotated: for (i = 0; i < n; i++) if (creal(cd[i]) > b[i]) cd[i] = (i > 3 ? cd[i] : -cd[i]) * (a[i] > 0.5 ? 1 : I); else { cd[i] -= 1; cf[i] += 2 * cf[i + 1]; }
        switched: for (i = 0; i < n; i++) { switch (p[i] % 5) { case 0: a[i] = 1; break; case 1: case 2: { b[i] = 2; c[i] = i; } default: a[i] += 3; if (i % 2) continue; break; case 3: c[i] = 4; } b[i] -= 1; }
        cases: for (i = 0; i < n; i++) { switch (i % 3) { case 2: a[i] = 1; case 1: for (j = 0; j < 9; j++) { if (j > i) break; aa[i][j] = 2; } break; case 0: switch (q[i]) { case 7: a[i] = 3; break; default: b[i] = 4; } } }
        targets: for (i = 0; i < n; i++) { switch (p[i] / 25) { case 0: goto one; case 1: goto two; } one: a[i] += b[i]; goto end; two: a[i] -= c[i]; end: ; }
        while: { for (i = 0; 2 * i < n || i < 20; i++) a[i] = 1; for (j = 38; j > 30 || (j > n / 2 && j > 9); j -= 2) b[j] = 2; }
        halves: for (i = 0; i < n; i++) { t16[i] = t16[i] * t16[i + 1] + x[i]; x[i] = t16[i] / 3 - t16[i + 1]; a[i] = (_Float16)(b[i] * 1000); p[i] = t16[i] > (_Float16)0.5f; }
        halfsums: { _Float16 t = 0; float y0 = 0; for (i = 0; i < n; i++) { t += t16[i] * t16[i]; y0 += t16[i] * t16[i]; } t16[0] = t; x[0] = y0; y[0] = t; }
        halfwhole: for (i = 0; i < n; i++) { t16[i] = p[i] * 33; q[i] = t16[i]; l[i] = t16[i] * 2; t16[i + 1] = i - q[i]; a[i] = t16[i] * 0.1; h[i] = -t16[i]; }
        halfchoice: for (i = 0; i < n; i++) { m16[i][1] = t16[i] > t16[i + 1] ? t16[i] : t16[i + 1]; if (m16[i][2] < 0.5f) m16[i][3] = sqrtf(t16[i]); else m16[i][3]++; }
        halfstencil: for (i = 1; i < n; i++) for (j = 1; j < n; j++) m16[i][j] = 0.25f * (m16[i - 1][j] + m16[i + 1][j] + m16[i][j - 1] + m16[i][j + 1]);
        blended: for (i = 0; i < n; i++) x[i] = blend(y[i], a[i]);
        """.split("\n"))
            .filter(l -> !l.isBlank())
            .map(l -> new Written(l.substring(0, l.indexOf(':')), l.substring(l.indexOf(':') + 1)))
            .toList();

    private static String source() {
        StringBuilder text = new StringBuilder(BEFORE);
        for (Written w : WRITTEN) {
            text.append("void run_").append(w.name).append('(').append(ARRAYS).append(")\n{\n  int i, j, k;\n");
            text.append("#pragma scop\n").append(w.scop).append("\n#pragma endscop\n}\n");
        }
        return text.toString();
    }

    @TestFactory
    Stream<DynamicTest> interpretedAsCompiled() throws Exception {
        String source = source();
        CompiledC compiled = CompiledC.of(folder, source);
        return WRITTEN.stream().map(w -> DynamicTest.dynamicTest(w.name, () -> agree(source, compiled, w)));
    }

    private static void agree(String source, CompiledC compiled, Written written) {
        LoopNest nest = CParser.parse(
                        "t.c", source, new COptions(List.of(), new LinkedHashMap<>(), "run_" + written.name, null))
                .nest();
        LoopNest again = NestParser.parse(nest.name() + ".nest", NestPrinter.print(nest));
        assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again), "as it is printed");
        Map<String, Long> sizes = nest.parameters().isEmpty() ? Map.of() : Map.of("n", (long) N);
        Data interpreted = DataInitializer.fill(nest, sizes, 7);
        List<ArrayData> arguments = new ArrayList<>();
        Map<String, ArrayData> given = new LinkedHashMap<>();
        for (String name : names()) {
            boolean used = nest.arrays().stream().anyMatch(a -> a.name().equals(name));
            ArrayData copy = used ? interpreted.array(name).copy() : unused();
            arguments.add(copy);
            given.put(name, copy);
        }
        new Interpreter(nest, sizes, interpreted).run();
        compiled.call("run_" + written.name, arguments, List.of(N));
        for (Map.Entry<String, ArrayData> array : given.entrySet()) {
            if (nest.arrays().stream().anyMatch(a -> a.name().equals(array.getKey()))) {
                same(array.getKey(), array.getValue(), interpreted.array(array.getKey()));
            }
        }
    }

    private static ArrayData unused() {
        LoopNest spare = NestParser.parse("spare.nest", "double precision z(1600)\nz(1) = 0\n");
        return Data.allocate(spare, Map.of()).array("z");
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String parameter : ARRAYS.split(",")) {
            if (parameter.contains("[")) {
                names.add(parameter.substring(0, parameter.indexOf('[')).replaceAll("(?s).*\\s", ""));
            }
        }
        return names;
    }

    private static void same(String name, ArrayData compiled, ArrayData interpreted) {
        for (int e = 0; e < compiled.size(); e++) {
            String at = name + "[" + e + "]";
            if (compiled.declaration().type().isFloating()) {
                double want = compiled.valueAt(e);
                assertEquals(want, interpreted.valueAt(e), Math.abs(want) * 1e-6, at);
            } else {
                assertEquals(compiled.wholeAt(e), interpreted.wholeAt(e), at);
            }
        }
    }
}
