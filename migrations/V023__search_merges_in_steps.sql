-- When so many pieces of the index are of about the same size, FTS5 merges all of them in one transaction. It did so at 16, where
-- merging in small steps only begins: so no merge was done in steps, and now and then all writes waited for one of much of the
-- index (0.9 s on a site of 20,000 questions; in steps no write took longer than 34 ms). Steps keep their number far below 500.
INSERT INTO search (search, rank) VALUES ('crisismerge', 500);
INSERT INTO search_private (search_private, rank) VALUES ('crisismerge', 500);
