#!/bin/sh
# Installs the locked dependencies without those for development.
set -eu
npm ci --omit=dev "$@"
