#!/usr/bin/env bash
# What bare_debian.sh runs in the bare Debian. Each package is installed before what could hide that it asks for too little.
set -euo pipefail
cd /test
arm=(two_link_arm/robot.urdf two_link_arm/scene.json)
printf 'shoulder,elbow\n0,0\n0.5,-1\n' >free.csv

say() { printf '== %s\n' "$*" >&2; }
fail() { printf 'FAILED: %s\n' "$*" >&2 && exit 1; }
install() { apt-get install -y -qq --no-install-recommends "$@" >install.log 2>&1 || { cat install.log && fail "installing $*"; }; }
holds() { grep -qF -- "$2" <<<"$1" || fail "no '$2' in: $1"; }
ours() { dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | grep tocca || true; }

say "apt-get update"
apt-get update -qq
[ -z "$(ours)" ] || fail "this Debian is not bare"

say "tocca-audit, alone"
install ./packages/tocca-audit_*.deb
[ "$(ours)" = "ii  tocca-audit" ] || fail "tocca-audit brought more than itself: $(ours)"
holds "$(tocca-audit --version)" "tocca-audit "

say "tocca: the demo, a check, its certificate"
install ./packages/tocca_*.deb
for program in tocca-audit tocca; do
  if ldd "/usr/bin/$program" | grep "not found"; then fail "$program lacks a library"; fi
done
holds "$(tocca demo --no-open --out demo)" "Yes, proven: at no moment is anything nearer than 15 mm"
grep -q "tocca-report" demo/demo.html || fail "the demo wrote no page"
holds "$(tocca check "${arm[@]}" free.csv --certificate free.proof)" "free: proven for every moment"
holds "$(tocca-audit free.proof)" "valid: free.proof"
cp free.proof forged.proof
printf '\377' | dd of=forged.proof bs=1 seek=700 conv=notrunc status=none
if tocca-audit forged.proof 2>/dev/null; then fail "a forged certificate is valid"; fi

say "python3-tocca"
install ./packages/python3-tocca_*.deb
python3 - <<'PYTHON'
import importlib.metadata
import numpy
import tocca

robot, scene = tocca.load_robot("two_link_arm/robot.urdf"), tocca.load_scene("two_link_arm/scene.json")
checker = tocca.Checker(robot, scene)
assert checker.check([0, 0], [0.5, -1]).outcome == "free"
verdict = checker.check([0, 0], [1.5, 0.25])
assert verdict.outcome == "contact" and verdict.pairs == [("lower", "post")], verdict
assert (checker.check_edges(numpy.zeros((3, 2, 2))).outcome == tocca.FREE).all()
assert importlib.metadata.version("tocca") == tocca.__version__
assert tocca.__file__.startswith("/usr/lib/python3/dist-packages/tocca/"), tocca.__file__
PYTHON

say "tocca-mpi: a batch of three ranks"
install ./packages/tocca-mpi_*.deb openmpi-bin openssh-client
mpirun --allow-run-as-root --oversubscribe -n 3 tocca batch "${arm[@]}" free.csv --results night >batch.log 2>&1 || { cat batch.log && fail "the batch"; }
tocca batch --results night --merge verdicts.json >/dev/null
grep -q '"free"' verdicts.json || fail "the batch has no verdict: $(cat verdicts.json)"

say "libtocca-dev: by pkg-config, and by CMake"
install ./packages/libtocca-dev_*.deb g++ cmake ninja-build pkg-config
for more in "" --static; do
  # The words of pkg-config are split on purpose.
  # shellcheck disable=SC2046
  g++ -std=c++20 first_check.cpp -o first_check $(pkg-config --cflags --libs $more tocca-io)
  holds "$(./first_check "${arm[@]}" "shoulder=0" "shoulder=-0.5")" "free, proven"
done
for file in /usr/lib/*/pkgconfig/tocca*.pc; do
  pkg-config --exists --print-errors "$(basename "$file" .pc)" || fail "$file"
done
cmake -S project -B consumer -G Ninja -DWITH=all >/dev/null
cmake --build consumer --target consumer_core consumer_io >/dev/null
consumer/consumer_core && consumer/consumer_io >/dev/null
[ ! -e consumer/consumer_ompl ] || fail "tocca::ompl came without its package"

say "libtocca-ompl-dev"
install ./packages/libtocca-ompl-dev_*.deb
cmake -S project -B consumer >/dev/null
cmake --build consumer --target consumer_ompl >/dev/null
consumer/consumer_ompl

say "man pages and completions"
install man-db bash-completion zsh fish
for page in tocca tocca-audit; do
  warnings=$(MANWIDTH=120 man --warnings "$page" 2>&1 >page.txt) || fail "man $page: $warnings"
  holds "$(head -5 page.txt)" "$page - "
  [ -z "$warnings" ] || say "man $page: $warnings"
done
holds "$(bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader tocca; complete -p tocca')" "_tocca tocca"
holds "$(zsh -c 'autoload -U compinit && compinit -u && print $_comps[tocca]')" "_tocca"
holds "$(fish -c 'complete -C "tocca cle"')" "clearance"

say "removing all of it"
# Names of packages are split on purpose.
# shellcheck disable=SC2046
apt-get purge -y -qq $(dpkg-query -W -f '${Package}\n' | grep tocca) >/dev/null
[ -z "$(ours)" ] || fail "still there: $(ours)"
left=$(find / -xdev -name '*tocca*' -not -path '/test/*' -not -path '/proc/*')
[ -z "$left" ] || fail "left behind: $left"
say "the packages work in a bare Debian, and leave nothing behind"
