<#import "module.ftl" as module>
"""
<#list python.header as line>
${line}
</#list>

    import ${library}

    ${library}.run(<@module.arguments/>)

Arrays are objects with __cuda_array_interface__ (CuPy, PyTorch, Numba), in device memory. Rows are padded: an array
has the shape that padded_shape() gives, e.g. cupy.empty(${library}.padded_shape("${python.arrays[0].name}"<#list python.parameters as p>, ${p}=100</#list>), "${python.arrays[0].type}"),
and its elements are [..., :columns] of that.

The shared library lib${library}.so lies beside this file; it is built by the Makefile (nvcc) when it is missing or
older than its source, or loaded from elsewhere by load(path).
"""
<@module.imports/>

<@module.tables/>
_SCRATCH = (
<#list python.scratch as s>
    _Array("${s.name}", "${s.type}", lambda<@module.variables/>: (<@module.tuple names=s.extents/>), ${s.inRow}, lambda<@module.variables/>: ${s.pitch}),
</#list>
)
_TYPES = {"f": ("f4",), "d": ("f8",), "b": ("i1",), "B": ("u1",), "e": ("f2",), "h": ("i2",), "H": ("u2",), "i": ("i4",),
          "I": ("u4",), "l": ("i8",), "L": ("u8",)}
_ALIGNMENT = 256


def run(<@module.signature/>, *, stream=None):
    """Enqueues ${python.name}, in place; the call returns before it is done.

<@module.described/>
<#if python.scratch?has_content>
    Scratch memory, of the type and padded shape that padded_shape() gives: <#list python.scratch as s>${s.name}<#sep>, </#list>.
</#if>
    stream is the address of a CUDA stream; without it the stream of the arrays, else the default one.
    """
    _run((<@module.tuple names=(python.arrays + python.scratch)?map(a -> a.name)/>), (<@module.tuple names=python.parameters/>), stream)


def padded_shape(array, **sizes):
    """The shape of the array of that name in device memory, padding of rows included."""
    found = [a for a in _ARRAYS + _SCRATCH if a.name == array]
    if not found:
        raise ValueError(f"no array {array}; there are {', '.join(a.name for a in _ARRAYS + _SCRATCH)}")
    if sorted(sizes) != sorted(_PARAMETERS):
        raise TypeError(f"padded_shape() takes the sizes {', '.join(_PARAMETERS) or 'none'}")
    return found[0].padded_shape(tuple(sizes[p] for p in _PARAMETERS))


def load(path=None):
    """Loads the shared library, from the path or from beside this file, where the Makefile builds it if need be."""
    global _library
    if path is None:
        path = _built("${file}.cu", "${file}_run.cu")
    _library = ctypes.CDLL(os.fspath(path))
    _library.${prefix}_run.restype = ctypes.c_int


<@module.building/>


def _run(objects, values, stream):
    for array, each in zip(_ARRAYS + _SCRATCH, objects):
        if not isinstance(getattr(each, "__cuda_array_interface__", None), dict):
            raise TypeError(f"{array.name}: expected an object with __cuda_array_interface__, not {type(each).__name__}")
    values = _sizes(objects, values)
    if stream is None:
        stream = _stream(objects)
    if _library is None:
        load()
    passed = [_checked(array, each, values) for array, each in zip(_ARRAYS + _SCRATCH, objects)]
    for i, (begin, end, array) in enumerate(passed):
        for earlier, last, other in passed[:i]:
            if begin < last and earlier < end and (array.written or other.written):
                raise ValueError(f"{other.name} and {array.name} overlap in memory")
    error = _library.${prefix}_run(
        *(ctypes.c_void_p(begin) for begin, _, _ in passed), *(ctypes.c_int(v) for v in values), ctypes.c_void_p(stream)
    )
    if error != 0:
        raise RuntimeError(f"CUDA error {error} (a cudaError_t) in a launch of ${python.name}")


def _shape_of(_, each):
    """The shape without padding is not known: rows tell sizes, padded columns do not."""
    shape = tuple(each.__cuda_array_interface__["shape"])
    return shape[:-1] + (None,) if shape else shape


def _stream(objects):
    """The stream that the arrays' producers work in: later work there waits for theirs."""
    streams = {each.__cuda_array_interface__.get("stream") for each in objects} - {None}
    if len(streams) > 1:
        raise ValueError("the arrays come from different streams; wait for them and pass stream=..")
    return streams.pop() if streams else 0


def _checked(array, each, values):
    """Where an array begins and ends in device memory."""
    interface = each.__cuda_array_interface__
    name = array.name
    if interface["typestr"].lstrip("<|=") not in _TYPES[array.type]:
        raise TypeError(f"{name}: expected elements of type '{_TYPES[array.type][0]}', not '{interface['typestr']}'")
    expected = array.padded_shape(values)
    shape = tuple(interface["shape"])
    if shape != expected:
        raise ValueError(f"{name}: expected the padded shape {expected}, not {shape}; padded_shape() gives it")
    size = int(interface["typestr"][-1])
    contiguous, bytes_ = [], size
    for extent in reversed(shape):
        contiguous.insert(0, bytes_)
        bytes_ *= extent
    strides = interface.get("strides")
    if strides is not None and tuple(strides) != tuple(contiguous):
        raise ValueError(f"{name}: is not contiguous; make a contiguous copy")
    if interface.get("mask") is not None:
        raise ValueError(f"{name}: masked arrays are not supported")
    address, readonly = interface["data"]
    if readonly and array.written:
        raise ValueError(f"{name}: is read-only, and the program writes it")
    if address % _ALIGNMENT:
        raise ValueError(f"{name}: begins at an address that is no multiple of {_ALIGNMENT}; pass a whole allocation")
    return address, address + bytes_, array
