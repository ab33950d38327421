/// The group-by: one meaning, whichever [Backend] runs it.
///
/// Start at `GroupBy`, which groups a table in memory; frames and SQL make the same [GroupByRequest] over a
/// stream of batches and hand it to [Backends]. A backend runs a request as *ticket, then reduce*: keys are
/// mapped to dense group ids, and typed state per group id is updated, merged and finalized. `dev.sheaf.groupby.cpu`
/// does so on threads, `dev.sheaf.groupby.cuda` on a GPU; out comes a stream of result batches, which whoever asked
/// pulls: the next operator of a plan, or the table that `GroupBy` collects.
///
/// # The contract
///
/// **Null keys.** [GroupByOptions] says whether rows with a null key are kept, as they are by default, or dropped;
/// kept, all nulls of a key column are one key. All NaNs are one key and come out as NaN;
/// -0.0 and 0.0 are one key and come out as 0.0; inside lists and structs, too. DISTINCT, COLLECT_SET and MODE take
/// values for keys and pass them on like that.
///
/// **Null values.** Reductions skip nulls; a group without a valid value gives null, counts give 0. FIRST, LAST
/// and COLLECT_LIST take nulls as values unless told otherwise.
///
/// **Floating sums.** With [Sums#FAST] the last bits depend on timing and splits; with [Sums#REPRODUCIBLE] they
/// do not.
///
/// **Result types.** SUM and PRODUCT of signed and narrower unsigned integers are int64 (of uint64: uint64), of
/// floats float64; SUM of decimals has 38 digits and the same scale. MEAN, VARIANCE, STD, MEDIAN, QUANTILE,
/// COVARIANCE, CORRELATION are float64. Counts and ordinals are int64. MIN, MAX, FIRST, LAST keep the type;
/// TOP_K and COLLECT_LIST are lists of it. VARIANCE and STD are null when a group has no more valid values than
/// `ddof`.
///
/// **Overflow** is never silent: a whole-number result that does not fit raises [ArithmeticException] naming
/// column and group, unless [Overflow#WRAP] is asked for. Overflow within a sum that cancels out is not
/// overflow.
///
/// **Order.** -0.0 < 0.0 < ... < NaN for MIN, MAX, ARGMIN, ARGMAX and TOP_K, so that what they choose does not hang on
/// the order of rows. Sorted results, ranks and windows take -0.0 and 0.0 for equal, as keys do. Ties in ARGMIN and
/// ARGMAX go to the lowest row. Row ordinals are those of the input stream, see [dev.sheaf.query.Batch].
/// Nothing but the last bits of fast floating sums, and estimates from t-digests, depends on timing.
///
/// **Errors.** A bad request fails before any work with [IllegalArgumentException].
@NullMarked
package dev.sheaf.groupby;

import org.jspecify.annotations.NullMarked;
