# make        builds the program      make check   runs it
CC = gcc
OMP_WAIT_POLICY ?= passive
# The options that `tilewright tune` measures with.
CFLAGS ?= ${flags}

check_${file}: driver.c ${file}.h ${file}.o sequential.o as_written.o
	$(CC) $(CFLAGS) -o $@ driver.c ${file}.o sequential.o as_written.o -lm

${file}.o: ${file}.c
	$(CC) $(CFLAGS) -c -o $@ ${file}.c

sequential.o: sequential.c
	$(CC) ${exact} -c -o $@ sequential.c

# The same as fast as the compiler alone makes it.
as_written.o: sequential.c
	$(CC) $(CFLAGS) -Dsequential=as_written -c -o $@ sequential.c

# What ${library}.py loads.
lib${library}.so: ${file}.c
	$(CC) $(CFLAGS) -shared -fPIC -o $@ ${file}.c -lm

# Threads that wait sleep, so that other work on the machine does not stretch runs.
check: check_${file}
	OMP_WAIT_POLICY=$(OMP_WAIT_POLICY) ./check_${file} $(ARGS)

clean:
	rm -f check_${file} ${file}.o sequential.o as_written.o lib${library}.so

.PHONY: check clean
