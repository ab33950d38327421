#!/usr/bin/env bash
#
# Runs Sheaf's GPU tests and benchmarks from this folder, which brings its own Java.
#
#   ./run-gpu.sh test [tag expression]   all tests, or those that the tags select (cuda, large); exit code 1 on failure
#   ./run-gpu.sh bench [DIR [NAME...]]   benchmarks, all or those named (device, hashes, groupby, queryb, groupings, strides,
#                                        endtoend); the figures go to DIR, by default this one, as NAME.json
#   ./run-gpu.sh evidence FILE           every shape of the differential tests by every strategy; what ran goes to FILE as JSON
#   ./run-gpu.sh sanitize [TOOL [TAGS]]  tests under compute-sanitizer: those of the tag races (every strategy, few rows) under
#                                        racecheck, initcheck or synccheck; all but the large ones under memcheck
#
# Needs an NVIDIA driver and NVRTC, which is part of the CUDA toolkit; see SHEAF_NVRTC if it is not found.
# Environment: CUDA_HOME           the toolkit; else that of the nvcc on the PATH
#              SHEAF_RUNTIME       where to unpack Java, if not here
#              SHEAF_JAVA_OPTS     more options for the Java virtual machine

set -euo pipefail

here=$(CDPATH='' cd -- "${BASH_SOURCE[0]%/*}" && pwd -P)
runtime=${SHEAF_RUNTIME-$here}/runtime

usage() {
  sed -n '3,16s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

unpack() {
  if [ ! -x "$runtime/bin/java" ]; then
    mkdir -p "${runtime%/runtime}"
    tar -C "${runtime%/runtime}" -xJf "$here/runtime.tar.xz"
  fi
}

find_toolkit() {
  local nvcc
  if [ -z "${CUDA_HOME-}" ] && nvcc=$(type -P nvcc); then
    nvcc=$(readlink -f "$nvcc")
    export CUDA_HOME=${nvcc%/bin/nvcc}
  fi
}

flags=(--enable-native-access=ALL-UNNAMED --add-modules jdk.incubator.vector -XX:+UseParallelGC -Xmx6g
  -Dsheaf.commit="$(cat "$here/commit")" -cp "$here/lib/*")

# shellcheck disable=SC2206  # SHEAF_JAVA_OPTS holds several options
more=(${SHEAF_JAVA_OPTS-})

sheaf_java() { "$runtime/bin/java" "${flags[@]}" ${more[@]+"${more[@]}"} "$@"; }

tests() { ls "$here"/lib/sheaf-cuda-*-tests.jar; }

benchmark() {
  case $1 in
  device) echo DeviceBenchmark ;;
  hashes) echo HashBenchmark ;;
  groupby) echo GroupByBenchmark ;;
  queryb) echo QueryBBenchmark ;;
  groupings) echo GroupingBenchmark ;;
  strides) echo StrideBenchmark ;;
  endtoend) echo EndToEndBenchmark ;;
  *) usage ;;
  esac
}

[ $# -ge 1 ] || usage
unpack
find_toolkit
command=$1
shift
case $command in
test)
  sheaf_java dev.sheaf.cuda.gpu.RunTests "$(tests)" "$@"
  ;;
bench)
  folder=${1-.}
  [ $# -eq 0 ] || shift
  [ $# -gt 0 ] || set -- device hashes groupby queryb groupings strides endtoend
  mkdir -p "$folder"
  for name; do
    class=$(benchmark "$name")
    sheaf_java "dev.sheaf.groupby.cuda.$class" "$folder/$name.json"
  done
  ;;
evidence)
  sheaf_java "-Dsheaf.evidence=${1?the file for the results}" dev.sheaf.cuda.gpu.RunTests "$(tests)" differential
  ;;
sanitize)
  # A launch costs 40 us more here, so few random cases are run. Errors that calls return are no findings: every one is
  # checked, and some tests provoke them. Leaks are looked for by a test, since the driver's pool outlives the run.
  tool=${1-memcheck}
  tags=races
  [ "$tool" != memcheck ] || tags='cuda & !large'
  compute-sanitizer --tool "$tool" --report-api-errors no --error-exitcode 9 \
    "$runtime/bin/java" "${flags[@]}" ${more[@]+"${more[@]}"} -Dsheaf.cases=10 \
    dev.sheaf.cuda.gpu.RunTests "$(tests)" "${2-$tags}"
  ;;
*) usage ;;
esac
