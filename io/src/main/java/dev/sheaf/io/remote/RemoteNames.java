package dev.sheaf.io.remote;

import dev.sheaf.io.remote.http.HttpStore;
import dev.sheaf.io.remote.http.Patience;
import dev.sheaf.io.remote.http.Requests;
import dev.sheaf.io.remote.http.Store;
import dev.sheaf.io.remote.s3.AwsSettings;
import dev.sheaf.io.remote.s3.S3Store;
import dev.sheaf.query.PathResolver;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Addresses with `http`, `https` and `s3` as paths. Connections are made when the first is read.
public final class RemoteNames implements PathResolver {
    private static final String S3 = "s3";

    /// What a program of modules leaves out if none of them asks for it.
    private static final List<String> MODULES = List.of("java.net.http", "java.xml");

    private final Supplier<AwsSettings> aws;
    private final Patience patience;
    private @Nullable Requests requests;

    /// By what this process is told.
    public RemoteNames() {
        this(AwsSettings::ofProcess, Patience.USUAL);
    }

    /// By other settings, which are asked for when a bucket is named.
    public RemoteNames(Supplier<AwsSettings> aws, Patience patience) {
        this.aws = aws;
        this.patience = patience;
    }

    @Override
    public boolean covers(String scheme) {
        return scheme.equals("http") || scheme.equals("https") || scheme.equals(S3);
    }

    @Override
    public Path path(String address) {
        checkModules();
        if (!address.startsWith(S3 + ":")) {
            return path(HttpStore.of(requests(), address), HttpStore.key(address));
        }
        String place = address.substring((S3 + "://").length());
        int end = place.indexOf('/') < 0 ? place.length() : place.indexOf('/');
        Store bucket = new S3Store(requests(), place.substring(0, end), aws.get());
        return path(bucket, place.substring(Math.min(place.length(), end + 1)));
    }

    private static void checkModules() {
        for (String name : MODULES) {
            if (ModuleLayer.boot().findModule(name).isEmpty()) {
                throw new IllegalArgumentException("files of other hosts need the module " + name
                        + " of the JDK: add it to the module-info of the program, or start it with --add-modules "
                        + name);
            }
        }
    }

    /// A file of a store as a path, as everything that reads files takes it.
    public static Path path(Store store, String key) {
        return new RemoteFileSystem(store, new RemoteProvider()).path(key);
    }

    private synchronized Requests requests() {
        Requests made = requests == null ? new Requests(patience) : requests;
        requests = made;
        return made;
    }
}
