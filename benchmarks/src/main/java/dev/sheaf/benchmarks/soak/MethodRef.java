package dev.sheaf.benchmarks.soak;

/// A method as an instruction names it.
record MethodRef(String owner, String name, String descriptor) {}
