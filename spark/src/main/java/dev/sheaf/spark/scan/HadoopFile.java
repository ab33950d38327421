package dev.sheaf.spark.scan;

import dev.sheaf.io.remote.http.Ranges;
import dev.sheaf.io.remote.http.RemoteFile;
import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/// A file that Hadoop opens. Each channel has a stream of its own.
///
/// @param byteSize its size, as Spark has listed it
/// @param modifiedMillis when it changed last, in milliseconds since 1970
record HadoopFile(FileSystem files, Path path, long byteSize, long modifiedMillis) implements RemoteFile {
    private static final String READ_POLICY = OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_PARQUET + ", "
            + OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM;

    @Override
    public Instant modified() {
        return Instant.ofEpochMilli(modifiedMillis);
    }

    /// Object stores that are told the size and how the file is read ask for nothing beforehand.
    @Override
    public Ranges ranges() throws IOException {
        return new HadoopRanges(
                FutureIO.awaitFuture(files.openFile(path)
                        .optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, byteSize)
                        .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, READ_POLICY)
                        .build()),
                byteSize);
    }
}
