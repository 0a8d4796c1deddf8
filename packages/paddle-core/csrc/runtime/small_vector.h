// A vector that keeps up to N elements inside itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <span>
#include <type_traits>
#include <utility>

namespace pd {

template <class T, uint32_t N>
class SmallVector {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() noexcept : data_(inline_data()) {}
  explicit SmallVector(size_t count, const T& value = T()) : SmallVector() { resize(count, value); }
  SmallVector(std::initializer_list<T> items) : SmallVector(items.begin(), items.end()) {}
  explicit SmallVector(std::span<const T> items) : SmallVector(items.begin(), items.end()) {}
  template <class It>
    requires(!std::is_integral_v<It>)
  SmallVector(It first, It last) : SmallVector() {
    assign(first, last);
  }
  SmallVector(const SmallVector& other) : SmallVector(other.begin(), other.end()) {}
  SmallVector(SmallVector&& other) noexcept : SmallVector() { take(other); }
  ~SmallVector() { free_all(); }

  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      free_all();
      data_ = inline_data();
      size_ = 0;
      capacity_ = N;
      take(other);
    }
    return *this;
  }

  template <class It>
  void assign(It first, It last) {
    clear();
    if constexpr (std::random_access_iterator<It>) reserve(static_cast<size_t>(last - first));
    for (; first != last; ++first) push_back(*first);
  }

  size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  T& operator[](size_t i) noexcept { return data_[i]; }
  const T& operator[](size_t i) const noexcept { return data_[i]; }
  T& back() noexcept { return data_[size_ - 1]; }
  const T& back() const noexcept { return data_[size_ - 1]; }
  T& front() noexcept { return data_[0]; }
  const T& front() const noexcept { return data_[0]; }

  void push_back(T value) {
    if (size_ == capacity_) grow(capacity_ * 2);
    std::construct_at(data_ + size_, std::move(value));
    ++size_;
  }
  void pop_back() noexcept { std::destroy_at(data_ + --size_); }
  void clear() noexcept {
    std::destroy(begin(), end());
    size_ = 0;
  }
  void reserve(size_t count) {
    if (count > capacity_) grow(static_cast<uint32_t>(count));
  }
  void resize(size_t count, const T& value = T()) {
    reserve(count);
    while (size_ > count) pop_back();
    while (size_ < count) push_back(value);
  }
  void insert(size_t at, T value) {
    push_back(std::move(value));
    std::rotate(begin() + at, end() - 1, end());
  }
  void erase(size_t at) {
    std::move(begin() + at + 1, end(), begin() + at);
    pop_back();
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  T* inline_data() noexcept { return reinterpret_cast<T*>(storage_); }
  bool on_heap() const noexcept { return data_ != reinterpret_cast<const T*>(storage_); }

  void take(SmallVector& other) noexcept {
    if (other.on_heap()) {
      data_ = std::exchange(other.data_, other.inline_data());
      capacity_ = std::exchange(other.capacity_, N);
      size_ = std::exchange(other.size_, 0);
      return;
    }
    std::uninitialized_move(other.begin(), other.end(), data_);
    size_ = other.size_;
    other.clear();
  }
  void grow(uint32_t capacity) {
    T* bigger = std::allocator<T>().allocate(capacity);
    std::uninitialized_move(begin(), end(), bigger);
    const uint32_t size = size_;
    free_all();
    data_ = bigger;
    size_ = size;
    capacity_ = capacity;
  }
  void free_all() noexcept {
    std::destroy(begin(), end());
    if (on_heap()) std::allocator<T>().deallocate(data_, capacity_);
  }

  T* data_;
  uint32_t size_ = 0;
  uint32_t capacity_ = N;
  alignas(T) std::byte storage_[N * sizeof(T)];
};

}  // namespace pd
