// The registry of operators and kernels.
#include <map>
#include <mutex>
#include <shared_mutex>

#include "dispatch/op.h"

namespace pd {
namespace {

struct Registry {
  std::shared_mutex mutex;
  std::map<std::string, std::unique_ptr<OpDef>, std::less<>> ops;
};

Registry& registry() {
  static Registry* instance = new Registry;
  return *instance;
}

void count_arguments(OpDef& op) {
  op.num_tensor_args = 0;
  op.num_attrs = 0;
  for (const ArgDef& arg : op.args) {
    if (!is_tensor_kind(arg.kind)) {
      ++op.num_attrs;
      continue;
    }
    require(op.num_attrs == 0, "operator ", op.name, ": the tensor ", arg.name,
            " stands behind an attribute");
    ++op.num_tensor_args;
    op.has_lists |= arg.kind == ArgKind::kTensorList;
  }
  require(op.num_tensor_args <= 64, "operator ", op.name, " has more than 64 tensor arguments");
}

}  // namespace

OpDef& register_op(OpDef op) {
  count_arguments(op);
  require(op.infer != nullptr, "operator ", op.name, " has no shape rule");
  Registry& all = registry();
  const std::unique_lock lock(all.mutex);
  const auto [place, is_new] = all.ops.try_emplace(op.name);
  require(is_new, "operator ", op.name, " is registered already");
  place->second = std::make_unique<OpDef>(std::move(op));
  return *place->second;
}

OpDef* find_op(std::string_view name) {
  Registry& all = registry();
  const std::shared_lock lock(all.mutex);
  const auto found = all.ops.find(name);
  return found == all.ops.end() ? nullptr : found->second.get();
}

OpDef& get_op(std::string_view name) {
  OpDef* op = find_op(name);
  require(op != nullptr, ErrorKind::kNotFound, "there is no operator named ", name);
  return *op;
}

std::vector<const OpDef*> all_ops() {
  Registry& all = registry();
  const std::shared_lock lock(all.mutex);
  std::vector<const OpDef*> result;
  result.reserve(all.ops.size());
  for (const auto& [name, op] : all.ops) result.push_back(op.get());
  return result;
}

void register_kernel(OpDef& op, Backend backend, Layout layout, Kernel kernel) {
  require(static_cast<int>(backend) < kMaxBackends && static_cast<int>(layout) < kMaxLayouts,
          "operator ", op.name, ": a kernel for an unknown backend or layout");
  require(kernel.run != nullptr, "operator ", op.name, ": a kernel without a function");
  op.kernels[static_cast<int>(backend)][static_cast<int>(layout)] = kernel;
}

}  // namespace pd
