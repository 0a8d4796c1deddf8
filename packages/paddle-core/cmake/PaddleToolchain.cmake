# The language level, warnings and sanitizers that every target of the core shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

add_library(paddle_toolchain INTERFACE)
target_compile_options(paddle_toolchain INTERFACE -Wall -Wextra
  -ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_CURRENT_BINARY_DIR}/=)
if(PADDLE_WERROR)
  target_compile_options(paddle_toolchain INTERFACE -Werror)
endif()
if(PADDLE_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  # GCC takes values for uninitialised where its sanitizers look at them.
  target_compile_options(paddle_toolchain INTERFACE
    ${sanitizers} -fno-omit-frame-pointer -g1 -Wno-maybe-uninitialized)
  target_link_options(paddle_toolchain INTERFACE ${sanitizers})
endif()
