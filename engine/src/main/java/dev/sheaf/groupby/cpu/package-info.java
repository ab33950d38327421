/// The group-by on the CPU: ticket, then reduce.
///
/// Start at [CpuBackend]. A [GroupByPlan] says which columns are keys, arguments and filters, which [Reduction]s
/// keep state for them, and how states become result columns. Each worker pulls batches and feeds them, chunk by
/// chunk, to a [GroupTable]: its [Grouper] turns keys into dense group ids, and each reduction updates its state
/// per id. Tables meet as [GroupStates], the one form in which states travel. [CpuAccumulator] keeps a table from
/// batch to batch.
///
/// Where keys have few bits and states only add or compare, [PlacedStates] does without ids: a made [PlacedLoop] goes
/// from the columns to states at the key's place.
///
/// Key classes: [SingleGroup] without keys, [TextGrouper] for one string, [WordGrouper] for everything that packs into 64-bit words, in a [WordTable] that is indexed directly or
/// hashed.
@NullMarked
package dev.sheaf.groupby.cpu;

import org.jspecify.annotations.NullMarked;
