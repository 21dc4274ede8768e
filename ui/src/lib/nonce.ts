/** Creates a client-chosen idempotency key: a retried request is stored once. */
export const newNonce = () =>
  // `randomUUID` exists only on secure origins.
  crypto.getRandomValues(new Uint8Array(16)).join('');
