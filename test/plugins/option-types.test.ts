import test from 'ava'
import type { GruntOrmOptions } from 'grunt-orm'
import gulpOrm, * as named from 'gulp-orm'
import rollupOrm from 'rollup-plugin-orm'

/** Calls that the compiler refuses, as the build of this file shows; who has no compiler is told when they run. */
const misspelt: Readonly<Record<string, () => unknown>> = {
  // @ts-expect-error: there is no such option.
  sqlBuild: () => gulpOrm.sqlBuild({ strct: true }),
  // @ts-expect-error: there is no such option.
  modelBuild: () => gulpOrm.modelBuild({ strct: true }),
  // @ts-expect-error: there is no such option.
  configConvert: () => gulpOrm.configConvert({ keepEvn: true }),
  // @ts-expect-error: there is no such option.
  migrationDiff: () => gulpOrm.migrationDiff({ nmae: 'x' }),
  // @ts-expect-error: there is no such option.
  sqlInsert: () => gulpOrm.sqlInsert({ sfae: true }),
  // @ts-expect-error: there is no such option.
  migrate: () => gulpOrm.migrate({ strct: true }),
  // @ts-expect-error: there is no such option.
  rollup: () => rollupOrm({ strct: true }),
  // @ts-expect-error: the type is another one.
  'a type': () => gulpOrm.sqlBuild({ strict: 'yes' }),
}

for (const [name, call] of Object.entries(misspelt)) {
  test(`${name}: an option that does not exist is refused`, async (t) => {
    await t.throwsAsync(async () => call(), { any: true, message: /ORM-C\d+ .*option/ })
  })
}

test('gulp-orm has the same by name as by default', (t) => {
  const { default: whole, ...names } = named
  t.deepEqual({ ...names }, { ...whole })
})

test('a Gruntfile whose types are checked takes the options of each task', (t) => {
  const known: GruntOrmOptions['orm_sql'] = { strict: true, overwrite: true, configDir: '.' }
  // @ts-expect-error: there is no such option.
  const misspeltOption: GruntOrmOptions['orm_migration_diff'] = { nmae: 'x' }
  t.not(Object.keys(known), Object.keys(misspeltOption))
})

test('options that exist are taken', (t) => {
  const options = { strict: true, configDir: '.', outputDir: 'sql', overwrite: true, onWarning: () => {} }
  t.notThrows(() => gulpOrm.sqlBuild(options))
  t.notThrows(() => gulpOrm.configConvert({ keepEnv: true, outputFile: 'x.php', loaderScriptDir: 'conf' }))
  t.notThrows(() => gulpOrm.migrationDiff({ name: 'x', renames: [], online: true }))
  t.notThrows(() => rollupOrm({ keepEnv: true, schema: ['*schema.xml'], types: false }))
})
