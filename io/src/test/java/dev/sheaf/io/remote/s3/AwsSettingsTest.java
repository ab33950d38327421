package dev.sheaf.io.remote.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwsSettingsTest {
    @TempDir
    private Path home;

    @Test
    void nothingSaidIsNobodyInVirginia() {
        AwsSettings settings = AwsSettings.of(Map.of(), home);

        assertThat(settings.credentials()).isEmpty();
        assertThat(settings.region()).isEqualTo("us-east-1");
        assertThat(settings.endpoint()).isEmpty();
    }

    @Test
    void theEnvironmentComesBeforeFilesAndTheFileOfCredentialsBeforeTheOther() throws IOException {
        write("config", """
                [default]
                region = eu-west-1
                aws_access_key_id = from config
                aws_secret_access_key = x
                [profile work]
                region=eu-north-1
                s3 =
                  endpoint_url = nested
                endpoint_url = https://store.example:9000
                """);
        write("credentials", """
                # mine
                [default]
                aws_access_key_id = k1
                aws_secret_access_key = s1
                [work]
                aws_access_key_id=k2
                aws_secret_access_key=s2
                aws_session_token=t2
                """);

        AwsSettings usual = AwsSettings.of(Map.of(), home);
        AwsSettings work = AwsSettings.of(Map.of("AWS_PROFILE", "work", "AWS_REGION", "ap-east-1"), home);
        AwsSettings given = AwsSettings.of(Map.of("AWS_ACCESS_KEY_ID", "k3", "AWS_SECRET_ACCESS_KEY", "s3"), home);

        assertThat(usual.credentials()).contains(new Credentials("k1", "s1", ""));
        assertThat(usual.region()).isEqualTo("eu-west-1");
        assertThat(work.credentials()).contains(new Credentials("k2", "s2", "t2"));
        assertThat(work.region()).isEqualTo("ap-east-1");
        assertThat(work.endpoint()).contains("https://store.example:9000");
        assertThat(given.credentials()).contains(new Credentials("k3", "s3", ""));
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(home.resolve(".aws"));
        Files.writeString(home.resolve(".aws").resolve(file), text);
    }

    @Test
    void noTextOfCredentialsTellsThem() {
        AwsSettings settings =
                AwsSettings.of(Map.of("AWS_ACCESS_KEY_ID", "thekey", "AWS_SECRET_ACCESS_KEY", "thesecret"), home);

        assertThat(settings.toString()).doesNotContain("thekey", "thesecret");
    }

    @Test
    void aFileOfCredentialsThatCannotBeReadIsNamed() {
        Map<String, String> environment = Map.of("AWS_SHARED_CREDENTIALS_FILE", home.toString());

        assertThatThrownBy(() -> AwsSettings.of(environment, home))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("AWS_SHARED_CREDENTIALS_FILE");
    }
}
