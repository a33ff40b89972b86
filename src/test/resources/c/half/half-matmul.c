/* A product of matrices of half precision: every sum is rounded when it is stored. */
void matmul(int n, _Float16 c[n][n], _Float16 a[n][n], _Float16 b[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
#pragma endscop
}
