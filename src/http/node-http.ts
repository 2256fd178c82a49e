/**
 * Not by `import`, which evaluates everything that a built-in module exports: for node:http also fetch and WebSocket, which
 * take 0.05 s of CPU at each start.
 */
export const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');
