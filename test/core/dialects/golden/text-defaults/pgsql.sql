-- text_defaults (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- text_defaults
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "text_defaults" CASCADE;

CREATE TABLE "text_defaults"
(
    "id" serial NOT NULL,
    "d_longvarchar" TEXT DEFAULT 'it''s long',
    "d_clob" TEXT DEFAULT '漢字',
    "d_array" TEXT DEFAULT '| a | b |',
    "d_json" JSON DEFAULT '{"a": "it''s"}',
    "x_call" VARCHAR DEFAULT lower('ABC'),
    PRIMARY KEY ("id")
);

COMMIT;
