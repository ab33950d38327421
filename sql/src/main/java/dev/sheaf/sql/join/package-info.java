/// Relations and sub-queries put together as joins: plans in, a plan out; nothing of the text of a query.
///
/// Start at [JoinOrder], which joins the relations of FROM, and [Subquery], which is what a query in an expression
/// becomes; `Answers` joins it to the plan that asks.
@NullMarked
package dev.sheaf.sql.join;

import org.jspecify.annotations.NullMarked;
