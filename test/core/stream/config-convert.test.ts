import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import test from 'ava'
import orm from 'gulp-orm'
import { configConvert, convertConfig, OrmError } from 'orm-core'
import Vinyl from 'vinyl'
import { sameInFiveFormats } from '../config/five-formats.js'

const env = { DB_USER: 'me', DB_PASSWORD: 'secret' }

async function convert(path: string, text: string, options: Parameters<typeof configConvert>[0]): Promise<Vinyl[]> {
  const stream = configConvert(options)
  stream.end(new Vinyl({ path: `/project/${path}`, base: '/project', contents: Buffer.from(text) }) as never)
  const files: Vinyl[] = []
  for await (const file of stream) files.push(file as unknown as Vinyl)
  return files
}

test('the stream gives what the function gives, in every format', async (t) => {
  for (const [path, contents] of Object.entries(sameInFiveFormats)) {
    const [expected] = await convertConfig({ path, contents }, { env })
    const [file, loader] = await convert(path, contents, { env })
    t.is(String(file?.contents), expected!.contents, path)
    t.is(file?.relative, 'config.php')
    t.is(loader?.relative, 'loadDatabase.php')
  }
})

test('options: other names, references that stay, and what does not exist', async (t) => {
  const text = sameInFiveFormats['orm.ini']!
  const [file] = await convert('orm.ini', text, { keepEnv: true, outputFile: 'orm.php' })
  t.is(file?.relative, 'orm.php')
  t.regex(String(file?.contents), /getenv\('DB_PASSWORD'\)/)
  t.throws(() => configConvert({ keepenv: true } as never), {
    instanceOf: OrmError,
    message: /did you mean "keepEnv"\?/,
  })
})

test('a file whose extension is that of no format is named', async (t) => {
  for (const path of ['orm.toml', 'orm.toml.dist', 'orm']) {
    await t.throwsAsync(
      convert(path, '', { env }),
      { instanceOf: OrmError, message: /^ORM-C011 \S*orm\S* .*extension/ },
      path,
    )
  }
})

test('gulp writes a file with a password for its owner only', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-stream-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const stream = configConvert({ env, outputDir: folder })
  stream.end(
    new Vinyl({
      path: '/project/orm.ini',
      base: '/project',
      contents: Buffer.from(sameInFiveFormats['orm.ini']!),
    }) as never,
  )
  await pipeline(stream, orm.dest(folder))
  t.deepEqual((await readdir(folder)).sort(), ['.orm-manifest.json', 'config.php', 'loadDatabase.php'])
  t.is(((await stat(join(folder, 'config.php'))).mode & 0o777).toString(8), '600')
})
