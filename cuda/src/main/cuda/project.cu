// Keys, arguments and conditions of a query, computed for the rows of a chunk from the columns as they lie.
//
// spec.cuh: `project_row`, which is generated: it reads columns and literals, and stores values.
//
// project: a thread a row; keep[row], if there is a condition, says whether the row fulfils it. `fault` is set to 1 if a row has
//   no result; the outputs mean nothing then.
// Global memory: reads the columns that it names and writes each output once, coalesced. No races: rows do not meet.
#include "columns.cuh"
#include "rows.cuh"
#include "spec.cuh"

extern "C" __global__ void project(
    const InputColumn* inputs, const u64* literals, const OutputColumn* outputs, u64 first, u32 rows, u8* keep, u32* fault) {
    const u64 row = thread_number();
    if (row < rows) {
        bool failed = false;
        project_row(inputs, literals, outputs, first + row, row, keep, failed);
        if (failed) {
            *fault = 1;
        }
    }
}
