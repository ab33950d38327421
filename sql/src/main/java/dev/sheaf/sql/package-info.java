/// SQL text to a plan: parsed and typed by Apache Calcite, turned into `dev.sheaf.plan`, run by it.
///
/// The only package of Sheaf that knows Calcite.
@NullMarked
package dev.sheaf.sql;

import org.jspecify.annotations.NullMarked;
