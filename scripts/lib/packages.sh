# shellcheck shell=bash
# Sourced by the scripts: what they need beside Swift, and how it is installed on Debian.

BUILD_PACKAGES=(libcurl4-openssl-dev libsqlite3-dev libssl-dev libmicrohttpd-dev libusb-1.0-0-dev libudev-dev
    libncurses-dev libqrencode-dev libpq-dev pkg-config)
TEST_PACKAGES=("${BUILD_PACKAGES[@]}" nghttp2-server openssl curl python3
    umockdev libumockdev-dev tmux python3-venv nginx-light postgresql-15 pgbouncer)
LINT_PACKAGES=(git python3 shellcheck)
VM_PACKAGES=(qemu-system-x86 python3)
REAL_CLIENT_PACKAGES=(python3 python3-venv)
BROWSER_PACKAGES=(python3 python3-venv chromium fonts-dejavu-core)
SCREENSHOT_PACKAGES=(tmux python3-pil fonts-dejavu-core)
LIBRARY_PACKAGES=(abigail-tools valgrind python3 python3-venv python3-setuptools python3-wheel pkg-config binutils)
FRONT_END_PACKAGES=(curl nodejs python3 pkg-config)
PAGE_PACKAGES=(weasyprint poppler-utils fonts-dejavu-core fonts-droid-fallback)
PACKAGING_PACKAGES=(dpkg-dev binutils xz-utils)
PACKAGE_CHECK_PACKAGES=(debootstrap lintian systemd desktop-file-utils)
UNIT_PACKAGES=(debootstrap cpio)
export BUILD_PACKAGES TEST_PACKAGES LINT_PACKAGES VM_PACKAGES REAL_CLIENT_PACKAGES BROWSER_PACKAGES
export SCREENSHOT_PACKAGES LIBRARY_PACKAGES FRONT_END_PACKAGES PAGE_PACKAGES PACKAGING_PACKAGES PACKAGE_CHECK_PACKAGES UNIT_PACKAGES

# Ends the script unless Swift 6.3 or later is on the PATH.
require_swift() {
    if ! command -v swift >/dev/null; then
        echo "swift is not on the PATH: install Swift 6.3 from https://swift.org/install and add its usr/bin to PATH" >&2
        exit 1
    fi
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    if [ "$(printf '%s\n' 6.3 "${version:-0}" | sort -V | head -n 1)" != 6.3 ]; then
        echo "Swift 6.3 or later is needed; the one on the PATH is ${version:-unknown}" >&2
        exit 1
    fi
}

# Keeps Debian's PostgreSQL from creating and starting a database of its own when it is installed: tests run theirs.
# A machine that already has a configuration keeps it.
prevent_cluster() {
    [ ! -e /etc/postgresql-common/createcluster.conf ] || return 0
    "$@" mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' | "$@" tee /etc/postgresql-common/createcluster.conf >/dev/null
}

# Installs those of the named Debian packages that are missing, and says which; silent when none is.
install_packages() {
    local missing=() package
    for package in "$@"; do
        if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
            missing+=("$package")
        fi
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
    if ! command -v apt-get >/dev/null || ! command -v "${as_root[0]:-true}" >/dev/null; then
        echo "missing Debian packages: ${missing[*]}" >&2
        echo "install them, or run this as root or with sudo on Debian 12" >&2
        exit 1
    fi
    echo "Installing Debian packages: ${missing[*]}"
    if [[ " ${missing[*]} " == *" postgresql-15 "* ]]; then prevent_cluster "${as_root[@]}"; fi
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then
        # The package lists may be missing or old.
        "${as_root[@]}" apt-get update -qq
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || {
            echo "could not install ${missing[*]}" >&2
            exit 1
        }
    fi
}
