// Recording operators into a program, and its text.
#include "interpreter/program.h"

#include <algorithm>
#include <set>

#include "dispatch/attr_text.h"
#include "dispatch/layers.h"

namespace pd {

int64_t Program::add_value(Value value) {
  values_.push_back(std::move(value));
  const auto id = static_cast<int64_t>(values_.size() - 1);
  if (values_.back().name.empty()) values_.back().name = concat("tmp_", id);
  names_[values_.back().name] = id;
  return id;
}

Tensor Program::make_symbol(int64_t value) {
  Tensor tensor = Tensor::meta_only(values_[value].meta);
  auto symbol = std::make_unique<SymbolMeta>();
  symbol->program = IntrusivePtr<Program>::share(this);
  symbol->value = value;
  tensor->set_symbol(std::move(symbol));
  return tensor;
}

Tensor Program::add_data(const std::string& name, DimsView shape, DType dtype) {
  require(!name.empty() && find(name) < 0, "static.data: the name '", name,
          "' is empty or taken already");
  num_elements(shape);  // refuses sizes below -1
  TensorMeta meta;
  meta.shape.assign(shape.begin(), shape.end());
  meta.strides = contiguous_strides(shape);
  meta.dtype = dtype;
  return make_symbol(add_value({ValueKind::kData, std::move(meta), name, {}}));
}

int64_t Program::value_of(TensorImpl& tensor) {
  if (const SymbolMeta* symbol = tensor.symbol()) {
    require(symbol->program.get() == this, ErrorKind::kPreconditionNotMet,
            "a tensor of another program is used; record everything under one program_guard");
    return symbol->value;
  }
  const auto found = constants_.find(&tensor);
  if (found != constants_.end()) return found->second;
  const int64_t value =
      add_value({ValueKind::kConstant, tensor.meta(), "", Tensor::share(&tensor)});
  constants_[&tensor] = value;
  return value;
}

void Program::rename(int64_t value, const std::string& name) {
  require(find(name) < 0 || find(name) == value, "the name '", name, "' is taken already");
  names_.erase(values_[value].name);
  values_[value].name = name;
  names_[name] = value;
}

int64_t Program::find(const std::string& name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? -1 : found->second;
}

Tensor Program::tensor_of(int64_t value) {
  const Value& found = values_.at(static_cast<size_t>(value));
  return found.kind == ValueKind::kConstant ? found.constant : make_symbol(value);
}

void Program::record(OpCall& call) {
  const OpDef& op = call.op();
  Operation operation{&op, {}, {}, {}, {}, false};
  for (TensorImpl* input : call.inputs()) {
    operation.inputs.push_back(input ? value_of(*input) : -1);
  }
  operation.list_sizes.assign(call.list_sizes().begin(), call.list_sizes().end());
  operation.attrs.assign(call.attrs().begin(), call.attrs().end());

  TensorImpl* target = call.inplace ? call.inputs()[0] : nullptr;
  operation.inplace = target && !target->is_symbolic();
  SmallVector<TensorMeta, 1> metas;
  infer_outputs(call, metas);
  for (TensorMeta& meta : metas) {
    meta.strides = contiguous_strides(meta.shape);
    meta.offset = 0;
    if (operation.inplace) {
      operation.outputs.push_back(operation.inputs[0]);
      call.outputs().push_back(Tensor::share(target));
      continue;
    }
    const std::string name =
        concat(op.name, '_', operations_.size(), ".tmp_", call.outputs().size());
    operation.outputs.push_back(add_value({ValueKind::kResult, meta, name, {}}));
    call.outputs().push_back(make_symbol(operation.outputs.back()));
  }
  operations_.push_back(std::move(operation));
  if (target && target->is_symbolic()) {
    target->adopt(*call.outputs()[0]);
    call.outputs()[0] = Tensor::share(target);
  }
}

IntrusivePtr<Program> Program::clone() const {
  auto copy = IntrusivePtr<Program>::adopt(new Program);
  copy->values_ = values_;
  copy->operations_ = operations_;
  copy->constants_ = constants_;
  copy->names_ = names_;
  return copy;
}

void Program::prune(std::span<const int64_t> fetched, bool keep_writes) {
  std::set<int64_t> needed(fetched.begin(), fetched.end());
  std::vector<Operation> kept;
  for (size_t i = operations_.size(); i-- > 0;) {
    Operation& operation = operations_[i];
    const bool writes = operation.inplace || operation.op->mutated != 0;
    const bool used = std::any_of(operation.outputs.begin(), operation.outputs.end(),
                                  [&](int64_t value) { return needed.count(value) > 0; });
    if (writes ? !keep_writes && !(used && !operation.inplace) : !used) continue;
    needed.insert(operation.inputs.begin(), operation.inputs.end());
    kept.push_back(std::move(operation));
  }
  std::reverse(kept.begin(), kept.end());
  operations_ = std::move(kept);
}

namespace {

void print_value(std::ostream& out, const std::vector<Program::Value>& values, int64_t id) {
  out << (id < 0 ? "None" : '%' + values[static_cast<size_t>(id)].name);
}

void print_type(std::ostream& out, const TensorMeta& meta) {
  out << "tensor<" << meta.dtype << ' ' << meta.shape << '>';
}

void print_operation(std::ostream& out, const std::vector<Program::Value>& values,
                     const Program::Operation& operation) {
  out << "  ";
  for (size_t i = 0; i < operation.outputs.size(); ++i) {
    out << (i ? ", " : "");
    print_value(out, values, operation.outputs[i]);
  }
  out << (operation.outputs.empty() ? "" : " = ") << operation.op->name
      << (operation.inplace ? "_" : "") << '(';
  const char* separator = "";
  for (int64_t input : operation.inputs) {
    out << separator;
    print_value(out, values, input);
    separator = ", ";
  }
  size_t next = 0;
  for (const ArgDef& arg : operation.op->args) {
    if (is_tensor_kind(arg.kind)) continue;
    out << separator << arg.name << '=' << AttrText{operation.attrs[next++]};
    separator = ", ";
  }
  out << ')';
  for (size_t i = 0; i < operation.outputs.size(); ++i) {
    out << (i ? ", " : " : ");
    print_type(out, values[static_cast<size_t>(operation.outputs[i])].meta);
  }
  out << '\n';
}

}  // namespace

std::string Program::text() const {
  std::ostringstream out;
  out << "{\n";
  for (const Value& value : values_) {
    if (value.kind == ValueKind::kResult) continue;
    out << "  %" << value.name << " = " << (value.kind == ValueKind::kData ? "data" : "constant")
        << " : ";
    print_type(out, value.meta);
    out << '\n';
  }
  for (const Operation& operation : operations_) print_operation(out, values_, operation);
  out << "}\n";
  return out.str();
}

}  // namespace pd
