/* Routines of cuBLAS and cuSOLVER as their references define them, by columns, on host memory and without blocking. */
#include <math.h>
#include <stdlib.h>
static int status = 0;
int cublasCreate_v2(void **h) { *h = &status; return 0; }
int cublasDestroy_v2(void *h) { return h != &status; }
int cusolverDnCreate(void **h) { *h = &status; return 0; }
int cusolverDnDestroy(void *h) { return h != &status; }
#define AT(x, ld, i, j) (x)[(long)(j) * (ld) + (i)]
#define OP(x, ld, t, i, j) ((t) ? AT(x, ld, j, i) : AT(x, ld, i, j))
#define DEFINE(T, L) \
  static T tri(const T *a, int lda, int upper, int t, int unit, int i, int j) { \
    int r = t ? j : i, c = t ? i : j; \
    if (r == c) return unit ? 1 : AT(a, lda, r, c); \
    return (upper ? r < c : r > c) ? AT(a, lda, r, c) : 0; } \
  static T sym(const T *a, int lda, int upper, int i, int j) { \
    return (upper ? i <= j : i >= j) ? AT(a, lda, i, j) : AT(a, lda, j, i); } \
  int cublas##L##gemm_v2(void *h, int ta, int tb, int m, int n, int k, const T *alpha, const T *a, int lda, \
      const T *b, int ldb, const T *beta, T *c, int ldc) { \
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) { T s = 0; \
      for (int p = 0; p < k; p++) s += OP(a, lda, ta, i, p) * OP(b, ldb, tb, p, j); \
      AT(c, ldc, i, j) = *alpha * s + (*beta == 0 ? 0 : *beta * AT(c, ldc, i, j)); } \
    return h != &status; } \
  int cublas##L##gemmStridedBatched(void *h, int ta, int tb, int m, int n, int k, const T *alpha, const T *a, int lda, \
      long long sa, const T *b, int ldb, long long sb, const T *beta, T *c, int ldc, long long sc, int count) { \
    for (int q = 0; q < count; q++) \
      cublas##L##gemm_v2(h, ta, tb, m, n, k, alpha, a + q * sa, lda, b + q * sb, ldb, beta, c + q * sc, ldc); \
    return h != &status; } \
  int cublas##L##gemv_v2(void *h, int t, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, \
      const T *beta, T *y, int incy) { \
    for (int i = 0; i < (t ? n : m); i++) { T s = 0; \
      for (int j = 0; j < (t ? m : n); j++) s += OP(a, lda, t, i, j) * x[(long)j * incx]; \
      y[(long)i * incy] = *alpha * s + *beta * y[(long)i * incy]; } \
    return h != &status; } \
  int cublas##L##syr2k_v2(void *h, int upper, int t, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, \
      const T *beta, T *c, int ldc) { \
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (upper ? i <= j : i >= j) { T s = 0; \
      for (int p = 0; p < k; p++) s += OP(a, lda, t, i, p) * OP(b, ldb, t, j, p) + OP(b, ldb, t, i, p) * OP(a, lda, t, j, p); \
      AT(c, ldc, i, j) = *alpha * s + *beta * AT(c, ldc, i, j); } \
    return h != &status; } \
  int cublas##L##syrk_v2(void *h, int upper, int t, int n, int k, const T *alpha, const T *a, int lda, \
      const T *beta, T *c, int ldc) { \
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (upper ? i <= j : i >= j) { T s = 0; \
      for (int p = 0; p < k; p++) s += OP(a, lda, t, i, p) * OP(a, lda, t, j, p); \
      AT(c, ldc, i, j) = *alpha * s + *beta * AT(c, ldc, i, j); } \
    return h != &status; } \
  int cublas##L##symm_v2(void *h, int right, int upper, int m, int n, const T *alpha, const T *a, int lda, \
      const T *b, int ldb, const T *beta, T *c, int ldc) { \
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) { T s = 0; \
      for (int p = 0; p < (right ? n : m); p++) \
        s += right ? AT(b, ldb, i, p) * sym(a, lda, upper, p, j) : sym(a, lda, upper, i, p) * AT(b, ldb, p, j); \
      AT(c, ldc, i, j) = *alpha * s + *beta * AT(c, ldc, i, j); } \
    return h != &status; } \
  int cublas##L##trmm_v2(void *h, int right, int upper, int t, int unit, int m, int n, const T *alpha, const T *a, int lda, \
      const T *b, int ldb, T *c, int ldc) { \
    T *r = malloc(sizeof(T) * m * n); \
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) { T s = 0; \
      for (int p = 0; p < (right ? n : m); p++) \
        s += right ? AT(b, ldb, i, p) * tri(a, lda, upper, t, unit, p, j) : tri(a, lda, upper, t, unit, i, p) * AT(b, ldb, p, j); \
      AT(r, m, i, j) = *alpha * s; } \
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) AT(c, ldc, i, j) = AT(r, m, i, j); \
    free(r); return h != &status; } \
  int cublas##L##trsm_v2(void *h, int right, int upper, int t, int unit, int m, int n, const T *alpha, const T *a, int lda, \
      T *b, int ldb) { \
    int lower = upper ? t : !t; \
    for (int i = 0; i < (right ? m : n); i++) for (int q = 0; q < (right ? n : m); q++) { \
      int size = right ? n : m, forward = right ? !lower : lower, j = forward ? q : size - 1 - q; \
      T s = *alpha * (right ? AT(b, ldb, i, j) : AT(b, ldb, j, i)); \
      for (int p = 0; p < size; p++) if (forward ? p < j : p > j) \
        s -= right ? AT(b, ldb, i, p) * tri(a, lda, upper, t, unit, p, j) : tri(a, lda, upper, t, unit, j, p) * AT(b, ldb, p, i); \
      s /= tri(a, lda, upper, t, unit, j, j); \
      if (right) AT(b, ldb, i, j) = s; else AT(b, ldb, j, i) = s; } \
    return h != &status; } \
  int cusolverDn##L##getrf_bufferSize(void *h, int m, int n, T *a, int lda, int *work) { \
    *work = 3; return h != &status || m != n || a == 0 || lda != n; } \
  int cusolverDn##L##getrf(void *h, int m, int n, T *a, int lda, T *work, int *pivots, int *info) { \
    for (int k = 0; k < n; k++) for (int i = k + 1; i < m; i++) { \
      AT(a, lda, i, k) /= AT(a, lda, k, k); \
      for (int j = k + 1; j < n; j++) AT(a, lda, i, j) -= AT(a, lda, i, k) * AT(a, lda, k, j); } \
    work[2] = 0; *info = 0; return h != &status || pivots != 0; } \
  int cusolverDn##L##potrf_bufferSize(void *h, int upper, int n, T *a, int lda, int *work) { \
    *work = 3; return h != &status || upper != 1 || a == 0 || lda != n; } \
  int cusolverDn##L##potrf(void *h, int upper, int n, T *a, int lda, T *work, int size, int *info) { \
    for (int k = 0; k < n; k++) { \
      AT(a, lda, k, k) = sqrt(AT(a, lda, k, k)); \
      for (int j = k + 1; j < n; j++) AT(a, lda, k, j) /= AT(a, lda, k, k); \
      for (int j = k + 1; j < n; j++) for (int i = k + 1; i <= j; i++) AT(a, lda, i, j) -= AT(a, lda, k, i) * AT(a, lda, k, j); } \
    work[2] = 0; *info = 0; return h != &status || size != 3 || upper != 1; }
#define tri tri_s
#define sym sym_s
DEFINE(float, S)
#undef tri
#undef sym
#define tri tri_d
#define sym sym_d
DEFINE(double, D)
