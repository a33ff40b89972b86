// Compiles a program's source again and again with NVRTC in several threads: nvrtc-threads THREADS EACH SOURCE.
// Every copy has a function of its own, or NVRTC would answer from its cache of programs.
#include <nvrtc.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

static void compile(const std::string &source, int number) {
    const std::string unique = "unique_" + std::to_string(getpid()) + "_" + std::to_string(number);
    const std::string text = source + "\n__device__ int " + unique + "() { return " + std::to_string(number) + "; }\n";
    const char *options[] = {"--gpu-architecture=sm_90", "--std=c++17"};
    nvrtcProgram program;
    nvrtcCreateProgram(&program, text.c_str(), "program", 0, nullptr, nullptr);
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) std::printf("does not compile\n");
    nvrtcDestroyProgram(&program);
}

static double seconds(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

int main(int, char **arguments) {
    const int threads = std::atoi(arguments[1]);
    const int each = std::atoi(arguments[2]);
    std::stringstream source;
    source << std::ifstream(arguments[3]).rdbuf();
    auto start = std::chrono::steady_clock::now();
    compile(source.str(), threads * each);
    std::printf("first %.2f s; ", seconds(start));
    start = std::chrono::steady_clock::now();
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++)
        all.emplace_back([&, t] { for (int i = 0; i < each; i++) compile(source.str(), t * each + i); });
    for (auto &thread : all) thread.join();
    std::printf("%d threads, %d each: %.2f s\n", threads, each, seconds(start));
}
