# ${python.name}: add_subdirectory() of this folder, then target_link_libraries(yours PRIVATE tilewright::${file}).
cmake_minimum_required(VERSION 3.18)
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90)
endif()
project(${library} LANGUAGES C CXX CUDA)

find_package(CUDAToolkit REQUIRED)

add_library(${library} ${file}_run.cu)
add_library(tilewright::${file} ALIAS ${library})
target_include_directories(${library} PUBLIC ${r"${CMAKE_CURRENT_SOURCE_DIR}"})
target_link_libraries(${library} PUBLIC CUDA::cudart)
set_target_properties(${library} PROPERTIES CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON POSITION_INDEPENDENT_CODE ON)
target_compile_options(${library} PRIVATE -O3)

# Alone, the folder builds and runs the driver too: ctest compares with the nest as written.
if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
    enable_testing()
    add_library(sequential OBJECT sequential.c)
    target_compile_options(sequential PRIVATE<#list exactly as option> ${option}</#list>)
    add_executable(check_${file} driver.cu $<TARGET_OBJECTS:sequential>)
    set_target_properties(check_${file} PROPERTIES CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON)
    target_link_libraries(check_${file} PRIVATE ${library})
    add_test(NAME check_${file} COMMAND check_${file})
endif()
