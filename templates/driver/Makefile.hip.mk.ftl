# make        builds the program      make check   runs it
HIPCC ?= hipcc
ARCH ?= gfx90a
HIPCCFLAGS ?= -O3 -std=c++17 -Wno-bitwise-conditional-parentheses --offload-arch=$(ARCH)
CC = gcc

# hipcc calls nvcc where it finds one and is not told.
export HIP_PLATFORM ?= amd

check_${file}: driver.o ${file}.o sequential.o
	$(HIPCC) --offload-arch=$(ARCH) -o $@ driver.o ${file}.o sequential.o

driver.o: driver${ending} ${file}.h
	$(HIPCC) $(HIPCCFLAGS) -c -o $@ driver${ending}

${file}.o: ${file}_run${ending} ${file}${ending} ${file}.h
	$(HIPCC) $(HIPCCFLAGS) -c -o $@ ${file}_run${ending}

sequential.o: sequential.c
	$(CC)<#list exactly as option> ${option}</#list> -c -o $@ sequential.c

check: check_${file}
	./check_${file} $(ARGS)

clean:
	rm -f check_${file} driver.o ${file}.o sequential.o

.PHONY: check clean
