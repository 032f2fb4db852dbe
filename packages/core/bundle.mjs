// Puts the compiled modules together into few files: Node takes longer to find and link 200 modules than to run most
// commands. What one entry needs and another does not stays apart. Tests see the modules themselves, by the condition
// "orm-modules".
import { rmSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { rollup } from 'rollup'

const [modules, target] = ['dist', 'bundle'].map((folder) => join(import.meta.dirname, folder))
const entries = [
  'index',
  'behavior-entry',
  'dialect-entry',
  'internal-entry',
  'internal-config-entry',
  'errors/index',
  'options',
]

/** @param {string} path */
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (timeOf(join(target, 'index.js')) < timeOf(join(modules, 'tsconfig.tsbuildinfo'))) {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, join(modules, `${entry}.js`)])),
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
  })
  rmSync(target, { recursive: true, force: true })
  await bundle.write({ dir: target, format: 'es', chunkFileNames: '[name]-[hash].js', sourcemap: true })
}
