// Puts the compiled modules of the package in the current folder together into few files: Node takes longer to find and
// link 200 modules than to run most commands. What one entry needs and another does not stays apart. Tests of modules that
// no entry exports see the modules themselves, by the condition "orm-modules". Packages under "bundled" of the manifest,
// which are many files too, become one file each.
import { copyFileSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { rollup } from 'rollup'

const [modules, target] = ['dist', 'bundle'].map((folder) => join(process.cwd(), folder))
const { exports, bundled = [] } = manifestIn(process.cwd())
const entries = Object.values(exports).flatMap(
  ({ default: file = '' }) => /^\.\/bundle\/(.+)\.js$/.exec(file)?.[1] ?? [],
)

/** @param {string} path */
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const newest = Math.max(
  ...[join(modules, 'tsconfig.tsbuildinfo'), 'package.json', import.meta.filename].map((path) => timeOf(path)),
)
if (timeOf(join(target, 'entries/public.js')) < newest) {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, join(modules, `${entry}.js`)])),
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
  })
  rmSync(target, { recursive: true, force: true })
  await bundle.write({ dir: target, format: 'es', chunkFileNames: '[name]-[hash].js', sourcemap: true })
  for (const name of bundled) await bundlePackage(name)
}

/** @param {string} folder */
function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * As CommonJS, which can be loaded at any time, by the modules that the package has for browsers and bundlers.
 *
 * @param {string} name
 */
async function bundlePackage(name) {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  const bundle = await rollup({ input: join(folder, manifestIn(folder).exports['.'].default) })
  await bundle.write({ file: join(target, `${name}.cjs`), format: 'cjs', exports: 'named' })
  copyFileSync(join(folder, 'LICENSE'), join(target, `${name}.LICENSE`))
}
