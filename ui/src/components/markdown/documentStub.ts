/**
 * Prepares the global scope for the library of diagrams. Its layout takes a scope without a document for a worker of its own,
 * and would answer our messages; and it assigns to `self`, which a worker lets nobody do.
 */
Object.assign(globalThis, { document: {} });
Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true, configurable: true });
