/* Sums over rows of half precision, in single precision. */
void rows(int n, int m, float s[n], const _Float16 a[n][m], const _Float16 w[m])
{
#pragma tilewright assume(associative(+))
#pragma scop
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = 0; j < m; j++)
            s[i] += a[i][j] * w[j];
    }
#pragma endscop
}
