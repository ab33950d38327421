package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.query.FileFormats;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files and folders of formats that are not read: the message names the file and says what to do.
class ForeignFileTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.orc   | a          | Sheaf reads no ORC; copy it to Parquet with what wrote it, or with pyarrow",
                "x       | ORC123     | Sheaf reads no ORC; copy it to Parquet with what wrote it, or with pyarrow",
                "x.AVRO  | a          | Sheaf reads no Avro; copy it to Parquet with what wrote it, or to JSON with"
                        + " avro-tools tojson",
                "x.dat   | Obj\u0001a | Sheaf reads no Avro; copy it to Parquet with what wrote it, or to JSON with"
                        + " avro-tools tojson",
                "x.xlsx  | PK         | Sheaf reads no spreadsheets; save the sheet as CSV",
                "x.bin   | \u00D0\u00CF\u0011\u00E0 | Sheaf reads no spreadsheets; save the sheet as CSV"
            })
    void aFileIsKnownByItsEndingOrItsFirstBytes(String name, String text, String problem) throws IOException {
        Path file = Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> FileFormats.open(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot read " + file + ": " + problem);
    }

    @Test
    void sqlSaysItToo() throws IOException {
        Path file = Files.writeString(folder.resolve("x.xlsx"), "PK");

        assertThatThrownBy(() -> new SqlSession().plan("SELECT * FROM '" + file + "'"))
                .hasMessageContaining("Sheaf reads no spreadsheets; save the sheet as CSV");
    }

    @ParameterizedTest
    @CsvSource({"_delta_log, 00000.json, Delta, delta_scan", "metadata, v1.metadata.json, Iceberg, iceberg_scan"})
    void aFolderWithALogIsNoFolderOfFiles(String log, String name, String format, String scan) throws IOException {
        Files.createDirectory(folder.resolve(log));
        Files.writeString(folder.resolve(log).resolve(name), "{\"a\":1}");
        Files.writeString(folder.resolve("part.csv"), "a\n1\n");

        assertThatThrownBy(() -> FileFormats.open(folder.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "cannot read " + folder + ": Sheaf reads no " + format + " tables, whose data files hold rows"
                                + " that were deleted, too; copy it to Parquet with what wrote it, or with DuckDB: COPY (FROM "
                                + scan + "('...')) TO 'copy.parquet'");
        assertThat(FileFormats.open(folder + "/*.csv").schema().names()).containsExactly("a");
    }

    @Test
    void filesOfSeveralFormatsAreNotReadAsOne() throws IOException {
        Path csv = Files.writeString(folder.resolve("a.csv"), "a\n1\n");
        Path json = Files.writeString(folder.resolve("b.json"), "[{\"a\":1}]");

        assertThatThrownBy(() -> FileFormats.open(folder.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(folder + " has files of several formats: " + csv + " is csv, " + json
                        + " is json; name those of one format by a pattern, such as '*.csv'");
    }

    @Test
    void anUnknownEndingNamesTheFormatsThatThereAre() throws IOException {
        Path file = Files.writeString(folder.resolve("x.foo"), "a");

        assertThatThrownBy(() -> FileFormats.open(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("known formats: parquet, csv, arrow, json");
    }
}
