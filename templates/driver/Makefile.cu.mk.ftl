# make        builds the program      make check   runs it
NVCC ?= nvcc
ARCH ?= sm_90
NVCCFLAGS ?= -O3 -std=c++17 -arch=$(ARCH)

check_${file}: driver.cu ${file}.h ${file}.o sequential.o
	$(NVCC) $(NVCCFLAGS) -o $@ driver.cu ${file}.o sequential.o

${file}.o: ${file}_run.cu ${file}.cu ${file}.h
	$(NVCC) $(NVCCFLAGS) -c -o $@ ${file}_run.cu

sequential.o: sequential.c
	$(NVCC) -O2 -Xcompiler -ffp-contract=off -c -o $@ sequential.c

# What ${library}.py loads.
lib${library}.so: ${file}_run.cu ${file}.cu ${file}.h
	$(NVCC) $(NVCCFLAGS) -shared -Xcompiler -fPIC -o $@ ${file}_run.cu

check: check_${file}
	./check_${file} $(ARGS)

clean:
	rm -f check_${file} ${file}.o sequential.o lib${library}.so

.PHONY: check clean
