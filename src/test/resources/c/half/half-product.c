/* A product of matrices of half precision with sums in single precision. */
void product(int n, float c[n][n], const _Float16 a[n][n], const _Float16 b[n][n])
{
#pragma tilewright assume(associative(+))
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
#pragma endscop
}
