package dev.sheaf.spark.scan;

import dev.sheaf.io.remote.RemoteNames;
import dev.sheaf.io.remote.http.Entry;
import dev.sheaf.io.remote.http.RemoteFile;
import dev.sheaf.io.remote.http.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/// One file of a file system of Hadoop's, such as HDFS or a bucket by `s3a:`, as Spark knows it: its size is not asked
/// for again.
record HadoopStore(PartitionedFile file, Configuration configuration) implements Store {
    /// The file as a path.
    static Path path(PartitionedFile file, Configuration configuration) {
        return RemoteNames.path(
                new HadoopStore(file, configuration),
                file.toPath().toUri().getPath().substring(1));
    }

    /// Messages repeat it, so it has neither user nor password.
    @Override
    public String name() {
        URI place = file.toPath().toUri();
        String authority = place.getAuthority() == null ? "" : place.getAuthority();
        return place.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1);
    }

    @Override
    public RemoteFile open(String key) throws IOException {
        org.apache.hadoop.fs.Path path = file.toPath();
        return new HadoopFile(path.getFileSystem(configuration), path, file.fileSize(), file.modificationTime());
    }

    /// Spark lists files.
    @Override
    public List<Entry> list(String folder) throws IOException {
        throw new NotDirectoryException(folder);
    }

    @Override
    public boolean isFolder(String key) {
        return false;
    }
}
