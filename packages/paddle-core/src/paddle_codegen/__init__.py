"""Generates code from operator tables (ops/schema.md has their language); never imports paddle."""
