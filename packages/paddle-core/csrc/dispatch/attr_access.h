// How generated code moves attributes, lists and shapes between typed calls and an OpCall.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dispatch/attr.h"
#include "dispatch/op.h"

namespace pd {

inline Attr to_attr(bool value) { return value; }
inline Attr to_attr(int64_t value) { return value; }
inline Attr to_attr(double value) { return value; }
inline Attr to_attr(DType value) { return value; }
inline Attr to_attr(Place value) { return value; }
inline Attr to_attr(const std::string& value) { return value; }
inline Attr to_attr(DimsView value) { return Dims(value); }
inline Attr to_attr(std::span<const double> value) {
  return std::vector<double>(value.begin(), value.end());
}
inline Attr to_attr(const Scalar& value) {
  return std::visit([](auto number) { return Attr(number); }, value.value());
}
template <class T>
Attr to_attr(const std::optional<T>& value) {
  return value ? to_attr(*value) : Attr();
}

inline Scalar scalar_attr(const Attr& attr) {
  return std::visit(
      [](const auto& value) -> Scalar {
        if constexpr (std::is_constructible_v<Scalar, decltype(value)>) {
          return Scalar(value);
        } else {
          fail(ErrorKind::kInvalidType, "an attribute that should be a number is none");
        }
      },
      attr);
}

template <class T>
inline constexpr bool is_optional_v = false;
template <class T>
inline constexpr bool is_optional_v<std::optional<T>> = true;

// An attribute in the type that kernels and shape rules take it in. Views point into `attr`.
template <class T>
T attr_as(const Attr& attr) {
  if constexpr (is_optional_v<T>) {
    if (std::holds_alternative<std::monostate>(attr)) return std::nullopt;
    return T(attr_as<typename T::value_type>(attr));
  } else if constexpr (std::is_same_v<T, Scalar>) {
    return scalar_attr(attr);
  } else if constexpr (std::is_same_v<T, DimsView>) {
    return std::get<Dims>(attr);
  } else if constexpr (std::is_same_v<T, std::span<const double>>) {
    return std::get<std::vector<double>>(attr);
  } else {
    return std::get<std::remove_cvref_t<T>>(attr);
  }
}

inline const TensorMeta* meta_or_null(const TensorImpl* tensor) {
  return tensor ? &tensor->meta() : nullptr;
}
inline SmallVector<const TensorMeta*, 8> metas_of(std::span<TensorImpl* const> tensors) {
  SmallVector<const TensorMeta*, 8> metas;
  for (const TensorImpl* tensor : tensors) metas.push_back(&tensor->meta());
  return metas;
}

// The outputs from the i-th on, which form its list.
inline std::span<Tensor> outputs_from(OpCall& call, size_t i) {
  return {call.outputs().begin() + i, call.outputs().end()};
}
inline std::vector<Tensor> take_from(SmallVector<Tensor, 2>& outputs, size_t i) {
  return {std::make_move_iterator(outputs.begin() + i), std::make_move_iterator(outputs.end())};
}

}  // namespace pd
