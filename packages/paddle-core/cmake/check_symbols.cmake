# Fails the build when the linked module lacks a function of namespace pd, which a shared module
# would otherwise only report when it is imported: a kernel that a table names and nobody wrote.
# Run as: cmake -DNM=... -DMODULE=... -P check_symbols.cmake
execute_process(COMMAND ${NM} --dynamic --undefined-only --demangle ${MODULE}
  OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "U pd::[^\n]*" missing "${undefined}")
if(missing)
  list(JOIN missing "\n  " missing)
  message(FATAL_ERROR "declared or named in an operator table, but not written:\n  ${missing}")
endif()
