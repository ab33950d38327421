package dev.sheaf.io.remote.s3;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where buckets are and who asks for them, by the names that AWS's own tools use.
///
/// | what | environment | file |
/// |---|---|---|
/// | who asks | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` | `aws_access_key_id` and so on |
/// | region | `AWS_REGION`, `AWS_DEFAULT_REGION` | `region`; else `us-east-1` |
/// | other service | `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL` | `endpoint_url` |
/// | profile | `AWS_PROFILE`; else `default` | |
/// | files | `AWS_SHARED_CREDENTIALS_FILE`, `AWS_CONFIG_FILE` | else `~/.aws/credentials`, `~/.aws/config` |
///
/// A system property comes before the environment, by the names of AWS's SDK for Java: `aws.accessKeyId`, `aws.region`,
/// `aws.endpointUrlS3` and so on. The environment comes before files. Requests of nobody are not signed, which public
/// buckets answer.
///
/// @param endpoint the address of another service than AWS's, or empty
public record AwsSettings(Optional<Credentials> credentials, String region, Optional<String> endpoint) {
    private static final String DEFAULT_REGION = "us-east-1";

    private static final Map<String, String> PROPERTIES = Map.ofEntries(
            Map.entry("aws.accessKeyId", "AWS_ACCESS_KEY_ID"),
            Map.entry("aws.secretAccessKey", "AWS_SECRET_ACCESS_KEY"),
            Map.entry("aws.sessionToken", "AWS_SESSION_TOKEN"),
            Map.entry("aws.region", "AWS_REGION"),
            Map.entry("aws.profile", "AWS_PROFILE"),
            Map.entry("aws.endpointUrl", "AWS_ENDPOINT_URL"),
            Map.entry("aws.endpointUrlS3", "AWS_ENDPOINT_URL_S3"),
            Map.entry("aws.sharedCredentialsFile", "AWS_SHARED_CREDENTIALS_FILE"),
            Map.entry("aws.configFile", "AWS_CONFIG_FILE"));

    /// What this process is told.
    ///
    /// @throws IllegalArgumentException if a file that is named cannot be read
    public static AwsSettings ofProcess() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        PROPERTIES.forEach((property, variable) -> {
            String value = System.getProperty(property);
            if (value != null) {
                environment.put(variable, value);
            }
        });
        return of(environment, Path.of(System.getProperty("user.home")));
    }

    /// What an environment and the files that it names say.
    ///
    /// @throws IllegalArgumentException if a file that the environment names cannot be read
    public static AwsSettings of(Map<String, String> environment, Path home) {
        Profile profile = Profile.read(environment, home);
        Optional<String> region = first(environment, "AWS_REGION", "AWS_DEFAULT_REGION");
        Optional<String> endpoint = first(environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
        return new AwsSettings(
                credentials(
                                environment.get("AWS_ACCESS_KEY_ID"),
                                environment.get("AWS_SECRET_ACCESS_KEY"),
                                environment.get("AWS_SESSION_TOKEN"))
                        .or(() -> credentials(
                                profile.value("aws_access_key_id").orElse(null),
                                profile.value("aws_secret_access_key").orElse(null),
                                profile.value("aws_session_token").orElse(null))),
                region.or(() -> profile.value("region")).orElse(DEFAULT_REGION),
                endpoint.or(() -> profile.value("endpoint_url")));
    }

    private static Optional<Credentials> credentials(
            @Nullable String key, @Nullable String secret, @Nullable String token) {
        return key == null || secret == null || key.isBlank() || secret.isBlank()
                ? Optional.empty()
                : Optional.of(new Credentials(key.strip(), secret.strip(), token == null ? "" : token.strip()));
    }

    private static Optional<String> first(Map<String, String> environment, String... names) {
        for (String name : names) {
            String value = environment.getOrDefault(name, "");
            if (!value.isBlank()) {
                return Optional.of(value.strip());
            }
        }
        return Optional.empty();
    }
}
