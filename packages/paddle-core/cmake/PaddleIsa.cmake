# Compiles the vector kernels once per instruction set; the library chooses one set as it loads.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(PADDLE_ISAS v2 v3 v4)
  set(PADDLE_BASE_ISA_FLAGS -march=x86-64-v2)
  set(isa_flags_v2 -march=x86-64-v2)
  set(isa_flags_v3 -march=x86-64-v3)
  set(isa_flags_v4 -march=x86-64-v4 -mprefer-vector-width=512)
else()
  set(PADDLE_ISAS base)
  set(PADDLE_BASE_ISA_FLAGS "")
  set(isa_flags_base "")
endif()

# Each set is a whole archive that comes after the module's own objects and in rising order: of an
# inline function that several of them define, the linker keeps the first, which is the one that
# the oldest processor can run.
function(paddle_add_isa_kernels module)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FLAGS;GENERATED" "SOURCES")
  if(NOT ARG_SOURCES)
    return()
  endif()
  foreach(isa IN LISTS PADDLE_ISAS)
    set(library paddle_kernels_${isa})
    add_library(${library} STATIC ${ARG_SOURCES})
    target_link_libraries(${library} PRIVATE ${ARG_FLAGS})
    target_compile_definitions(${library} PRIVATE PD_ISA=${isa})
    target_compile_options(${library} PRIVATE  # integer tensors wrap on overflow, as NumPy's do
      ${PADDLE_SIMD_OPT} -fwrapv -fno-math-errno -fno-trapping-math ${isa_flags_${isa}})
    add_dependencies(${library} ${ARG_GENERATED})
    if(NOT PADDLE_SANITIZE)  # the sanitizers register every object when it is loaded
      add_custom_command(TARGET ${library} POST_BUILD VERBATIM
        COMMAND ${CMAKE_COMMAND} -DOBJDUMP=${CMAKE_OBJDUMP} -DARCHIVE=$<TARGET_FILE:${library}>
          -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/check_initializers.cmake)
    endif()
    target_link_libraries(${module} PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${library}>")
  endforeach()
endfunction()
