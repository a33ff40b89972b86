"""Calls the module for CUDA with objects that look like arrays of a GPU; a library records what it was given."""
import ctypes
import sys

import tiled_stencil as tiled

tiled.load(sys.argv[1])
recorded = ctypes.CDLL(sys.argv[1])


class Array:
    def __init__(self, address, shape, type="<f4", strides=None, readonly=False, **more):
        self.__cuda_array_interface__ = {
            "version": 3, "data": (address, readonly), "shape": shape, "typestr": type, "strides": strides, **more,
        }


def refused(kind, words, *arguments, **sizes):
    try:
        tiled.run(*arguments, **sizes)
    except kind as error:
        assert words in str(error), str(error)
    else:
        raise AssertionError("not refused: " + words)


assert tiled.padded_shape("a", steps=3, n=100) == (128,)
a, b, second = Array(0x10000, (128,)), Array(0x20000, (128,)), Array(0x30000, (128,))
tiled.run(a, b, second, steps=3, n=100, stream=77)
addresses = (ctypes.c_ulonglong * 4).in_dll(recorded, "recorded_addresses")
sizes = (ctypes.c_int * 2).in_dll(recorded, "recorded_sizes")
assert list(addresses) == [0x10000, 0x20000, 0x30000, 77], list(addresses)
assert list(sizes) == [3, 100], list(sizes)

tiled.run(Array(0x10000, (128,), strides=(4,), stream=5), b, second, steps=4, n=97)
assert list(addresses)[3] == 5 and list(sizes) == [4, 97]
tiled.run(a, b, second, steps=1, n=100)
assert list(addresses)[3] == 0

ctypes.c_int.in_dll(recorded, "recorded_error").value = 700
refused(RuntimeError, "CUDA error 700", a, b, second, steps=3, n=100)
refused(TypeError, "a: expected an object with __cuda_array_interface__, not list", [1.0], b, second, steps=3, n=100)
refused(TypeError, "no array's shape tells n; pass n=..", a, b, second, steps=3)
refused(TypeError, "a: expected elements of type 'f4', not '<f8'", Array(0x10000, (128,), "<f8"), b, second, steps=3, n=100)
refused(ValueError, "a: expected the padded shape (128,), not (100,)", Array(0x10000, (100,)), b, second, steps=3, n=100)
refused(ValueError, "a: is not contiguous", Array(0x10000, (128,), strides=(8,)), b, second, steps=3, n=100)
refused(ValueError, "a: begins at an address that is no multiple of 256", Array(0x10010, (128,)), b, second, steps=3, n=100)
refused(ValueError, "a: is read-only", Array(0x10000, (128,), readonly=True), b, second, steps=3, n=100)
refused(ValueError, "a and b overlap", a, Array(0x10100, (128,)), second, steps=3, n=100)
refused(ValueError, "different streams", Array(0x10000, (128,), stream=1), Array(0x20000, (128,), stream=2), second, steps=3, n=100)
print("recorded")
