-- shop (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- visit
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "visit" CASCADE;

CREATE TABLE "visit"
(
    "id" serial NOT NULL,
    "seen_at" TIMESTAMPTZ DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "left_at" TIMESTAMPTZ(3) DEFAULT '2030-01-31 10:00:00+00',
    "made_in" INT2 DEFAULT 1999,
    PRIMARY KEY ("id")
);

COMMIT;
