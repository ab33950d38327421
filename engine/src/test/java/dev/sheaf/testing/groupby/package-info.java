/// The meaning of the group-by, as tests that every backend passes.
///
/// [GroupByContract] is the base of a backend's test: written-out cases for each rule, and random requests that
/// are compared with [ReferenceGroupBy], which is written from the contract in `dev.sheaf.groupby` with boxed
/// values and exact arithmetic and shares no code with any backend.
@NullMarked
package dev.sheaf.testing.groupby;

import org.jspecify.annotations.NullMarked;
