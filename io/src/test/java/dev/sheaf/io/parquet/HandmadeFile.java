package dev.sheaf.io.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/// A file of one column "c" and one row group, put together page by page, whatever the headers claim.
final class HandmadeFile {
    private final Type type;
    private final CompressionCodec codec;
    private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
    private Consumer<FileMetaData> change = _ -> {};
    private long rows;

    HandmadeFile(Type type, CompressionCodec codec) {
        this.type = type;
        this.codec = codec;
    }

    /// The rows that the footer declares.
    HandmadeFile rows(long count) {
        rows = count;
        return this;
    }

    /// Changes the footer before it is written.
    HandmadeFile footer(Consumer<FileMetaData> last) {
        change = last;
        return this;
    }

    HandmadeFile data(int values, Encoding encoding, int claimedBytes, byte... stored) throws IOException {
        PageHeader header = new PageHeader(PageType.DATA_PAGE, claimedBytes, stored.length);
        header.setData_page_header(new DataPageHeader(values, encoding, Encoding.RLE, Encoding.RLE));
        return page(header, stored);
    }

    HandmadeFile dictionary(int entries, int claimedBytes, byte... stored) throws IOException {
        PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, claimedBytes, stored.length);
        header.setDictionary_page_header(new DictionaryPageHeader(entries, Encoding.PLAIN));
        return page(header, stored);
    }

    HandmadeFile page(PageHeader header, byte... stored) throws IOException {
        Util.writePageHeader(header, pages);
        pages.write(stored);
        return this;
    }

    Path write(Path file) throws IOException {
        ColumnMetaData chunk = new ColumnMetaData(
                type,
                List.of(Encoding.PLAIN, Encoding.RLE_DICTIONARY),
                List.of("c"),
                codec,
                rows,
                pages.size(),
                pages.size(),
                4);
        RowGroup group = new RowGroup(new ArrayList<>(), pages.size(), rows);
        group.addToColumns(new ColumnChunk(0).setMeta_data(chunk));
        SchemaElement column = new SchemaElement("c").setType(type).setRepetition_type(FieldRepetitionType.REQUIRED);
        FileMetaData footer = new FileMetaData(
                2,
                new ArrayList<>(List.of(new SchemaElement("root").setNum_children(1), column)),
                rows,
                new ArrayList<>(List.of(group)));
        change.accept(footer);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write("PAR1".getBytes(StandardCharsets.US_ASCII));
        pages.writeTo(bytes);
        int start = bytes.size();
        Util.writeFileMetaData(footer, bytes);
        int size = bytes.size() - start;
        bytes.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(size)
                .array());
        bytes.write("PAR1".getBytes(StandardCharsets.US_ASCII));
        return Files.write(file, bytes.toByteArray());
    }
}
