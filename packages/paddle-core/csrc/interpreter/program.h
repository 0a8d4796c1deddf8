// A recorded program: values, operations, and the interpreter that runs it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dispatch/op.h"

namespace pd {

class Program : public RefCounted {
 public:
  enum class ValueKind { kData, kResult, kConstant };
  struct Value {
    ValueKind kind;
    TensorMeta meta;
    std::string name;
    Tensor constant;  // of kConstant: a parameter, or a tensor that was there before recording
  };
  struct Operation {
    const OpDef* op;
    std::vector<int64_t> inputs;  // values; -1 for an absent one
    std::vector<uint32_t> list_sizes;
    std::vector<Attr> attrs;
    std::vector<int64_t> outputs;
    bool inplace;
  };

  static void destroy(Program* program) noexcept { delete program; }

  const std::vector<Value>& values() const { return values_; }
  const std::vector<Operation>& operations() const { return operations_; }

  // A symbolic tensor to be fed under `name`.
  Tensor add_data(const std::string& name, DimsView shape, DType dtype);
  // Records the call and sets its outputs to symbolic tensors.
  void record(OpCall& call);
  // The value that a tensor stands for; concrete tensors become constants.
  int64_t value_of(TensorImpl& tensor);
  void rename(int64_t value, const std::string& name);
  // -1 when no value has the name.
  int64_t find(const std::string& name) const;
  // The symbolic (or constant) tensor of a value.
  Tensor tensor_of(int64_t value);

  IntrusivePtr<Program> clone() const;
  // Without the operations that none of `fetched` depends on; in-place writes are dropped too
  // unless `keep_writes`.
  void prune(std::span<const int64_t> fetched, bool keep_writes);
  std::string text() const;

  // Runs the program: data by name, results of `fetched` in order. Throws kNotFound for missing
  // data and kInvalidArgument for data of another shape or dtype.
  std::vector<Tensor> run(const std::map<std::string, Tensor>& data,
                          std::span<const int64_t> fetched) const;

 private:
  int64_t add_value(Value value);
  Tensor make_symbol(int64_t value);

  std::vector<Value> values_;
  std::vector<Operation> operations_;
  std::map<const TensorImpl*, int64_t> constants_;
  std::map<std::string, int64_t> names_;
};

// What makes a tensor symbolic: the value of a program that it stands for.
struct SymbolMeta {
  IntrusivePtr<Program> program;
  int64_t value;
};

}  // namespace pd
