/// What is known by name in expressions: functions, aggregates and types, and how constants are read.
///
/// Start at [ScalarFunctions] and [AggregateFunctions]; `dev.sheaf.sql.bind` decides where they may stand.
@NullMarked
package dev.sheaf.sql.function;

import org.jspecify.annotations.NullMarked;
