/* The element type of the kernels, chosen as PolyBench does: -D DATA_TYPE_IS_FLOAT, DATA_TYPE_IS_DOUBLE or
   DATA_TYPE_IS_INT. A kernel names its default before it includes this file; without a name it is double. */
#ifndef ELEMENT_H
#define ELEMENT_H

#if !defined(DATA_TYPE_IS_INT) && !defined(DATA_TYPE_IS_FLOAT) && !defined(DATA_TYPE_IS_DOUBLE)
#if defined(DEFAULT_IS_INT)
#define DATA_TYPE_IS_INT
#elif defined(DEFAULT_IS_FLOAT)
#define DATA_TYPE_IS_FLOAT
#else
#define DATA_TYPE_IS_DOUBLE
#endif
#endif

#if defined(DATA_TYPE_IS_FLOAT)
#define DATA_TYPE float
#define SCALAR_VAL(x) x##f
#define SQRT_FUN(x) sqrtf(x)
#define EXP_FUN(x) expf(x)
#define POW_FUN(x, y) powf(x, y)
#else
#if defined(DATA_TYPE_IS_INT)
#define DATA_TYPE int
#else
#define DATA_TYPE double
#endif
#define SCALAR_VAL(x) x
#define SQRT_FUN(x) sqrt(x)
#define EXP_FUN(x) exp(x)
#define POW_FUN(x, y) pow(x, y)
#endif

#endif
