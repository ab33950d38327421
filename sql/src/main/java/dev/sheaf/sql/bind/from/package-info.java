/// The FROM of a query: relations put together to one plan, with the names that its columns have.
///
/// In goes a relation's tree, out comes a [From]. Start at [FromBinder]: joins are bound by [JoinBinder], what may
/// read the relations before it by [LateralBinder] and [UnnestBinder], tables that functions give by [TableFunctions].
/// They share a [FromContext], and see the binder of whole queries as [Queries] alone. [Questions] joins sub-queries to
/// the plan where a condition needs their answers.
@NullMarked
package dev.sheaf.sql.bind.from;

import org.jspecify.annotations.NullMarked;
