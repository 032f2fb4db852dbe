import test from 'ava'
import fc from 'fast-check'
import { type DialectName, dialects } from 'orm-core'
import { lintFile, Source } from 'orm-core/internal'

const codes = (vendor: DialectName, up: string): string[] =>
  lintFile(new Source('x.sql', `-- orm: up\n${up}\n-- orm: down\n`), dialects[vendor]).map(
    ({ code, place }) => `${place?.line} ${code}`,
  )

test('says what statements of a file may do', (t) => {
  const up = `DROP TABLE "a";
ALTER TABLE "b" DROP COLUMN "c";
ALTER TABLE "b" ALTER COLUMN "d" SET NOT NULL;
ALTER TABLE "b" ADD CONSTRAINT "u" UNIQUE ("d");
CREATE INDEX "i" ON "b" ("d");
ALTER TABLE "b" ADD CONSTRAINT "k" FOREIGN KEY ("d") REFERENCES "e" ("id");
ALTER TABLE "b" RENAME COLUMN "d" TO "f";
TRUNCATE "b";
ALTER TABLE "b" ALTER COLUMN "d" TYPE BIGINT;
ALTER TABLE "b" ALTER COLUMN "d" TYPE VARCHAR(200);`
  t.deepEqual(codes('pgsql', up), [
    '2 ORM-M101',
    '2 ORM-M402',
    '3 ORM-M102',
    '3 ORM-M402',
    '4 ORM-M105',
    '4 ORM-M305',
    '5 ORM-M106',
    '5 ORM-M302',
    '6 ORM-M302',
    '7 ORM-M303',
    '8 ORM-M401',
    '9 ORM-M101',
    '10 ORM-M301',
  ])
})

test('says nothing of what is allowed above a statement, of new tables and of the forms that let others work', (t) => {
  t.deepEqual(codes('pgsql', '-- orm: allow M101, M402\nTRUNCATE "a";\nTRUNCATE "b";'), ['4 ORM-M101'])
  t.deepEqual(codes('pgsql', 'CREATE TABLE "a" ("x" INTEGER);\nCREATE INDEX "i" ON "a" ("x");'), [])
  t.deepEqual(
    codes('pgsql', 'CREATE MATERIALIZED VIEW "a" AS SELECT 1 AS x;\nCREATE UNIQUE INDEX "i" ON "a" ("x");'),
    [],
  )
  t.deepEqual(codes('pgsql', 'CREATE INDEX CONCURRENTLY "i" ON "a" ("x");'), [])
  t.deepEqual(codes('mysql', 'CREATE INDEX `i` ON `a` (`x`);'), [])
  const key = 'ALTER TABLE `a` ADD CONSTRAINT `k` FOREIGN KEY (`x`) REFERENCES `b` (`id`)'
  t.deepEqual(
    codes('mysql', `${key};\n${key}, ALGORITHM=INPLACE, LOCK=NONE;\nALTER TABLE \`a\` DROP FOREIGN KEY \`k\`;`),
    ['2 ORM-M303'],
  )
  const rebuild = 'CREATE TABLE [a__new] (x);\nDROP TABLE [a];\nALTER TABLE [a__new] RENAME TO [a];'
  t.deepEqual(codes('sqlite', rebuild), [])
})

test('no text is too strange', (t) => {
  const words =
    `ALTER TABLE book "DROP\u00a0TABLE" \`a,b\` [c] DROP COLUMN ADD ( ) , NOT NULL SET TYPE INT CHANGE MODIFY RENAME TO PRIMARY KEY USING INDEX CREATE UNIQUE ON DEFAULT '' CHECK FOREIGN REFERENCES = LOCK NONE . CONSTRAINT WITH NOCHECK`.split(
      ' ',
    )
  const sentence = fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((list) => list.join(' '))
  const vendors = Object.keys(dialects) as DialectName[]
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.constantFrom(...vendors), sentence, sentence, (vendor, up, down) => {
        const text = `-- orm: up\nALTER TABLE book ${up};\n${up};\n-- orm: down\nALTER TABLE book ${down};\n`
        for (const { code } of lintFile(new Source('x.sql', text), dialects[vendor])) t.regex(code, /^ORM-M/)
      }),
      { numRuns: 2000 },
    ),
  )
})
