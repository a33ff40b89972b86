"""Compares the module with the nest as written, bit by bit, in every layout; what does not fit is refused.

Lengths are whole numbers: sums of them are exact in whatever order paths are joined.
"""
import array
import ctypes
import random
import sys

import tiled_floyd_warshall as tiled

sequential = ctypes.CDLL(sys.argv[1]).sequential


def refused(kind, words, *arguments, **sizes):
    try:
        tiled.run(*arguments, **sizes)
    except kind as error:
        assert words in str(error), str(error)
    else:
        raise AssertionError("not refused: " + words)


def expected(values, n):
    """Rows of the nest as written, which runs on padded ones."""
    pitch = -(-n // 32) * 32
    padded = (ctypes.c_float * max(1, n * pitch))()
    for i in range(n):
        padded[i * pitch : i * pitch + n] = values[i * n : i * n + n]
    sequential(padded, n)
    return array.array("f", [padded[i * pitch + j] for i in range(n) for j in range(n)])


random.seed(1)
for n in (0, 1, 5, 32, 45):
    values = array.array("f", [random.randrange(1000) for _ in range(n * n)])
    result = expected(values, n)
    flat = array.array("f", values)
    tiled.run(flat, n=n)
    assert flat == result, n
    if n > 0:
        square = memoryview(array.array("f", values)).cast("B").cast("f", (n, n))
        tiled.run(square)
        assert square.tobytes() == result.tobytes(), n

refused(TypeError, "a: expected elements of type 'f', not 'd'", array.array("d", [1]), n=1)
refused(TypeError, "a: expected a NumPy array or another buffer, not list", [1.0], n=1)
refused(TypeError, "no array's shape tells n; pass n=..", array.array("f", [0] * 4))
refused(ValueError, "a: expected shape (3, 3), not (4,)", array.array("f", [0] * 4), n=3)
refused(ValueError, "n = 4294967296 does not fit 32 bits", array.array("f", [0] * 4), n=2**32)
refused(ValueError, "a: is read-only, and the program writes it", memoryview(bytes(16)).cast("f"), n=2)

try:
    import numpy
except ImportError:
    print("equal without NumPy")
    sys.exit()

for n in (1, 5, 32, 45):
    values = numpy.random.default_rng(n).integers(1000, size=(n, n)).astype(numpy.float32)
    result = numpy.frombuffer(expected(values.ravel().tolist(), n), numpy.float32).reshape(n, n)
    plain = values.copy()
    tiled.run(plain)
    padded = tiled.empty("a", n=n)
    padded[...] = values
    assert n % 32 == 0 or padded.strides[0] > 4 * n
    tiled.run(padded)
    assert (plain == result).all() and (padded == result).all(), n

refused(ValueError, "a: is not contiguous; pass numpy.ascontiguousarray(..) or an array of empty()", numpy.zeros((8, 8), "f").T[:, :4][:4])
refused(ValueError, "a: the padding of its last row is not its own", numpy.zeros((4, 32), "f")[:, 5:9])
print("equal")
