-- bookstore (pgsql), written by orm sql:build

BEGIN;

-- ---------------------------------------------------------------------
-- member
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "member" CASCADE;

CREATE TABLE "member"
(
    "id" serial NOT NULL,
    "name" VARCHAR(50),
    PRIMARY KEY ("id")
);

-- ---------------------------------------------------------------------
-- task
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS "task" CASCADE;

CREATE TABLE "task"
(
    "id" serial NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "member_id" INTEGER,
    "sortable_rank" INTEGER,
    "project_id" INTEGER,
    PRIMARY KEY ("id"),
    CONSTRAINT "task_u_a98231" UNIQUE ("member_id","project_id","sortable_rank")
);

ALTER TABLE "task" ADD CONSTRAINT "task_fk_672062"
    FOREIGN KEY ("member_id")
    REFERENCES "member" ("id")
    ON DELETE SET NULL;

COMMIT;
