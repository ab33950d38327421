# Makes a folder that runs Sheaf's GPU tests and benchmarks on a host without a JDK, Maven or network. A part of the
# launcher, which sources it: `root`, `jdk`, `maven` and `say` are the launcher's.

bundle_limit_mb=40
bundle_modules=java.base,java.logging,jdk.jfr,jdk.unsupported,jdk.incubator.vector

# gpu_bundle DIR [LIBCUDF]: with the jar of ai.rapids:cudf, `run-gpu.sh shapes` can measure libcudf beside Sheaf.
gpu_bundle() {
  [ $# -eq 1 ] || [ $# -eq 2 ] || {
    say 'usage: ./sheaf gpu-bundle DIR [LIBCUDF.jar]'
    exit 2
  }
  local target work=$root/target/gpu-bundle built=$root/cuda/target/quick mb
  mkdir -p "$1"
  target=$(CDPATH='' cd -- "$1" && pwd -P)

  say 'building the jars and tests …'
  rm -rf "$work" "$built"/sheaf-cuda-*.jar
  mkdir -p "$work/lib"
  maven -q -B -ntp -Dquick -DskipTests -pl cuda -am package dependency:copy-dependencies \
    -DincludeScope=test -DexcludeArtifactIds=byte-buddy -DoutputDirectory="$work/lib"
  cp "$built"/sheaf-cuda-*.jar "$work/lib/"

  say 'linking a runtime …'
  "$jdk/bin/jlink" --add-modules "$bundle_modules" --strip-debug --no-header-files --no-man-pages \
    --output "$work/runtime" >"$work/jlink.log" 2>&1 || {
    cat "$work/jlink.log" >&2
    exit 1
  }

  rm -rf "$target/lib" "$target/kernels" "$target/runtime"
  mkdir -p "$target/lib" "$target/kernels"
  cp "$work"/lib/*.jar "$target/lib/"
  cp -R "$root"/cuda/src/main/cuda/. "$target/kernels/"
  cp "$root/cuda/src/bundle/run-gpu.sh" "$target/"
  tar -C "$work" -c runtime | xz -T0 >"$target/runtime.tar.xz"
  git -C "$root" describe --always --dirty --abbrev=12 >"$target/commit" 2>/dev/null || echo unknown >"$target/commit"
  [ $# -eq 1 ] || libcudf_bundle "$(CDPATH='' cd -- "$(dirname -- "$2")" && pwd -P)/${2##*/}" "$target" "$work"
  rm -rf "$work"

  mb=$(du -sm "$target")
  mb=${mb%%[!0-9]*}
  say "$target is ready ($mb MB); on the GPU host: ./run-gpu.sh test, bench or sanitize"
  [ "$mb" -lt "$bundle_limit_mb" ] || say "that is more than the $bundle_limit_mb MB that it should stay under"
}

# libcudf_bundle JAR DIR WORK: the binding goes to DIR/lib; the libraries, with code for Hopper alone, to DIR/libcudf, where
# they take 60 MB instead of 337.
libcudf_bundle() {
  local classes=$3/peer folder=$2/libcudf
  say 'packing libcudf …'
  mkdir -p "$classes" "$folder"
  (cd "$classes" && "$jdk/bin/jar" -xf "$1")
  maven -q -B -ntp dependency:copy -Dartifact=org.slf4j:slf4j-api:2.0.17 -DoutputDirectory="$2/lib"
  "$jdk/bin/javac" -nowarn -cp "$classes:$2/lib/*" -d "$classes" "$root/cuda/src/bundle/LibcudfPeer.java"
  "$jdk/bin/java" "$root/cuda/src/bundle/PruneFatbins.java" "$classes/amd64/Linux/libcudf.so" 90
  strip --strip-unneeded "$classes/amd64/Linux/libcudf.so"
  tar -C "$classes/amd64/Linux" -c libcudf.so libcudfjni.so | xz -3 -T0 >"$folder/libcudf.tar.xz"
  rm -rf "$classes/amd64"
  "$jdk/bin/jar" -cf "$2/lib/libcudf-peer.jar" -C "$classes" .
}
