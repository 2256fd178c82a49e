import type { Dialect, Migration } from '../engine/dialect.ts';

/** The words of captures, and an index of them. */
export const words: Migration = (dialect) => [tables(dialect), index(dialect)].join('\n');

const tables = ({ text, integer, strict, clustered }: Dialect) => `
-- The passages of a webpage: paragraphs, headings, cells … words: the words as search compares them, with a space between
-- two of them. Ids grow with the time of the first capture that showed the passage.
CREATE TABLE passages (
  id ${integer} PRIMARY KEY,
  webpage_id ${text} NOT NULL REFERENCES webpages (id),
  hash ${text} NOT NULL,
  content ${text} NOT NULL,
  words ${text} NOT NULL
)${strict};
CREATE UNIQUE INDEX passages_by_hash ON passages (webpage_id, hash);

-- What a capture showed: its passages with their places (packed, see records/words/packed-text.ts), and what the page says
-- about itself (JSON). Captures of a webpage that show the same share a row.
CREATE TABLE texts (
  id ${integer} PRIMARY KEY,
  webpage_id ${text} NOT NULL REFERENCES webpages (id),
  hash ${text} NOT NULL,
  passages ${text} NOT NULL,
  page ${text} NOT NULL
)${strict};
CREATE UNIQUE INDEX texts_by_hash ON texts (webpage_id, hash);

-- Good captures in a row with the same text, numbered from 0 without gaps. text_id IS NULL: their words are not known.
-- first and last name the captures at both ends. Captures from before words were kept are in no run.
CREATE TABLE text_runs (
  webpage_id ${text} NOT NULL REFERENCES webpages (id),
  number ${integer} NOT NULL,
  text_id ${integer} REFERENCES texts (id),
  first_at ${text} NOT NULL,
  first_id ${text} NOT NULL,
  last_at ${text} NOT NULL,
  last_id ${text} NOT NULL,
  PRIMARY KEY (webpage_id, number)
)${clustered};
CREATE INDEX text_runs_by_first ON text_runs (webpage_id, first_at, first_id);
CREATE INDEX text_runs_by_text ON text_runs (text_id);

-- The runs that show a passage. last_run IS NULL: up to the newest one.
CREATE TABLE passage_spans (
  passage_id ${integer} NOT NULL REFERENCES passages (id),
  first_run ${integer} NOT NULL,
  last_run ${integer},
  PRIMARY KEY (passage_id, first_run)
)${clustered};

-- The text of a capture in the trash, which is in no run.
ALTER TABLE trashed_screenshots ADD COLUMN text_id ${integer} REFERENCES texts (id);
CREATE INDEX trashed_screenshots_by_text ON trashed_screenshots (text_id);
`;

const index = ({ engine }: Dialect) => (engine === 'sqlite' ? sqliteIndex : postgresIndex);

/**
 * The words are divided by spaces already, which is all that the tokenizer has to know. secure-delete: deleted words do not
 * stay in the segments of the index. Triggers keep the index, so that whatever writes passages does.
 */
const sqliteIndex = `
CREATE VIRTUAL TABLE passage_index USING fts5(
  words, content='passages', content_rowid='id', tokenize="ascii tokenchars '$'", columnsize=0);
INSERT INTO passage_index (passage_index, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER passages_indexed AFTER INSERT ON passages BEGIN
  INSERT INTO passage_index (rowid, words) VALUES (NEW.id, NEW.words);
END;
CREATE TRIGGER passages_unindexed AFTER DELETE ON passages BEGIN
  INSERT INTO passage_index (passage_index, rowid, words) VALUES ('delete', OLD.id, OLD.words);
END;
CREATE TRIGGER passages_reindexed AFTER UPDATE OF words ON passages BEGIN
  INSERT INTO passage_index (passage_index, rowid, words) VALUES ('delete', OLD.id, OLD.words);
  INSERT INTO passage_index (rowid, words) VALUES (NEW.id, NEW.words);
END;
`;

/** tsvector cannot be used: it keeps no more than 256 positions of a word. */
const postgresIndex = `
CREATE INDEX passages_by_words ON passages USING gin (string_to_array(words, ' '));
`;
