<#-- What Python modules of both targets share. -->
<#macro tuple names><#list names as n>${n}<#sep>, </#list><#if names?size == 1>,</#if></#macro>
<#macro arguments><#list python.arrays + python.scratch as a>${a.name}<#sep>, </#list></#macro>
<#macro signature><#list python.arrays + python.scratch as a>${a.name}<#sep>, </#list><#list python.parameters as p>, ${p}=None</#list></#macro>
<#macro imports>
import ctypes
import operator
import os
import subprocess
</#macro>
<#macro described>
<#list arrays as a>
    ${python.arrays[a?index].name}: ${a.layout?keep_before(": ")}
</#list>
<#if python.parameters?has_content>
    Sizes are read off the arrays' shapes where they are not given.
</#if>
</#macro>
<#macro tables>
_FOLDER = os.path.dirname(os.path.abspath(__file__))
_LIBRARY = "lib${library}.so"
_library = None


class _Array:
    """What is known of an array: extents and padded row as functions of the sizes, how many dimensions a row has, and which sizes its shape tells."""

    def __init__(self, name, type, extents, in_row, pitch, written=True, padded=True, tells=()):
        self.name = name
        self.type = type
        self.extents = extents
        self.in_row = in_row
        self.pitch = pitch
        self.written = written
        self.padded = padded
        self.tells = tells

    @property
    def dimensions(self):
        return len(self.extents(*(0 for _ in _PARAMETERS)))

    def shape(self, values):
        return tuple(max(0, e) for e in self.extents(*values))

    def row(self, values):
        return max(0, self.pitch(*values))

    def columns(self, values):
        count = 1
        for extent in self.shape(values)[self.dimensions - self.in_row :]:
            count *= extent
        return count

    def padded_shape(self, values):
        return self.shape(values)[: self.dimensions - self.in_row] + ((self.row(values),) if self.in_row else ())

    def elements(self, values):
        count = 1
        for extent in self.shape(values):
            count *= extent
        return count


# An array tells a size by (dimension, place of the size, constant): shape[dimension] = size + constant.
_PARAMETERS = (<@tuple names=python.parameters?map(p -> "\"" + p + "\"")/>)
_ARRAYS = (
<#list python.arrays as a>
    _Array(
        "${a.name}",
        "${a.type}",
        lambda<@variables/>: (<@tuple names=a.extents/>),
        ${a.inRow},
        lambda<@variables/>: ${a.pitch},
        written=${a.written},
        padded=${a.padded},
        tells=(<@tuple names=a.sizes/>),
    ),
</#list>
)
</#macro>
<#macro variables><#list python.parameters as p> ${p}<#sep>,</#list></#macro>
<#macro building>
def _built(*sources):
    path = os.path.join(_FOLDER, _LIBRARY)
    newest = max(os.path.getmtime(os.path.join(_FOLDER, s)) for s in sources)
    if not os.path.exists(path) or os.path.getmtime(path) < newest:
        try:
            made = subprocess.run(["make", "-s", "-C", _FOLDER, _LIBRARY], capture_output=True, text=True)
        except FileNotFoundError:
            raise RuntimeError(f"{path} is missing, and there is no make to build it") from None
        if made.returncode != 0:
            raise RuntimeError(f"make could not build {path}:\n{made.stdout}{made.stderr}")
    return path


def _sizes(objects, values):
    """The sizes that were given, the others from the arrays' shapes."""
    values = list(values)
    for array, each in zip(_ARRAYS, objects):
        for dimension, place, constant in array.tells:
            if values[place] is None:
                shape = _shape_of(array, each)
                if dimension < len(shape) and shape[dimension] is not None:
                    values[place] = shape[dimension] - constant
    for name, value in zip(_PARAMETERS, values):
        if value is None:
            raise TypeError(f"no array's shape tells {name}; pass {name}=..")
        if not -(2**31) <= operator.index(value) < 2**31:
            raise ValueError(f"{name} = {value} does not fit 32 bits")
    return tuple(operator.index(v) for v in values)
</#macro>
