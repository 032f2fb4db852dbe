import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import {
  type BuiltFile,
  buildModel,
  buildSql,
  type Config,
  convertConfig,
  type DialectName,
  dialects,
  disk,
  type FileReader,
  findSchemas,
  formatDiagnostic,
  loadConfig,
  OrmError,
} from 'orm-core'
import { writeFiles } from 'orm-project'
import { lintPhp } from './php.js'

/** File contents by path relative to `expected/`. */
type Files = Map<string, string>

/**
 * Checks one golden case: a folder with `case.txt`, which says in one sentence what it proves, `*schema.xml`, `orm.yaml` and
 * `expected/`. That folder contains `sql/<dialect>.sql`, `php/**` and `conf/**` or, if the input is invalid, `diagnostics.txt`.
 *
 * The build output must match `expected/` byte for byte, and a second build must change nothing. `UPDATE_GOLDEN=1` replaces the
 * expected files with the build output.
 */
export async function checkGoldenCase(t: ExecutionContext, folder: string): Promise<void> {
  t.regex(await readFile(join(folder, 'case.txt'), 'utf8'), /^\S.*\n$/, 'case.txt says in one line what is proved')
  const expectedFolder = join(folder, 'expected')
  const actual = await buildCase(t, folder)
  if (process.env.UPDATE_GOLDEN && !process.env.CI) await rewrite(expectedFolder, actual)

  const expected = await readFolder(expectedFolder)
  t.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort(), 'the files that are built')
  for (const [path, contents] of actual) t.is(contents, expected.get(path) ?? '', path)
  t.deepEqual([...(await buildCase(t, folder))], [...actual], 'a second build gives the same')

  const php = [...expected.keys()].filter((path) => path.endsWith('.php'))
  t.deepEqual(await lintPhp(php.map((path) => join(expectedFolder, path))), [], 'the PHP is valid')
}

async function buildCase(t: ExecutionContext, folder: string): Promise<Files> {
  try {
    return await buildFiles(t, inFolder(folder))
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return new Map([['diagnostics.txt', error.diagnostics.map((each) => `${formatDiagnostic(each)}\n`).join('')]])
  }
}

async function buildFiles(t: ExecutionContext, files: FileReader): Promise<Files> {
  const config = await loadConfig({ files })
  const inputs = await findSchemas('.', files)
  const built: Files = new Map()
  for (const dialect of Object.keys(dialects) as DialectName[]) {
    const sql = await buildSql(inputs, { config: withAdapter(config, dialect) })
    const databases = sql.filter(({ kind }) => kind === 'sql')
    for (const { path, contents, kind } of sql) {
      // The usual case with one database has one SQL file per dialect. The map is the same for all dialects.
      const name = databases.length === 1 ? `${dialect}.sql` : `${dialect}/${path}`
      built.set(`sql/${kind === 'sql' ? name : path}`, contents)
    }
  }
  for (const { path, contents } of await convertConfig(config)) built.set(`conf/${path}`, contents)
  const model = await buildModel(inputs, { config })
  for (const { path, contents, kind } of model) {
    // The generated list of tables is compared in `conf/`, where it replaces the empty list.
    built.set(kind === 'loader' ? `conf/${basename(path)}` : `php/${path}`, contents)
  }
  await checkRewriting(t, model)
  return built
}

/** Checks that writing unchanged files touches nothing, especially no user code in stub classes. */
async function checkRewriting(t: ExecutionContext, files: readonly BuiltFile[]): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'orm-golden-'))
  t.teardown(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'generated-classes')
  await writeFiles(files, folder)
  const stubs = files.filter(({ keepExisting }) => keepExisting).map(({ path }) => path)
  const addition = '// added by the user\n'
  for (const path of stubs) await appendFile(join(folder, path), addition)
  const again = await writeFiles(files, folder)
  t.deepEqual(
    again.filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'kept'),
    [],
    'writing again touches nothing',
  )
  for (const path of stubs) t.true((await readFile(join(folder, path), 'utf8')).endsWith(addition), path)
}

const withAdapter = (config: Config, adapter: DialectName): Config => ({
  ...config,
  connections: Object.fromEntries(
    Object.entries(config.connections).map(([name, connection]) => [name, { ...connection, adapter }]),
  ),
})

/** Returns a reader with paths relative to the case, so that messages are the same on every machine. */
const inFolder = (folder: string): FileReader => ({
  read: (path) => disk.read(join(folder, path)),
  list: (directory) => disk.list(join(folder, directory)),
})

async function readFolder(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const))
  return new Map(files.map(([path, contents]) => [path.slice(folder.length + 1).replaceAll('\\', '/'), contents]))
}

async function rewrite(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [path, contents] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), contents)
  }
}
