package dev.sheaf.io.parquet.meta;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.jspecify.annotations.Nullable;

/// What a footer says of the encodings of a chunk's pages.
public final class PageEncodings {
    private static final Set<Encoding> CODES = Set.of(Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY);

    /// Encodings of levels alone, in files that count no pages.
    private static final Set<Encoding> LEVELS = Set.of(Encoding.RLE, Encoding.BIT_PACKED);

    private PageEncodings() {}

    /// Whether a chunk begins with a dictionary that has all of its values. A footer that does not tell counts as no.
    public static boolean isWhollyCoded(ColumnMetaData chunk) {
        if (chunk.getDictionary_page_offset() <= 0
                || chunk.getDictionary_page_offset() >= chunk.getData_page_offset()) {
            return false;
        }
        List<PageEncodingStats> counted = chunk.getEncoding_stats();
        if (counted == null || counted.isEmpty()) {
            return isListedAsCoded(chunk);
        }
        return counted.stream().allMatch(PageEncodings::isCoded);
    }

    private static boolean isCoded(PageEncodingStats pages) {
        PageType type = pages.getPage_type();
        boolean hasValues = type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2;
        return !hasValues || pages.getCount() == 0 || isCode(pages.getEncoding());
    }

    /// Writers that call a dictionary's own encoding PLAIN_DICTIONARY, too, list PLAIN for pages of values alone.
    private static boolean isListedAsCoded(ColumnMetaData chunk) {
        List<Encoding> listed = Objects.requireNonNullElse(chunk.getEncodings(), List.of());
        return listed.contains(Encoding.PLAIN_DICTIONARY)
                && listed.stream()
                        .allMatch(encoding -> isCode(encoding) || (encoding != null && LEVELS.contains(encoding)));
    }

    private static boolean isCode(@Nullable Encoding encoding) {
        return encoding != null && CODES.contains(encoding);
    }
}
