import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

/** For each host a file that describes the build, and the command that runs it. */
const hosts: Readonly<Record<string, { readonly file: string; readonly text: string; readonly command: string[] }>> = {
  gulp: {
    file: 'gulpfile.mjs',
    text: `import { src } from 'gulp'
import orm from 'gulp-orm'
export default () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
`,
    command: ['node_modules/gulp/bin/gulp.js'],
  },
  grunt: {
    file: 'Gruntfile.cjs',
    text: `module.exports = (grunt) => {
  grunt.initConfig({ orm_model: { all: { src: '*schema.xml', dest: 'generated-classes' } } })
  grunt.loadNpmTasks('grunt-orm')
}
`,
    command: ['node_modules/grunt/bin/grunt', '--gruntfile', 'Gruntfile.cjs', 'orm_model'],
  },
  rollup: {
    file: 'rollup.config.mjs',
    text: `import orm from 'rollup-plugin-orm'
export default { input: 'app.js', plugins: [orm()], output: { file: 'out.js' } }
`,
    command: ['node_modules/rollup/dist/bin/rollup', '-c'],
  },
}

for (const [host, { file, text, command }] of Object.entries(hosts)) {
  test(`${host}: code in stubs survives rebuilds and changed columns`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await linkPackages(project.folder, ...hostPackages)
    await project.write(file, text)
    await project.write('app.js', 'export default 1\n')
    const build = () => promisify(execFile)(process.execPath, command, { cwd: project.folder })
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
