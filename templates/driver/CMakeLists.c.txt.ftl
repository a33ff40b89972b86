# ${python.name}: add_subdirectory() of this folder, then target_link_libraries(yours PRIVATE tilewright::${file}).
cmake_minimum_required(VERSION 3.18)
project(${library} LANGUAGES C)

find_package(OpenMP REQUIRED COMPONENTS C)

# The options that `tilewright tune` measures with.
add_library(${library} ${file}.c)
add_library(tilewright::${file} ALIAS ${library})
target_include_directories(${library} PUBLIC ${r"${CMAKE_CURRENT_SOURCE_DIR}"})
target_compile_options(${library} PRIVATE<#list fast as option> ${option}</#list>)
target_link_libraries(${library} PRIVATE OpenMP::OpenMP_C m)
set_target_properties(${library} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)

# Alone, the folder builds and runs the driver too: ctest compares with the nest as written.
if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
    enable_testing()
    add_library(sequential OBJECT sequential.c)
    target_compile_options(sequential PRIVATE<#list exactly as option> ${option}</#list>)
    add_library(as_written OBJECT sequential.c)
    target_compile_options(as_written PRIVATE<#list fast as option> ${option}</#list>)
    target_compile_definitions(as_written PRIVATE sequential=as_written)
    add_executable(check_${file} driver.c $<TARGET_OBJECTS:sequential> $<TARGET_OBJECTS:as_written>)
    set_target_properties(sequential as_written check_${file} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_link_libraries(check_${file} PRIVATE ${library} m)
    add_test(NAME check_${file} COMMAND check_${file})
endif()
