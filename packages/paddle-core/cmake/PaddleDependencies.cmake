# Finds Python, nanobind, OpenMP, oneDNN and BLAS, and bundles the libraries that came as wheels.
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(OpenMP REQUIRED COMPONENTS CXX)

function(paddle_query_python out)
  execute_process(COMMAND ${Python_EXECUTABLE} ${ARGN}
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${answer}" PARENT_SCOPE)
endfunction()

paddle_query_python(nanobind_ROOT -m nanobind --cmake_dir)
find_package(nanobind CONFIG REQUIRED)

# Names PADDLE_WHEEL_<key> for every file that locate_wheels.py finds in the build environment.
paddle_query_python(wheel_files ${CMAKE_CURRENT_LIST_DIR}/locate_wheels.py)
foreach(line IN LISTS wheel_files)
  string(REPLACE "=" ";" pair "${line}")
  list(GET pair 0 key)
  list(GET pair 1 value)
  list(APPEND PADDLE_WHEEL_${key} ${value})
endforeach()
set(PADDLE_BUNDLED_LIBRARIES "")
set(PADDLE_BUNDLED_LICENSES "")

function(paddle_link_wheel_library target library include_dir)
  add_library(${target}_shared SHARED IMPORTED GLOBAL)
  set_target_properties(${target}_shared PROPERTIES IMPORTED_LOCATION ${library})
  target_link_libraries(${target} INTERFACE ${target}_shared)
  target_include_directories(${target} SYSTEM INTERFACE ${include_dir})
endfunction()

add_library(paddle_onednn INTERFACE)
if(NOT PADDLE_WITH_ONEDNN)
  target_compile_definitions(paddle_onednn INTERFACE PD_WITH_ONEDNN=0)
elseif(PADDLE_WHEEL_onednn_library AND NOT PADDLE_ONEDNN_ROOT AND NOT dnnl_DIR)
  target_compile_definitions(paddle_onednn INTERFACE PD_WITH_ONEDNN=1)
  paddle_link_wheel_library(
    paddle_onednn ${PADDLE_WHEEL_onednn_library} ${PADDLE_WHEEL_onednn_include})
  list(APPEND PADDLE_BUNDLED_LIBRARIES ${PADDLE_WHEEL_onednn_library})
  list(APPEND PADDLE_BUNDLED_LICENSES onednn)
else()
  find_package(dnnl 3 CONFIG HINTS ${PADDLE_ONEDNN_ROOT})
  if(NOT dnnl_FOUND AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    message(FATAL_ERROR "oneDNN 3.x was not found: pip install 'onednn-devel-cpu-gomp==2023.2.*', "
      "or set PADDLE_ONEDNN_ROOT, or build without it by PADDLE_WITH_ONEDNN=OFF")
  endif()
  target_compile_definitions(paddle_onednn INTERFACE PD_WITH_ONEDNN=$<BOOL:${dnnl_FOUND}>)
  target_link_libraries(paddle_onednn INTERFACE $<$<BOOL:${dnnl_FOUND}>:DNNL::dnnl>)
endif()

# PD_BLAS_PREFIX goes in front of every CBLAS and LAPACK name (scipy_cblas_sgemm, scipy_sgesv_).
add_library(paddle_blas INTERFACE)
if(PADDLE_WHEEL_openblas_library)
  target_compile_definitions(paddle_blas INTERFACE PD_BLAS_PREFIX=scipy_ PD_WITH_OPENBLAS=1)
  paddle_link_wheel_library(
    paddle_blas ${PADDLE_WHEEL_openblas_library} ${PADDLE_WHEEL_openblas_include})
  list(APPEND PADDLE_BUNDLED_LIBRARIES ${PADDLE_WHEEL_openblas_library})
  list(APPEND PADDLE_BUNDLED_LICENSES openblas)
else()
  find_package(BLAS REQUIRED)
  find_package(LAPACK REQUIRED)
  string(FIND "${BLAS_LIBRARIES}" openblas openblas_at)
  if(openblas_at EQUAL -1)
    set(with_openblas 0)
  else()
    set(with_openblas 1)
  endif()
  target_compile_definitions(paddle_blas INTERFACE
    PD_BLAS_PREFIX= PD_WITH_OPENBLAS=${with_openblas})
  target_link_libraries(paddle_blas INTERFACE LAPACK::LAPACK BLAS::BLAS)
endif()

# A header that is compiled in; its licence goes into the wheel with those of the libraries.
list(APPEND PADDLE_BUNDLED_LICENSES pocketfft)
set(PADDLE_WHEEL_pocketfft_license ${CMAKE_CURRENT_SOURCE_DIR}/third_party/pocketfft/LICENSE.md)

# Installs one stripped copy of each bundled library, and its licence into the wheel's metadata.
function(paddle_install_bundled_libraries)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "DESTINATION" "")
  foreach(library IN LISTS PADDLE_BUNDLED_LIBRARIES)
    get_filename_component(name ${library} NAME)
    set(copy ${CMAKE_CURRENT_BINARY_DIR}/_libs/${name})
    add_custom_command(OUTPUT ${copy}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/_libs
      COMMAND ${CMAKE_STRIP} --strip-unneeded -o ${copy} ${library}
      DEPENDS ${library} VERBATIM)
    list(APPEND copies ${copy})
  endforeach()
  add_custom_target(paddle_bundled_libraries ALL DEPENDS ${copies})
  install(PROGRAMS ${copies} DESTINATION ${ARG_DESTINATION})
  if(SKBUILD_METADATA_DIR)
    foreach(name IN LISTS PADDLE_BUNDLED_LICENSES)
      install(FILES ${PADDLE_WHEEL_${name}_license}
        DESTINATION ${SKBUILD_METADATA_DIR}/licenses/${name})
    endforeach()
  endif()
endfunction()
