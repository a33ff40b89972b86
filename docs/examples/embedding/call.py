"""Shortest paths around a ring of n places, each one step from the next. The folder that was generated is on the path."""
import array

import tiled_floyd_warshall as tiled

n = 100
ring = array.array("f", [1e9]) * (n * n)
for i in range(n):
    ring[i * n + (i + 1) % n] = 1
    ring[i * n + i] = 0
tiled.run(ring, n=n)  # a flat buffer does not tell n; an array of NumPy does
print(f"from the first to the last place: {ring[n - 1]:g}")
