package dev.sheaf.io.parquet.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.junit.jupiter.api.Test;

/// A dictionary counts as whole only where the footer says that no page has values of its own.
class PageEncodingsTest {
    private static ColumnMetaData chunk(Encoding... listed) {
        return new ColumnMetaData()
                .setDictionary_page_offset(4)
                .setData_page_offset(50)
                .setEncodings(List.of(listed));
    }

    private static PageEncodingStats pages(PageType type, Encoding encoding, int count) {
        return new PageEncodingStats(type, encoding, count);
    }

    private static boolean isWhole(PageEncodingStats... counted) {
        return PageEncodings.isWhollyCoded(
                chunk(Encoding.PLAIN, Encoding.RLE_DICTIONARY).setEncoding_stats(List.of(counted)));
    }

    @Test
    void countsOfPagesTellWhetherSomeHaveValuesOfTheirOwn() {
        PageEncodingStats dictionary = pages(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1);
        PageEncodingStats coded = pages(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 3);
        assertThat(isWhole(dictionary, coded)).isTrue();
        assertThat(isWhole(dictionary, pages(PageType.DATA_PAGE_V2, Encoding.RLE_DICTIONARY, 3)))
                .isTrue();
        assertThat(isWhole(dictionary, coded, pages(PageType.DATA_PAGE, Encoding.PLAIN, 0)))
                .isTrue();
        assertThat(isWhole(dictionary, coded, pages(PageType.DATA_PAGE, Encoding.PLAIN, 1)))
                .isFalse();
        assertThat(isWhole(coded, pages(PageType.DATA_PAGE_V2, Encoding.DELTA_BYTE_ARRAY, 1)))
                .isFalse();
    }

    @Test
    void anEmptyListOfCountsTellsNothing() {
        assertThat(isWhole()).isFalse();
        assertThat(PageEncodings.isWhollyCoded(
                        chunk(Encoding.PLAIN_DICTIONARY, Encoding.RLE).setEncoding_stats(List.of())))
                .isTrue();
    }

    @Test
    void withoutCountsOnlyTheOldNameOfTheEncodingTells() {
        assertThat(PageEncodings.isWhollyCoded(chunk(Encoding.RLE, Encoding.BIT_PACKED, Encoding.PLAIN_DICTIONARY)))
                .isTrue();
        assertThat(PageEncodings.isWhollyCoded(chunk(Encoding.RLE, Encoding.PLAIN_DICTIONARY, Encoding.PLAIN)))
                .isFalse();
        assertThat(PageEncodings.isWhollyCoded(chunk(Encoding.PLAIN, Encoding.RLE_DICTIONARY)))
                .isFalse();
        assertThat(PageEncodings.isWhollyCoded(chunk(Encoding.PLAIN_DICTIONARY).setData_page_offset(4)))
                .isFalse();
    }
}
