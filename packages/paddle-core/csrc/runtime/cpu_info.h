// Which of the instruction sets that the vector kernels are compiled for this processor runs.
#pragma once

namespace pd::cpu {

// x86-64-v2, v3 (AVX2, FMA) and v4 (AVX-512); kBase stands for every other processor.
enum class Isa { kBase, kV2, kV3, kV4 };

// The best set that this processor has, found once. The environment variable PADDLE_ISA (v2, v3 or
// v4) asks for a lower one; anything else in it throws kInvalidArgument.
Isa isa();
const char* name_of(Isa isa);

}  // namespace pd::cpu
