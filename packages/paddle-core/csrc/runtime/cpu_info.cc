// Finds the processor's instruction set.
#include "runtime/cpu_info.h"

#include <cstdlib>
#include <string_view>

#include "runtime/error.h"

namespace pd::cpu {
namespace {

#if defined(__x86_64__)
// Asks only for what Clang 14 knows by name; every processor with these has the rest of v3.
Isa best_isa() {
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v4) return Isa::kV4;
  return v3 ? Isa::kV3 : Isa::kV2;
}
#else
Isa best_isa() { return Isa::kBase; }
#endif

Isa choose_isa() {
  const Isa best = best_isa();
  const char* text = std::getenv("PADDLE_ISA");
  if (text == nullptr || *text == '\0') return best;
  for (const Isa isa : {Isa::kV2, Isa::kV3, Isa::kV4}) {
    if (std::string_view(text) != name_of(isa)) continue;
    require(isa <= best, "PADDLE_ISA=", text, ": this processor only runs ", name_of(best));
    return isa;
  }
  fail(ErrorKind::kInvalidArgument, "PADDLE_ISA must be v2, v3 or v4, got ", text);
}

}  // namespace

Isa isa() {
  static const Isa chosen = choose_isa();
  return chosen;
}

const char* name_of(Isa isa) {
  switch (isa) {
    case Isa::kBase:
      return "base";
    case Isa::kV2:
      return "v2";
    case Isa::kV3:
      return "v3";
    case Isa::kV4:
      return "v4";
  }
  return "base";
}

}  // namespace pd::cpu
