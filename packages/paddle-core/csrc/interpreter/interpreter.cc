// Runs a recorded program: one call after the other, each value freed after its last use.
#include "dispatch/mode.h"
#include "interpreter/program.h"

namespace pd {
namespace {

bool accepts(DimsView declared, const Dims& given) {
  if (declared.size() != given.size()) return false;
  for (size_t i = 0; i < given.size(); ++i) {
    if (declared[i] != kUnknownDim && declared[i] != given[i]) return false;
  }
  return true;
}

class Frame {
 public:
  Frame(const std::vector<Program::Value>& values, const std::map<std::string, Tensor>& data)
      : values_(values), data_(data), tensors_(values.size()) {}

  TensorImpl* get(int64_t value) {
    if (value < 0) return nullptr;
    Tensor& tensor = tensors_[static_cast<size_t>(value)];
    if (!tensor) tensor = load(values_[static_cast<size_t>(value)]);
    return tensor.get();
  }
  void set(int64_t value, Tensor tensor) {
    tensors_[static_cast<size_t>(value)] = std::move(tensor);
  }
  void drop(int64_t value) { tensors_[static_cast<size_t>(value)].reset(); }

 private:
  Tensor load(const Program::Value& value) const {
    if (value.kind == Program::ValueKind::kConstant) return value.constant;
    require(value.kind == Program::ValueKind::kData, ErrorKind::kPreconditionNotMet, "the value ",
            value.name, " is used before it is computed");
    const auto found = data_.find(value.name);
    require(found != data_.end(), ErrorKind::kNotFound, "the program needs data named '",
            value.name, "', which was not fed");
    const Tensor& tensor = found->second;
    require(accepts(value.meta.shape, tensor.shape()), "the data fed as '", value.name,
            "' has shape ", tensor.shape(), ", but the program declares ", value.meta.shape);
    require(tensor.dtype() == value.meta.dtype, "the data fed as '", value.name, "' has dtype ",
            tensor.dtype(), ", but the program declares ", value.meta.dtype);
    return tensor;
  }

  const std::vector<Program::Value>& values_;
  const std::map<std::string, Tensor>& data_;
  std::vector<Tensor> tensors_;
};

// For each operation the values that nothing after it reads.
std::vector<std::vector<int64_t>> last_uses(const std::vector<Program::Operation>& operations,
                                            size_t num_values, std::span<const int64_t> fetched) {
  std::vector<bool> seen(num_values);
  for (int64_t value : fetched) seen[static_cast<size_t>(value)] = true;
  std::vector<std::vector<int64_t>> result(operations.size());
  for (size_t i = operations.size(); i-- > 0;) {
    auto visit = [&](int64_t value) {
      if (value < 0 || seen[static_cast<size_t>(value)]) return;
      seen[static_cast<size_t>(value)] = true;
      result[i].push_back(value);
    };
    std::for_each(operations[i].inputs.begin(), operations[i].inputs.end(), visit);
    std::for_each(operations[i].outputs.begin(), operations[i].outputs.end(), visit);
  }
  return result;
}

void run_operation(const Program::Operation& operation, Frame& frame) {
  SmallVector<TensorImpl*, 8> inputs;
  for (int64_t value : operation.inputs) inputs.push_back(frame.get(value));
  OpCall call(*operation.op, {inputs.data(), inputs.size()}, operation.attrs, operation.list_sizes);
  call.inplace = operation.inplace;
  dispatch(call);
  for (size_t i = 0; i < operation.outputs.size(); ++i) {
    frame.set(operation.outputs[i], std::move(call.outputs()[i]));
  }
}

}  // namespace

std::vector<Tensor> Program::run(const std::map<std::string, Tensor>& data,
                                 std::span<const int64_t> fetched) const {
  const EagerGuard eager;
  const GradModeGuard no_grad(false);
  Frame frame(values_, data);
  const auto dead_after = last_uses(operations_, values_.size(), fetched);
  for (size_t i = 0; i < operations_.size(); ++i) {
    run_operation(operations_[i], frame);
    for (int64_t value : dead_after[i]) frame.drop(value);
  }
  std::vector<Tensor> results;
  for (int64_t value : fetched) results.push_back(Tensor::share(frame.get(value)));
  return results;
}

}  // namespace pd
