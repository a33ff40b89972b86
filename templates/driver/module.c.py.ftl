<#import "module.ftl" as module>
"""
<#list python.header as line>
${line}
</#list>

    import ${library}

    ${library}.run(<@module.arguments/>)

Arrays are NumPy arrays or other objects with the buffer protocol (array.array, memoryview), row-major without gaps; a flat
buffer may stand for an array of several dimensions. Arrays of empty() have padded rows, as the program wants them, and are worked on
in place; where rows of others would need padding, they are copied, and what is written is copied back.

The shared library lib${library}.so lies beside this file; it is built by the Makefile when it is missing or older
than its source, or loaded from elsewhere by load(path).
"""
<@module.imports/>

try:
    import numpy
except ImportError:  # Other buffers do as well.
    numpy = None

<@module.tables/>


def run(<@module.signature/>):
    """Runs ${python.name}, in place.

<@module.described/>
    """
    _run((<@module.tuple names=python.arrays?map(a -> a.name)/>), (<@module.tuple names=python.parameters/>))


def empty(array, **sizes):
    """A NumPy array for the array of that name, rows padded; its elements hold anything.

    For example empty("${python.arrays[0].name}"<#list python.parameters as p>, ${p}=100</#list>).
    """
    if numpy is None:
        raise RuntimeError("empty() makes NumPy arrays, and there is no NumPy")
    found = [a for a in _ARRAYS if a.name == array]
    if not found:
        raise ValueError(f"no array {array}; there are {', '.join(a.name for a in _ARRAYS)}")
    if sorted(sizes) != sorted(_PARAMETERS):
        raise TypeError(f"empty() takes the sizes {', '.join(_PARAMETERS) or 'none'}")
    values = tuple(sizes[p] for p in _PARAMETERS)
    extents = found[0].shape(values)
    padded = numpy.empty(found[0].padded_shape(values), dtype=found[0].type)
    return padded[..., : found[0].columns(values)].reshape(extents) if extents else padded


def load(path=None):
    """Loads the shared library, from the path or from beside this file, where the Makefile builds it if need be."""
    global _library
    if path is None:
        path = _built("${file}.c")
    _library = ctypes.CDLL(os.fspath(path))
    _library.${prefix}_run.restype = None


<@module.building/>


def _run(objects, values):
    values = _sizes(objects, values)
    if _library is None:
        load()
    passed = [_Passed(array, each, values) for array, each in zip(_ARRAYS, objects)]
    for i, one in enumerate(passed):
        for other in passed[:i]:
            if one.overlaps(other) and (one.array.written or other.array.written):
                raise ValueError(f"{other.array.name} and {one.array.name} overlap in memory")
    addresses = [ctypes.c_void_p(p.address) for p in passed]
    _library.${prefix}_run(*addresses, *(ctypes.c_int(v) for v in values))
    for each in passed:
        each.give_back()


def _shape_of(array, each):
    """The shape; nothing where a flat buffer stands for several dimensions."""
    try:
        shape = memoryview(each).shape
    except TypeError:
        return ()
    return shape if len(shape) == array.dimensions else ()


class _Passed:
    """An array as the program takes it: the object's own memory, or a padded copy."""

    def __init__(self, array, each, values):
        self.array = array
        name = array.name
        try:
            view = memoryview(each)
        except TypeError:
            raise TypeError(f"{name}: expected a NumPy array or another buffer, not {type(each).__name__}") from None
        if view.format.lstrip("@") != array.type:
            raise TypeError(f"{name}: expected elements of type '{array.type}', not '{view.format}'")
        extents = array.shape(values)
        elements = array.elements(values)
        flat = view.ndim == 1 and view.c_contiguous and view.shape[0] == elements
        if view.shape != extents and not flat:
            raise ValueError(f"{name}: expected shape {extents}, not {view.shape}")
        if array.written and view.readonly:
            raise ValueError(f"{name}: is read-only, and the program writes it")
        columns = array.columns(values)
        self.rows = elements // columns if elements else 1
        self.width = columns * view.itemsize if elements else 0
        self.pitch = array.row(values) * view.itemsize
        self.copy = None
        self.begin = self.end = 0
        if not elements:
            self.keep = ctypes.create_string_buffer(1)
            self.address = ctypes.addressof(self.keep)
        elif not view.c_contiguous:
            self.address = self._padded(each, view, extents)
            self.begin, self.end = self.address, self.address + self.rows * self.pitch
        else:
            self.view = view.cast("B")
            if not view.readonly:
                self.keep = (ctypes.c_char * self.view.nbytes).from_buffer(self.view)
                self.begin = ctypes.addressof(self.keep)
                self.end = self.begin + self.view.nbytes
            if view.readonly or self._needs_padding():
                self.copy = bytearray(self.rows * self.pitch)
                _copy_rows(self.copy, self.pitch, self.view, self.width, self.rows, self.width)
                self.padded = (ctypes.c_char * len(self.copy)).from_buffer(self.copy)
                self.address = ctypes.addressof(self.padded)
            else:
                self.address = self.begin

    def _needs_padding(self):
        return self.width != self.pitch and (self.rows > 1 or self.array.padded)

    def _padded(self, each, view, extents):
        """The address where rows are padded as those of empty() are, padding and all in the array's own memory."""
        strides, outer = [view.itemsize], len(extents) - self.array.in_row
        for dimension in range(len(extents) - 1, 0, -1):
            strides.insert(0, self.pitch if dimension == outer else strides[0] * extents[dimension])
        if numpy is None or not isinstance(each, numpy.ndarray) or view.strides != tuple(strides):
            raise ValueError(f"{self.array.name}: is not contiguous; pass numpy.ascontiguousarray(..) or an array of empty()")
        owner = each
        while isinstance(owner.base, numpy.ndarray):
            owner = owner.base
        address = each.__array_interface__["data"][0]
        end = owner.__array_interface__["data"][0] + owner.nbytes
        if not owner.flags.c_contiguous or address + self.rows * self.pitch > end:
            raise ValueError(f"{self.array.name}: the padding of its last row is not its own; take an array of empty()")
        return address

    def overlaps(self, other):
        return self.begin < other.end and other.begin < self.end

    def give_back(self):
        if self.copy is not None and self.array.written:
            _copy_rows(self.view, self.width, self.copy, self.pitch, self.rows, self.width)


def _copy_rows(to, to_pitch, source, source_pitch, rows, width):
    """Copies rows of bytes that lie at different distances."""
    if numpy is not None:
        target = numpy.frombuffer(to, numpy.uint8).reshape(rows, to_pitch)
        target[:, :width] = numpy.frombuffer(source, numpy.uint8).reshape(rows, source_pitch)[:, :width]
        return
    to, source = memoryview(to), memoryview(source)
    for row in range(rows):
        start = row * source_pitch
        to[row * to_pitch : row * to_pitch + width] = source[start : start + width]
