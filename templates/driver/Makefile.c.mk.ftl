# make        builds the program      make check   runs it
CC = gcc
CFLAGS ?= -O3 -march=native -fopenmp -std=c11

check_${file}: driver.c ${file}.h ${file}.o sequential.o
	$(CC) $(CFLAGS) -o $@ driver.c ${file}.o sequential.o -lm

${file}.o: ${file}.c
	$(CC) $(CFLAGS) -c -o $@ ${file}.c

sequential.o: sequential.c
	$(CC) -O2 -ffp-contract=off -std=c11 -c -o $@ sequential.c

check: check_${file}
	./check_${file}

clean:
	rm -f check_${file} ${file}.o sequential.o

.PHONY: check clean
