// The register of composite layouts, and tensors made of components.
#include "tensor/layout.h"

#include <deque>
#include <mutex>

namespace pd {
namespace {

struct Entry {
  std::string name;
  size_t num_components;
};

struct Layouts {
  std::mutex mutex;
  std::deque<Entry> entries{{"dense", 0}};
};

Layouts& layouts() {
  static Layouts* instance = new Layouts;
  return *instance;
}

Entry entry_of(Layout layout) {
  Layouts& all = layouts();
  const std::lock_guard lock(all.mutex);
  const auto index = static_cast<size_t>(layout);
  require(index < all.entries.size(), ErrorKind::kNotFound, "there is no layout number ", index);
  return all.entries[index];
}

}  // namespace

Layout register_layout(std::string_view name, size_t num_components) {
  require(!name.empty() && num_components > 0, "a composite layout needs a name and components");
  Layouts& all = layouts();
  const std::lock_guard lock(all.mutex);
  for (size_t i = 0; i < all.entries.size(); ++i) {
    const Entry& entry = all.entries[i];
    if (entry.name != name) continue;
    require(entry.num_components == num_components, "layout ", name, " has ", entry.num_components,
            " components, not ", num_components);
    return static_cast<Layout>(i);
  }
  require(all.entries.size() < kMaxLayouts, ErrorKind::kResourceExhausted, "layout ", name,
          ": at most ", kMaxLayouts, " layouts can be registered");
  all.entries.push_back({std::string(name), num_components});
  return static_cast<Layout>(all.entries.size() - 1);
}

std::optional<Layout> find_layout(std::string_view name) {
  Layouts& all = layouts();
  const std::lock_guard lock(all.mutex);
  for (size_t i = 0; i < all.entries.size(); ++i) {
    if (all.entries[i].name == name) return static_cast<Layout>(i);
  }
  return std::nullopt;
}

const char* layout_name(Layout layout) {
  Layouts& all = layouts();
  const std::lock_guard lock(all.mutex);
  const auto index = static_cast<size_t>(layout);
  return index < all.entries.size() ? all.entries[index].name.c_str() : nullptr;
}

Tensor make_composite(Layout layout, DimsView shape, DType dtype, std::vector<Tensor> components) {
  const Entry entry = entry_of(layout);
  require(layout != Layout::kDense, "a dense tensor has no components");
  require(components.size() == entry.num_components, "a ", entry.name, " tensor has ",
          entry.num_components, " components, not ", components.size());
  require(is_known(shape), "a ", entry.name, " tensor cannot have the shape ", ShapeText{shape});
  for (const Tensor& component : components) {
    require(component && !component->is_composite(), "the components of a ", entry.name,
            " tensor have to be dense tensors");
  }
  TensorMeta meta;
  meta.shape.assign(shape.begin(), shape.end());
  meta.dtype = dtype;
  meta.layout = layout;
  meta.place = components.back()->place();
  Tensor result = Tensor::meta_only(meta);
  auto parts = std::make_unique<CompositeMeta>();
  parts->components = std::move(components);
  result->set_composite(std::move(parts));
  return result;
}

Tensor with_elements(const TensorImpl& x, Tensor elements) {
  if (!x.is_composite() || !elements) return elements;
  std::vector<Tensor> components = x.composite()->components;
  const DType dtype = elements.dtype();
  components.back() = std::move(elements);
  Tensor result = make_composite(x.layout(), x.shape(), dtype, std::move(components));
  result->composite()->coalesced = x.composite()->coalesced;
  return result;
}

}  // namespace pd
