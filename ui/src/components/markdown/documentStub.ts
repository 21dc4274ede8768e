/** The layout library takes a global scope without a document for a worker of its own, and would answer our messages. */
Object.assign(globalThis, { document: {} });
