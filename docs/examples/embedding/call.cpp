// Shortest paths around a ring of n places, each one step from the next.
#include "floyd_warshall.h"

#include <iostream>
#include <vector>

int main()
{
    const int n = 100;
    const int pitch = floyd_warshall_a_pitch(n); // elements from one row to the next
    std::vector<float> a(floyd_warshall_a_bytes(n) / sizeof(float), 1e9f);
    for (int i = 0; i < n; ++i) {
        a[static_cast<std::size_t>(i) * pitch + (i + 1) % n] = 1;
        a[static_cast<std::size_t>(i) * pitch + i] = 0;
    }
    floyd_warshall_run(a.data(), n);
    std::cout << "from the first to the last place: " << a[n - 1] << '\n';
}
