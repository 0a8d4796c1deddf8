# Fails the build when an archive of vector kernels runs code as the library loads: such code would
# be of an instruction set that the processor may lack, before one could be chosen.
# Run as: cmake -DOBJDUMP=... -DARCHIVE=... -P check_initializers.cmake
execute_process(COMMAND ${OBJDUMP} --section-headers ${ARCHIVE}
  OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
set(object "")
string(REPLACE "\n" ";" lines "${sections}")
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ]+\\.o):")
    set(object ${CMAKE_MATCH_1})
  elseif(line MATCHES " \\.init_array")
    message(FATAL_ERROR "${object} in ${ARCHIVE} initialises a variable at load time; "
      "make it constexpr or a function's static")
  endif()
endforeach()
