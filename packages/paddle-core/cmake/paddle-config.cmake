# find_package(paddle): paddle_add_extension() for packages that add operators to an installed core.
include(${CMAKE_CURRENT_LIST_DIR}/PaddleCodegen.cmake)
get_filename_component(PADDLE_INCLUDE_DIR ${CMAKE_CURRENT_LIST_DIR}/../include ABSOLUTE)

# paddle_add_extension(NAME <module> DESTINATION <package folder> [OPS <tables>] SOURCES <files>)
# builds a Python module for CPython's stable ABI. It includes <paddle/*.h> alone, links to nothing
# of the core, and works with every later core of the same ABI major version.
function(paddle_add_extension)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "NAME;DESTINATION" "OPS;SOURCES")
  if(NOT ARG_NAME OR NOT ARG_DESTINATION OR NOT ARG_SOURCES OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "paddle_add_extension needs NAME, DESTINATION and SOURCES, "
      "takes OPS, and got: ${ARGV}")
  endif()
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  find_package(Python 3.10 REQUIRED
    COMPONENTS Interpreter Development.Module OPTIONAL_COMPONENTS Development.SABIModule)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  find_package(nanobind CONFIG REQUIRED)

  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated/${ARG_NAME})
  set(generated_sources "")
  set(tables "")
  foreach(table IN LISTS ARG_OPS)
    get_filename_component(table ${table} ABSOLUTE)
    list(APPEND tables ${table})
  endforeach()
  if(tables)
    paddle_generate(generated_sources FOR ${ARG_NAME} KIND extension
      OPS ${tables} OUT ${generated} DEPENDS ${tables})
  endif()

  nanobind_add_module(${ARG_NAME} BACKEND_MODULE nanobind_backend NOMINSIZE NB_SUPPRESS_WARNINGS
    ${ARG_SOURCES} ${generated_sources})
  if(tables)
    add_dependencies(${ARG_NAME} ${ARG_NAME}_generated)
  endif()
  target_compile_features(${ARG_NAME} PRIVATE cxx_std_20)
  target_include_directories(${ARG_NAME} PRIVATE
    ${PADDLE_INCLUDE_DIR} ${generated} ${CMAKE_CURRENT_SOURCE_DIR}/csrc)
  target_compile_options(${ARG_NAME} PRIVATE -Wall -Wextra)
  if(PADDLE_DEV)
    target_compile_options(${ARG_NAME} PRIVATE -Werror)
    set_target_properties(${ARG_NAME} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/src/${ARG_DESTINATION})
  endif()
  install(TARGETS ${ARG_NAME} LIBRARY DESTINATION ${ARG_DESTINATION})
endfunction()
