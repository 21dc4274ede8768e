-- Ways to sign in besides the password: second factors and passkeys.

-- The second factor of an account: the codes of an authenticator app (TOTP, RFC 6238).
CREATE TABLE second_factors (
    user_id    INTEGER PRIMARY KEY REFERENCES users(id),
    -- What the server shares with the app. Codes are computed from it, so that it cannot be hashed.
    secret     BLOB    NOT NULL CHECK (length(secret) = 20),
    created_at INTEGER NOT NULL,
    -- The time step of the last accepted code. Neither it nor an earlier one is accepted again.
    last_step  INTEGER NOT NULL
) STRICT;

-- The recovery codes of second factors that have not been used yet.
CREATE TABLE recovery_codes (
    user_id   INTEGER NOT NULL REFERENCES users(id),
    -- SHA-256 of the code, which has 80 random bits. The code itself is not stored.
    code_hash BLOB    NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Passkeys (WebAuthn): key pairs in a browser, a phone or a security key.
CREATE TABLE passkeys (
    -- The time of the id is when it was added.
    id            INTEGER PRIMARY KEY,
    user_id       INTEGER NOT NULL REFERENCES users(id),
    -- The name that the authenticator has for it.
    credential_id BLOB    NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
    -- The host for which it was made. It works for no other.
    rp_id         TEXT    NOT NULL,
    -- The public key, as a COSE key.
    public_key    BLOB    NOT NULL,
    -- How often the authenticator says it was used. Many always say 0.
    sign_count    INTEGER NOT NULL,
    -- How a browser reaches it, such as ["internal", "hybrid"], as JSON.
    transports    TEXT    NOT NULL CHECK (json_valid(transports)),
    -- Whether it may be copied to other devices of its owner, and whether it is.
    is_syncable   INTEGER NOT NULL CHECK (is_syncable IN (0, 1)),
    is_synced     INTEGER NOT NULL CHECK (is_synced IN (0, 1)),
    -- Chosen by the owner.
    name          TEXT    NOT NULL,
    last_used_at  INTEGER
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys(user_id, id);

-- One row while administrators and site moderators need a second factor: the server keeps it from its configuration.
CREATE TABLE staff_second_factor (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    since INTEGER NOT NULL
) STRICT;
