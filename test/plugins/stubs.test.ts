import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { gruntInProcess } from '../support/grunt-in-process.js'
import { gulpInProcess } from '../support/gulp-in-process.js'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { createProject } from '../support/project.js'
import { rollupInProcess } from '../support/rollup-in-process.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

interface Host {
  /** Describes the build. */
  readonly file: string
  readonly text: string
  readonly run: (folder: string) => Promise<{ readonly code: number; readonly output: string }>
}

const hosts: Readonly<Record<string, Host>> = {
  gulp: {
    file: 'gulpfile.mjs',
    text: `import { src } from 'gulp'
import orm from 'gulp-orm'
export default () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
`,
    run: gulpInProcess,
  },
  grunt: {
    file: 'Gruntfile.cjs',
    text: `module.exports = (grunt) => {
  grunt.initConfig({ orm_model: { all: { src: '*schema.xml', dest: 'generated-classes' } } })
  grunt.loadNpmTasks('grunt-orm')
}
`,
    run: (folder) => gruntInProcess(folder, 'orm_model'),
  },
  rollup: {
    file: 'rollup.config.mjs',
    text: `import orm from 'rollup-plugin-orm'
export default { input: 'app.js', plugins: [orm()], output: { file: 'out.js' } }
`,
    run: rollupInProcess,
  },
}

for (const [host, { file, text, run }] of Object.entries(hosts)) {
  test(`${host}: code in stubs survives rebuilds and changed columns`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await linkPackages(project.folder, ...hostPackages)
    await project.write(file, text)
    await project.write('app.js', 'export default 1\n')
    const build = async () => {
      const { code, output } = await run(project.folder)
      t.is(code, 0, output)
    }
    await build()
    const stub = join(project.folder, 'generated-classes/Bookstore/Book.php')
    const mine = (await readFile(stub, 'utf8')).replace('{\n', '{\n    public const MINE = 1;\n')
    await writeFile(stub, mine)
    const before = await stat(stub)
    await build()
    await project.write('schema.xml', schema.replace('<table name="book"', '<table name="book" description="Changed."'))
    await build()
    t.is(await readFile(stub, 'utf8'), mine)
    t.is((await stat(stub)).mtimeMs, before.mtimeMs)
    const base = join(project.folder, 'generated-classes/Bookstore/Base/Book.php')
    t.regex(await readFile(base, 'utf8'), /Changed\./)
  })
}
