#!/usr/bin/env bash
#
# Runs Sheaf's GPU tests and benchmarks from this folder, which brings its own Java.
#
#   ./run-gpu.sh all DIR [PART...]       everything that follows, in an order that finds the worst first, each part within its
#                                        time: the log goes to DIR/all.txt, the figures to DIR/results.tar, which is complete
#                                        up to the last part that ended. The last line is "all: N parts ended well, N did not".
#                                        Parts: test evidence alone racecheck memcheck groupby queryb strides endtoend
#   ./run-gpu.sh test [tag expression]   all tests, or those that the tags select (cuda, large); exit code 1 on failure
#   ./run-gpu.sh evidence FILE           the CPU as oracle for every shape by every strategy, for expressions, decimals and
#                                        members: what ran goes to FILE as JSON
#   ./run-gpu.sh alone                   what needs the device to itself: leaks, a full device, failing drivers
#   ./run-gpu.sh sanitize [TOOL [TAGS]]  tests under compute-sanitizer: those of the tag races (every strategy, few rows) under
#                                        racecheck, initcheck or synccheck; all but the large ones under memcheck
#   ./run-gpu.sh shapes FILE [ROWS [SEED [COUNT [SECONDS]]]]
#                                        group-bys of many shapes, answers checked: a line each in FILE, where those that stand
#                                        in it already are left out; by default 50000000 rows, seed 1, 20 random ones, 480 s.
#                                        Beside libcudf if SHEAF_LIBCUDF is a folder with its libraries;
#                                        the random ones alone if SHEAF_JAVA_OPTS has -Dsheaf.shapes.random=true
#   ./run-gpu.sh scans FILE [ROWS [SECONDS]]
#                                        scans of groups the same way, beside libcudf; by default 50000000 rows, 150 s;
#                                        those alone whose name has TEXT if SHEAF_JAVA_OPTS has -Dsheaf.scans.named=TEXT
#   ./run-gpu.sh choice FILE [SEED [COUNT [SECONDS]]]
#                                        random shapes over host tables by each backend, and which one `auto` takes: a line each
#                                        in FILE; by default seed 1, 40 shapes, 240 s
#   ./run-gpu.sh libcudf DIR             unpacks libcudf, if the bundle was made with it, to such a folder
#   ./run-gpu.sh bench [DIR [NAME...]]   benchmarks, all or those named (device, groupby, queryb, strides, endtoend); the figures go to DIR, by default this one, as NAME.json
#
# Tests but those of `alone` are shared by several processes, since NVRTC compiles one kernel of a process at a time. Every
# command ends with one line that says what came out.
#
# Needs an NVIDIA driver and NVRTC, which is part of the CUDA toolkit; see SHEAF_NVRTC if it is not found.
# Environment: CUDA_HOME           the toolkit; else that of the nvcc on the PATH
#              SHEAF_RUNTIME       where to unpack Java, if not here
#              SHEAF_JAVA_OPTS     more options for the Java virtual machine
#              SHEAF_LIBCUDF       the folder that `libcudf` has filled
#              SHEAF_PROCESSES     how many processes share tests, by default one for each processor

set -euo pipefail

here=$(CDPATH='' cd -- "${BASH_SOURCE[0]%/*}" && pwd -P)
runtime=${SHEAF_RUNTIME-$here}/runtime
processes=${SHEAF_PROCESSES-$(nproc)}
comparisons='differential | fused | finish | decimals | members'

usage() {
  sed -n '3,37s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
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

# Tests and benchmarks are about compiled kernels; shapes tell first queries by shipped ones, too.
flags=(-Dsheaf.cuda.compile=wait --enable-native-access=ALL-UNNAMED --add-modules jdk.incubator.vector -XX:+UseParallelGC -Xmx6g
  -Dsheaf.commit="$(cat "$here/commit")" -cp "$here/lib/*")

# shellcheck disable=SC2206  # SHEAF_JAVA_OPTS holds several options
more=(${SHEAF_JAVA_OPTS-})

# What Java is started by, if not directly.
tool=()

sheaf_java() { ${tool[@]+"${tool[@]}"} "$runtime/bin/java" "${flags[@]}" ${more[@]+"${more[@]}"} "$@"; }

tests() { ls "$here"/lib/sheaf-cuda-*-tests.jar; }

run_tests() { sheaf_java dev.sheaf.cuda.gpu.RunTests "$(tests)" "$@"; }

# Tests by several processes, each of which runs those that it is first to claim.
shared_tests() {
  local logs i status=0
  logs=$(mktemp -d)
  more+=(-Xmx2g -XX:ActiveProcessorCount=6 -XX:TieredStopAtLevel=1 "-Dsheaf.tests.claims=$logs/claims")
  for ((i = 0; i < processes; i++)); do
    run_tests "$@" >"$logs/$i.txt" 2>&1 &
  done
  wait
  grep -hv '^WARNING: Using incubator\|^[0-9]* passed, \|^========= COMPUTE-SANITIZER' "$logs"/*.txt || true
  awk -v all="$processes" '
    /^stopped after/ { ended-- }
    /^[0-9]+ passed, / { ended++; passed += $1; failed += $3; skipped += $5 }
    END {
      printf "%d passed, %d failed, %d skipped; %d of %d processes came to their end\n",
        passed, failed, skipped, ended, all
      exit failed > 0 || ended < all
    }' "$logs"/*.txt || status=1
  rm -rf "$logs"
  return $status
}

# `evidence FILE [tag expression]`
evidence() {
  local lines=$1.lines status=0
  rm -f "$lines"
  more+=("-Dsheaf.evidence=$lines")
  shared_tests "${2-$comparisons}" || status=1
  sheaf_java dev.sheaf.groupby.cuda.Evidence "$lines" "$1" || status=1
  rm -f "$lines"
  return $status
}

# `sanitize TOOL TAGS`. A launch costs 40 us more here, so few random cases are run. Errors that calls return are no
# findings: every one is checked, and some tests provoke them. Leaks are looked for by a test, since the driver's pool
# outlives the run. The tool takes processors, too.
sanitize() {
  tool=(compute-sanitizer --tool "$1" --report-api-errors no --error-exitcode 9)
  more+=(-Dsheaf.cases=10)
  processes=$(((processes + 2) / 3))
  shared_tests "$2"
}

benchmark() {
  case $1 in
  device) echo DeviceBenchmark ;;
  groupby) echo GroupByBenchmark ;;
  queryb) echo QueryBBenchmark ;;
  strides) echo StrideBenchmark ;;
  endtoend) echo EndToEndBenchmark ;;
  *) usage ;;
  esac
}

# What a part of `all` runs, and for how many seconds at most. `part NAME FOLDER`
part() {
  case $1 in
  test) seconds=80 command=(test "cuda & !alone & !($comparisons)") ;;
  evidence) seconds=170 command=(evidence "$2/correctness.json") ;;
  alone) seconds=90 command=(alone) ;;
  racecheck) seconds=130 command=(sanitize racecheck) ;;
  memcheck) seconds=90 command=(sanitize memcheck 'races | strategies') ;;
  groupby) seconds=200 command=(bench "$2" groupby) ;;
  queryb) seconds=50 command=(bench "$2" queryb) ;;
  strides) seconds=75 command=(bench "$2" strides) ;;
  endtoend) seconds=40 command=(bench "$2" endtoend) ;;
  *) usage ;;
  esac
}

# Tests end by themselves a little before their time is over, so that they can say what ran.
all() {
  local folder=$1 work name start status seconds command
  shift
  [ $# -gt 0 ] || set -- test evidence alone racecheck memcheck groupby queryb strides endtoend
  mkdir -p "$folder"
  work=$(mktemp -d)
  for name; do
    part "$name" "$work"
    start=$SECONDS
    status=0
    echo "== $name"
    SHEAF_JAVA_OPTS="${SHEAF_JAVA_OPTS-} -Dsheaf.tests.seconds=$((seconds - 15))" \
      timeout -k 10 "$seconds" "$here/run-gpu.sh" "${command[@]}" 2>&1 || status=$?
    echo "== $name: status $status after $((SECONDS - start)) s"
    tar -C "$work" -cf "$folder/results.tar" .
  done | tee -a "$folder/all.txt"
  rm -rf "$work"
  awk '/^== .*: status / { parts++; bad += $4 != 0 } END { print "all: " parts - bad " parts ended well, " bad + 0 " did not"; exit bad > 0 }' \
    "$folder/all.txt" | tee -a "$folder/all.txt"
}

[ $# -ge 1 ] || usage
unpack
find_toolkit
command=$1
shift
case $command in
all)
  all "$@"
  ;;
test)
  shared_tests "$@"
  ;;
alone)
  # All of the heap is touched at the start, so that its pages do not count as growth. What LeaksOnGpuTest once saw, 73 MB, is
  # the size of what the driver maps of /dev/nvidiactl, 73,728 KB; 20,000 rounds behind it add nothing.
  more+=(-Xms6g -XX:+AlwaysPreTouch)
  run_tests alone
  ;;
bench)
  folder=${1-.}
  [ $# -eq 0 ] || shift
  [ $# -gt 0 ] || set -- device groupby queryb strides endtoend
  mkdir -p "$folder"
  for name; do
    class=$(benchmark "$name")
    sheaf_java "dev.sheaf.groupby.cuda.$class" "$folder/$name.json"
  done
  ;;
evidence)
  evidence "${1?the file for the results}" "${@:2}"
  ;;
libcudf)
  mkdir -p "${1?the folder for the libraries}"
  tar -C "$1" -xJf "$here/libcudf/libcudf.tar.xz"
  ;;
shapes)
  more+=(-Xmx12g -Dsheaf.cuda.compile=ahead)
  [ -z "${SHEAF_LIBCUDF-}" ] || more+=("-Dsheaf.libcudf=$SHEAF_LIBCUDF")
  sheaf_java dev.sheaf.groupby.cuda.ShapesBenchmark "${1-shapes.json}" "${2-50000000}" "${3-1}" "${4-20}" "${5-480}"
  ;;
scans)
  more+=(-Xmx12g)
  [ -z "${SHEAF_LIBCUDF-}" ] || more+=("-Dsheaf.libcudf=$SHEAF_LIBCUDF")
  sheaf_java dev.sheaf.groupby.cuda.ScansBenchmark "${1-scans.json}" "${2-50000000}" "${3-150}"
  ;;
choice)
  more+=(-Xmx12g)
  sheaf_java dev.sheaf.groupby.cuda.ChoiceBenchmark "${1-choice.json}" "${2-1}" "${3-40}" "${4-240}"
  ;;
sanitize)
  tags=races
  [ "${1-memcheck}" != memcheck ] || tags='cuda & !large'
  sanitize "${1-memcheck}" "${2-$tags}"
  ;;
*) usage ;;
esac
