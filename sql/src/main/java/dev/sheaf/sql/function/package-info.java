/// What is known by name in expressions: functions, aggregates and types, and how constants are read.
///
/// In go a name and bound arguments, out comes an expression. Start at [ScalarFunctions], whose functions are the same
/// for all types, at [TypedFunctions], whose are not, and at [AggregateFunctions]; `dev.sheaf.sql.bind` decides where
/// they may stand. What they compute in Java from one value lies in package `value`.
///
/// Functions come in families with a list of their names, and a family is made when one of its names is asked for
/// ([FunctionFamilies]): the classes of all functions together take longer than a query's first planning.
@NullMarked
package dev.sheaf.sql.function;

import org.jspecify.annotations.NullMarked;
