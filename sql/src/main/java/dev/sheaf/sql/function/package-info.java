/// What is known by name in expressions: functions, aggregates and types, and how constants are read.
///
/// In go a name and bound arguments, out comes an expression. Start at [ScalarFunctions], whose functions are the same
/// for all types, at [TypedFunctions], whose are not, and at [AggregateFunctions]; `dev.sheaf.sql.bind` decides where
/// they may stand. What they compute in Java from one value lies in package `value`.
@NullMarked
package dev.sheaf.sql.function;

import org.jspecify.annotations.NullMarked;
