#!/bin/sh
# Runs a command of Pagekeep. It replaces this shell, so that signals reach it.
set -eu
cd "$(dirname "$0")/../.."
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
exec bin/pagekeep.js "$@"
