import { execFile } from 'node:child_process'
import fs, {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { type BuiltFile, buildModel, loadConfig, OrmError } from 'orm-core'
import { writeFiles, writeModel } from 'orm-project'
import { memoryFiles } from '../support/memory-files.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

async function folder(t: ExecutionContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'orm-commit-'))
  t.teardown(() => rm(path, { recursive: true, force: true }))
  return path
}

const file = (path: string, contents: string): BuiltFile => ({ path, contents, kind: 'base', keepExisting: false })

const names = ['A.php', 'B.php', 'Base/A.php', 'Base/B.php', 'Map/A.php', 'Map/B.php']
const version = (word: string): BuiltFile[] => names.map((path) => file(path, `${path} ${word}`))

/** Every file below a folder, manifests too, with its contents. */
const contentsOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(directory, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  )

type Operation = 'renameSync' | 'rmSync' | 'writeFileSync' | 'linkSync' | 'mkdirSync' | 'unlinkSync'

/** Lets calls of a function of node:fs fail while something is done. */
async function failing<Value>(
  operation: Operation,
  shouldFail: (args: readonly unknown[], count: number) => string | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  const original = fs[operation] as (...args: unknown[]) => unknown
  let count = 0
  fs[operation] = ((...args: unknown[]) => {
    const code = shouldFail(args, count++)
    if (code) throw Object.assign(new Error(`${code}: simulated, ${operation}`), { code, syscall: operation })
    return original(...args)
  }) as never
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    fs[operation] = original as never
    syncBuiltinESMExports()
  }
}

test.serial('a build is applied whole or not at all, whichever move fails', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  const before = contentsOf(directory)
  const moves = names.length + 1
  for (const code of ['EACCES', 'EBUSY']) {
    // A file that is in use is waited for.
    for (let failed = code === 'EBUSY' ? moves - 1 : 0; failed < moves; failed++) {
      let count = 0
      const error = await t.throwsAsync(
        failing(
          'renameSync',
          // What was replaced comes back by moves too; those work.
          ([from, to]) => {
            if (/[\\/]old[\\/]/.test(String(from)) || String(to).includes('.orm-stage-')) return undefined
            return count++ >= failed ? code : undefined
          },
          () => writeFiles(version('new'), directory),
        ),
        { instanceOf: OrmError },
      )
      t.regex(error.message, /ORM-C204 .* cannot be written: (EACCES|another program)/)
      t.deepEqual(contentsOf(directory), before, `${code} at move ${failed}`)
    }
  }
  await writeFiles(version('new'), directory)
  t.is(contentsOf(directory)['Map/B.php'], 'Map/B.php new')
})

test.serial('files that were removed come back when a later step of the build fails', async (t) => {
  const directory = await folder(t)
  const config = await loadConfig({
    files: memoryFiles({
      'orm.yaml': 'orm:\n  database:\n    connections:\n      default: {adapter: sqlite, dsn: "sqlite::memory:"}\n',
    }),
  })
  const classes = (...tables: string[]) => {
    const text = tables.map(
      (name) => `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/></table>`,
    )
    const contents = `<database name="default">${text.join('')}</database>`
    return buildModel([{ path: 'schema.xml', contents }], { config })
  }
  await writeModel(await classes('book', 'author'), directory)
  const before = contentsOf(directory)
  const fewer = await classes('book')
  // The journal is deleted when all files are in their places.
  for (const last of ['Base/Author.php', 'Base/AuthorQuery.php', 'Map/AuthorTableMap.php', 'journal.json']) {
    const operation = last === 'journal.json' ? 'rmSync' : 'renameSync'
    const fail = ([path]: readonly unknown[]) => (String(path).endsWith(last) ? 'EACCES' : undefined)
    await t.throwsAsync(
      failing(operation, fail, () => writeModel(fewer, directory)),
      { instanceOf: OrmError },
      last,
    )
    t.deepEqual(contentsOf(directory), before, last)
  }
  await writeModel(fewer, directory)
  t.false('Base/Author.php' in contentsOf(directory))
})

test.serial('what was replaced comes back with its time, as the same file', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  const states = () =>
    names.map((name) => [statSync(join(directory, name)).ino, statSync(join(directory, name)).mtimeMs])
  const before = states()
  await t.throwsAsync(
    failing(
      'renameSync',
      ([, to]) => (String(to).endsWith('Map/B.php') ? 'EACCES' : undefined),
      () => writeFiles(version('new'), directory),
    ),
  )
  t.deepEqual(states(), before)
})

test.serial('a file that another program holds open for a moment, as on Windows, is waited for', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  let locked = 3
  await failing(
    'renameSync',
    ([, to]) => (String(to).endsWith('Base/B.php') && locked-- > 0 ? 'EBUSY' : undefined),
    () => writeFiles(version('new'), directory),
  )
  t.is(contentsOf(directory)['Base/B.php'], 'Base/B.php new')
})

test.serial('a disk that is full changes nothing, whichever file it is full at', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  const before = contentsOf(directory)
  for (let failed = 0; failed < names.length + 2; failed++) {
    const error = await t.throwsAsync(
      failing(
        'writeFileSync',
        (_, count) => (count >= failed ? 'ENOSPC' : undefined),
        () => writeFiles(version('new'), directory),
      ),
      { instanceOf: OrmError },
      String(failed),
    )
    t.regex(error.message, /the disk is full/)
    t.deepEqual(contentsOf(directory), before)
  }
})

test.serial('a new directory is gone again after a failure', async (t) => {
  const directory = await folder(t)
  const output = join(directory, 'new/classes')
  await t.throwsAsync(
    failing(
      'renameSync',
      ([, to]) => (String(to).endsWith('classes/B.php') ? 'EACCES' : undefined),
      () => writeFiles(version('new'), output),
    ),
  )
  t.deepEqual(readdirSync(directory), [])
})

test.serial('disks without links are written to as well, and restored', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  const before = contentsOf(directory)
  const noLinks = (work: () => Promise<unknown>) => failing('linkSync', () => 'EPERM', work)
  await t.throwsAsync(
    noLinks(() =>
      failing(
        'renameSync',
        ([, to]) => (String(to).endsWith('Map/B.php') ? 'EACCES' : undefined),
        () => writeFiles(version('new'), directory),
      ),
    ),
  )
  t.deepEqual(contentsOf(directory), before)
  await noLinks(() => writeFiles(version('new'), directory))
  t.is(contentsOf(directory)['A.php'], 'A.php new')
})

/** Runs a build in a process that is killed right before a move. */
async function killedBuild(directory: string, move: number, files = version('new')): Promise<boolean> {
  const code = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { renameSync } = fs
    let moves = 0
    fs.renameSync = (...args) => (moves++ === ${move} ? process.kill(process.pid, 'SIGKILL') : renameSync(...args))
    syncBuiltinESMExports()
    const { writeFiles } = await import('orm-project')
    await writeFiles(${JSON.stringify(files)}, ${JSON.stringify(directory)})
  `
  const args = ['--conditions=orm-modules', '--input-type=module', '-e', code]
  return promisify(execFile)(process.execPath, args, { cwd: root }).then(
    () => false,
    (error: { signal?: string }) => error.signal === 'SIGKILL',
  )
}

test.serial('after a build that was killed between two moves, the next one restores the files first', async (t) => {
  const directory = await folder(t)
  for (const move of [0, 3, 6]) {
    await rm(directory, { recursive: true })
    mkdirSync(directory)
    await writeFiles(version('old'), directory)
    t.true(await killedBuild(directory, move))
    // A build from another schema: what the killed one wrote does not count as edited.
    await t.throwsAsync(writeFiles(version('third'), directory, { dryRun: true }), { message: /ORM-C209/ })
    await writeFiles(version('third'), directory)
    t.deepEqual(
      names.map((name) => contentsOf(directory)[name]),
      names.map((name) => `${name} third`),
    )
    t.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith('.orm-stage')),
      [],
    )
  }
})

const xml = (size: number) =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/>
  <column name="title" type="VARCHAR" size="${size}"/></table></database>`

test.serial('a kill between the directories of a project is healed by the build of any of them', async (t) => {
  for (const next of ['sql:build', 'model:build']) {
    const project = await createProject(t, { schema: xml(10), database: 'sqlite' })
    t.is((await project.orm('build')).code, 0)
    const before = contentsOf(project.folder)
    await project.write('schema.xml', xml(20))
    const code = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { renameSync } = fs
      fs.renameSync = (from, to) =>
        /Map.BookTableMap.php$/.test(to) ? process.kill(process.pid, 'SIGKILL') : renameSync(from, to)
      syncBuiltinESMExports()
      process.chdir(${JSON.stringify(project.folder)})
      const { Project } = await import('orm-project')
      await new Project({}).build()
    `
    const args = ['--conditions=orm-modules', '--input-type=module', '-e', code]
    await t.throwsAsync(promisify(execFile)(process.execPath, args, { cwd: root }), { message: /./ })
    t.notDeepEqual(contentsOf(project.folder), before)
    await project.write('schema.xml', xml(10))
    const { code: done, stderr } = await project.orm(next)
    t.is(done, 0, stderr)
    t.deepEqual(contentsOf(project.folder), before)
  }
})

test.serial('a file that somebody saved after the kill stays', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  t.true(await killedBuild(directory, 4))
  writeFileSync(join(directory, 'A.php'), 'mine')
  const error = await t.throwsAsync(writeFiles(version('new'), directory), { instanceOf: OrmError })
  t.regex(error.message, /ORM-C207 .*A\.php was edited/)
  t.is(readFileSync(join(directory, 'A.php'), 'utf8'), 'mine')
})

test.serial('a stage of another container is left alone, also with a process number that is free here', async (t) => {
  const directory = await folder(t)
  const stages = ['.orm-stage-4194304-abc', '.orm-stage-0123456789-4194304-abc', '.orm-stage-0123456789-1-abc']
  for (const name of stages) mkdirSync(join(directory, name))
  await writeFiles(version('new'), directory)
  t.deepEqual(
    readdirSync(directory).filter((name) => name.startsWith('.orm-stage')),
    stages.sort(),
  )
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const name of stages) utimesSync(join(directory, name), yesterday, yesterday)
  await writeFiles(version('newer'), directory)
  t.deepEqual(
    readdirSync(directory).filter((name) => name.startsWith('.orm-stage')),
    [],
  )
})

test.serial('another container that is moving files is waited for, and reported', async (t) => {
  const directory = await folder(t)
  const stage = join(directory, '.orm-stage-0123456789-1-abc')
  mkdirSync(stage)
  writeFileSync(join(stage, 'journal.json'), '{"changes":[]}')
  const waiting = t.throwsAsync(writeFiles(version('new'), directory), { message: /ORM-C209 another build/ })
  await waiting
  t.deepEqual(readdirSync(directory), ['.orm-stage-0123456789-1-abc'])
})

test.serial('a journal that came with a project reaches nothing outside of it', async (t) => {
  const outside = await folder(t)
  const directory = join(outside, 'project/sql')
  const stage = join(directory, '.orm-stage-0123456789-1-abc')
  mkdirSync(join(stage, 'old'), { recursive: true })
  writeFileSync(join(stage, 'old/0'), 'theirs')
  mkdirSync(join(outside, 'keep'))
  const changes = [{ to: '../../victim', hash: 'x', backup: '0' }]
  writeFileSync(join(stage, 'journal.json'), JSON.stringify({ changes, stages: ['../../keep', '../../.orm-stage-x'] }))
  const yesterday = new Date(Date.now() - 86_400_000)
  utimesSync(stage, yesterday, yesterday)
  await writeFiles(version('new'), directory)
  t.deepEqual(readdirSync(outside).sort(), ['keep', 'project'])
  t.false(readdirSync(directory).some((name) => name.startsWith('.orm-stage')))
})

test.serial('symbolic links stay links, and modes are kept', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  const elsewhere = join(await folder(t), 'A.php')
  fs.renameSync(join(directory, 'A.php'), elsewhere)
  symlinkSync(elsewhere, join(directory, 'A.php'))
  chmodSync(join(directory, 'B.php'), 0o664)
  chmodSync(join(directory, 'Base/A.php'), 0o444)
  await writeFiles(version('new'), directory)
  t.true(lstatSync(join(directory, 'A.php')).isSymbolicLink())
  t.is(realpathSync(join(directory, 'A.php')), realpathSync(elsewhere))
  t.is(readFileSync(elsewhere, 'utf8'), 'A.php new')
  t.is(statSync(join(directory, 'B.php')).mode & 0o777, 0o664)
  t.is(statSync(join(directory, 'Base/A.php')).mode & 0o777, 0o444)
})

test.serial('a link that leads to nothing yet is filled', async (t) => {
  const directory = await folder(t)
  const elsewhere = join(await folder(t), 'deep/A.php')
  symlinkSync(elsewhere, join(directory, 'A.php'))
  await writeFiles([file('A.php', 'new')], directory)
  t.true(lstatSync(join(directory, 'A.php')).isSymbolicLink())
  t.is(readFileSync(elsewhere, 'utf8'), 'new')
})

test.serial('a file that somebody saves while the build goes on is not replaced', async (t) => {
  const directory = await folder(t)
  await writeFiles(version('old'), directory)
  const before = contentsOf(directory)
  function* slow(): Generator<BuiltFile> {
    yield* version('new')
    writeFileSync(join(directory, 'Map/A.php'), 'mine')
  }
  await t.throwsAsync(writeFiles(slow(), directory), { instanceOf: OrmError, message: /Map\/A\.php was edited/ })
  t.deepEqual(contentsOf(directory), { ...before, 'Map/A.php': 'mine' })
})
