-- The kinds of news that a device is not told of although its user wants them by push, as a JSON array.
ALTER TABLE push_devices ADD COLUMN silent_kinds TEXT NOT NULL DEFAULT '[]';
