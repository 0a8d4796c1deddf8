# paddle_generate(): runs paddle_codegen over operator tables, at configure time to learn the names
# of what it writes and at build time to write it. Installed with the core for domain packages.
set(PADDLE_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

# The generator's command line: from the source tree where this file lies in one, else installed.
function(paddle_codegen_command out)
  set(source_tree ${PADDLE_CMAKE_DIR}/../src)
  if(EXISTS ${source_tree}/paddle_codegen)
    set(environment ${CMAKE_COMMAND} -E env PYTHONPATH=${source_tree} PYTHONDONTWRITEBYTECODE=1)
  endif()
  set(${out} ${environment} ${Python_EXECUTABLE} -m paddle_codegen PARENT_SCOPE)
endfunction()

# paddle_generate(<out> FOR <module> KIND core|extension OPS <tables> OUT <dir> [ARGS ...]
# [DEPENDS ...]) sets <out> to the generated .cc files and adds the target <module>_generated.
function(paddle_generate out)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FOR;KIND;OUT" "OPS;ARGS;DEPENDS")
  paddle_codegen_command(codegen)
  set(command ${codegen} ${ARG_KIND} --ops ${ARG_OPS} --out ${ARG_OUT} ${ARG_ARGS})
  execute_process(COMMAND ${command} --list-outputs
    OUTPUT_VARIABLE outputs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" outputs "${outputs}")
  file(GLOB_RECURSE generator_sources CONFIGURE_DEPENDS
    ${PADDLE_CMAKE_DIR}/../src/paddle_codegen/*.py)
  set_property(DIRECTORY APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS ${ARG_DEPENDS} ${generator_sources})
  add_custom_command(OUTPUT ${outputs} COMMAND ${command}
    DEPENDS ${ARG_DEPENDS} ${generator_sources}
    COMMENT "Generating code of ${ARG_FOR} from operator tables" VERBATIM)
  add_custom_target(${ARG_FOR}_generated DEPENDS ${outputs})
  list(FILTER outputs INCLUDE REGEX "\\.cc$")
  set(${out} ${outputs} PARENT_SCOPE)
endfunction()
