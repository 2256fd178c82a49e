#!/bin/sh
# Installs what the program needs to run, as the lock file says, and nothing that only its tests need.
set -eu
npm ci --omit=dev "$@"
