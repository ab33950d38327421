package dev.sheaf.cuda.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The kernels there are. Each is a `.cu` file whose opening comment says what it does, what its specialisation
/// has to define, and what it costs; its entry function has the file's name, further ones are named in the
/// comment.
public enum KernelFile {
    /// Keys, arguments and conditions of a query, computed for each row.
    PROJECT,
    /// Columns as values of rows.
    ROW_VALUES,
    /// Between key columns and keys as words.
    PACK_KEYS,
    /// From keys to dense numbers of groups.
    TICKET,
    /// From texts to dense numbers of distinct texts.
    INTERN_TEXT,
    /// Counts, sums and products by group.
    REDUCE_GROUPS,
    /// The first or last row of each group by value or ordinal.
    BEST_ROWS,
    /// Values of each group between edges.
    HISTOGRAM,
    /// Exact sums of doubles and of products of two.
    EXACT_SUMS,
    /// Sums of squares and products about the means of groups.
    MOMENTS,
    /// Columns as doubles, as sortable words, as words of 16 bytes.
    CONVERT,
    /// The members of groups, to be sorted.
    MEMBERS,
    /// A stable sort of row numbers.
    RADIX_SORT,
    /// The rows of lists.
    LIST_ROWS,
    /// Groups in the shared memory of each block.
    BLOCK_GROUPS,
    /// Brings rows of the same partition together.
    PARTITION_ROWS,
    /// The second of two steps of that.
    PARTITION_AGAIN,
    /// Partitions of many rows in pieces.
    LIST_PIECES,
    /// Groups of one partition after the other.
    PARTITION_GROUPS,
    /// Which rows of partitions have the same key.
    PARTITION_FIRSTS,
    /// Partial groups of rows that lie together.
    CLUSTERED_ROWS,
    /// Groups of numbers of which most have one row.
    SINGLE_ROWS,
    /// Groups in hash tables of blocks and one behind them.
    HASH_GROUPS,
    /// Counts in hash tables of blocks and one behind them.
    COUNT_KEYS,
    /// Hashes of keys of any columns.
    HASH_ROWS,
    /// From keys of any columns to dense numbers of groups.
    NUMBER_ROWS,
    /// The values of some rows of a column.
    GATHER_ROWS,
    /// Key words as numbers of groups.
    NUMBER_WORDS,
    /// Numbers as distances from a value of their group.
    CENTER_VALUES,
    /// Variances and the like from sums of such distances.
    GROUP_MOMENTS,
    /// The rows with the least and greatest text of each group.
    BEST_TEXTS,
    /// The rows that a scan has left out, brought together.
    LEFTOVER_ROWS,
    /// Median and squares of the values of each group.
    GROUP_MEMBERS,
    /// Validity of rows that are put behind others.
    APPEND_BITS,
    /// Offsets of texts that are put behind others.
    APPEND_OFFSETS,
    /// Numbers of marked rows so far, and the numbers of kept rows.
    RUNNING_ROWS,
    /// Running sums, extremes and counts of groups.
    SCAN_GROUPS,
    /// Numbers of very many groups, part by part.
    HASH_PARTS,
    /// The rows of groups in order, and what each row finds in its own.
    RUNS,
    /// Final expressions and HAVING.
    FINISH_GROUPS,
    /// A sample of the keys.
    SAMPLE_KEYS,
    /// How many bits whole numbers have, by a sample.
    SAMPLE_SIZES;

    static final String SPECIALIZATION = "spec.cuh";

    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"(.+)\"");

    /// A text and, by name, the headers that it includes, directly or through others, but for the generated one.
    record Source(String text, Map<String, String> headers) {}

    /// The name of the entry function.
    public String function() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The name of the file: `append_offsets.cu`.
    public String fileName() {
        return function() + ".cu";
    }

    /// The text of the file and its headers, those that `specialization` includes among them.
    Source source(String specialization) {
        Map<String, String> headers = new TreeMap<>();
        String text = read(fileName());
        collectHeaders(text, headers);
        collectHeaders(specialization, headers);
        return new Source(text, headers);
    }

    private static void collectHeaders(String text, Map<String, String> headers) {
        Matcher include = INCLUDE.matcher(text);
        while (include.find()) {
            String name = include.group(1);
            if (!name.equals(SPECIALIZATION) && !headers.containsKey(name)) {
                headers.put(name, read(name));
                collectHeaders(headers.get(name), headers);
            }
        }
    }

    private static String read(String name) {
        try (InputStream in = KernelFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("this build of Sheaf lacks the kernel file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
