# Makes a folder that runs Sheaf's GPU tests and benchmarks on a host without a JDK, Maven or network. A part of the
# launcher, which sources it: `root`, `jdk`, `maven` and `say` are the launcher's.

bundle_limit_mb=40
bundle_modules=java.base,java.logging,jdk.jfr,jdk.unsupported,jdk.incubator.vector

gpu_bundle() {
  [ $# -eq 1 ] || {
    say 'usage: ./sheaf gpu-bundle DIR'
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
  cp "$root"/cuda/src/main/cuda/* "$target/kernels/"
  cp "$root/cuda/src/bundle/run-gpu.sh" "$target/"
  tar -C "$work" -c runtime | xz -T0 >"$target/runtime.tar.xz"
  git -C "$root" describe --always --dirty --abbrev=12 >"$target/commit" 2>/dev/null || echo unknown >"$target/commit"
  rm -rf "$work"

  mb=$(du -sm "$target")
  mb=${mb%%[!0-9]*}
  say "$target is ready ($mb MB); on the GPU host: ./run-gpu.sh test, bench or sanitize"
  [ "$mb" -lt "$bundle_limit_mb" ] || say "that is more than the $bundle_limit_mb MB that it should stay under"
}
