// Puts the compiled modules of the package in the current folder together into few files: Node takes longer to find and
// link 200 modules than to run most commands. What one entry needs and another does not stays apart. The files are run by
// load.cjs, which keeps what V8 compiled of them; what the package exports are modules that get their names from them. Tests of
// modules that no entry exports see the modules themselves, by the condition "orm-modules". Packages under "bundled" of the
// manifest, which are many files too, become one file each.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, posix } from 'node:path'
import { rollup } from 'rollup'

/** @typedef {import('rollup').OutputChunk} Chunk */

const isBundled = /^orm-(?:core|project)\b/

const [modules, target] = ['dist', 'bundle'].map((folder) => join(process.cwd(), folder))
const { name: ownName, exports, bundled = [] } = manifestIn(process.cwd())
const entries = Object.values(exports).flatMap(
  ({ default: file = '' }) => /^\.\/bundle\/(.+)\.js$/.exec(file)?.[1] ?? [],
)

/** @param {string} path */
const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const newest = Math.max(
  ...[join(modules, 'tsconfig.tsbuildinfo'), 'package.json', import.meta.filename].map((path) => timeOf(path)),
)
if (timeOf(join(target, `${entries[0]}.js`)) < newest) {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, join(modules, `${entry}.js`)])),
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    // Nearly all of what the modules export is used, and looking for the rest takes a third of the time.
    treeshake: false,
    plugins: [
      {
        name: 'load',
        resolveImportMeta: () => "require('node:url').pathToFileURL(__filename).href",
        renderDynamicImport: () => ({ left: 'importModule(', right: ')' }),
      },
    ],
  })
  rmSync(target, { recursive: true, force: true })
  const { output } = await bundle.generate({
    dir: target,
    format: 'cjs',
    exports: 'named',
    // Packages are imported as modules, see facadeOf(); what Node has is not.
    interop: (id) => (id && isBuiltin(id) ? 'default' : 'esModule'),
    paths: (id) => (isBundled.test(id) ? fileIn(id) : id),
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    sourcemap: true,
  })
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  for (const file of output) {
    write(file.fileName, file.type === 'chunk' ? withFacades(file, chunks) : file.source)
  }
  for (const chunk of chunks.values())
    if (hasFacade(chunk, chunks)) write(facadeName(chunk.fileName), facadeOf(chunk, chunks))
  write(
    'import.cjs',
    '// import() as the files of this package do it, see load.cjs of orm-core.\nmodule.exports = (name) => import(name)\n',
  )
  for (const name of bundled) await bundlePackage(name)
}

/**
 * @param {string} name
 * @param {string | Uint8Array} contents
 */
function write(name, contents) {
  mkdirSync(dirname(join(target, name)), { recursive: true })
  writeFileSync(join(target, name), name.endsWith('.cjs') ? asciiOf(String(contents)) : contents)
}

/**
 * Other characters as escapes, which are the same in strings, templates and regular expressions.
 *
 * @param {string} code
 */
function asciiOf(code) {
  // Nothing may be escaped twice, or be raw.
  const bad = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f][^`]*`/.exec(code)?.[0]
  if (bad) throw new Error(`${bad} cannot be written in ASCII`)
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * The file of another package that load.cjs takes for what that package exports.
 *
 * @param {string} id
 */
function fileIn(id) {
  const file = createRequire(join(process.cwd(), 'package.json')).resolve(id)
  const [, inBundle] = /[\\/](bundle[\\/].+)\.js$/.exec(file) ?? []
  if (inBundle === undefined) throw new Error(`${id} is not in a bundle`)
  return `${id.split('/')[0]}/${inBundle.replaceAll('\\', '/')}.cjs`
}

/** @param {string} folder */
function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * Chunks that need no package are loaded as they are, wherever they are needed.
 *
 * @param {Chunk} chunk
 * @param {ReadonlyMap<string, Chunk>} chunks
 */
function hasFacade(chunk, chunks) {
  return chunk.isEntry || (chunk.isDynamicEntry && packagesOf(chunk, chunks).length > 0)
}

/** @param {string} fileName */
function facadeName(fileName) {
  return fileName.replace(/\.cjs$/, '.js')
}

/**
 * A module with the names of a chunk. It imports the packages that the chunk needs: some are modules only, which a
 * program that is loaded otherwise may get as a second copy.
 *
 * @param {Chunk} chunk
 * @param {ReadonlyMap<string, Chunk>} chunks
 */
function facadeOf(chunk, chunks) {
  const packages = packagesOf(chunk, chunks)
  const loader =
    ownName === 'orm-core' ? `${'../'.repeat(chunk.fileName.split('/').length)}load.cjs` : 'orm-core/internal/load'
  const lines = [
    "import { fileURLToPath } from 'node:url'",
    `import load from '${loader}'`,
    ...packages.map((name, index) => `import * as package$${index} from '${name}'`),
    `const file = fileURLToPath(new URL('./${posix.basename(chunk.fileName)}', import.meta.url))`,
    `const own = load(file, { ${packages.map((name, index) => `'${name}': package$${index}`).join(', ')} })`,
    `export const { ${chunk.exports.filter((name) => name !== 'default').join(', ')} } = own`,
    ...(chunk.exports.includes('default') ? ['export default own.default'] : []),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * @param {Chunk} chunk
 * @param {ReadonlyMap<string, Chunk>} chunks
 * @param {Set<string>} seen
 * @returns {string[]}
 */
function packagesOf(chunk, chunks, seen = new Set()) {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const names = chunk.imports.flatMap((name) => {
    const other = chunks.get(name)
    if (other) return packagesOf(other, chunks, seen)
    return isBuiltin(name) || isBundled.test(name) ? [] : [name]
  })
  return [...new Set(names)]
}

/**
 * A chunk that is loaded later is imported by its module, if it has one.
 *
 * @param {Chunk} file
 * @param {ReadonlyMap<string, Chunk>} chunks
 */
function withFacades({ code, fileName }, chunks) {
  // A bundled package is loaded like a file of the bundle.
  const toTop = '../'.repeat(fileName.split('/').length - 1) || './'
  const own = code.replace(/\bnode_module\.createRequire\(.*?\)\('#([\w-]+)'/g, `require('${toTop}$1.cjs'`)
  return own.replace(/(?<=\bimportModule\('\.\/)[^']+(?='\))/g, (name) => {
    const chunk = chunks.get(name)
    return chunk && hasFacade(chunk, chunks) ? facadeName(name) : name
  })
}

/**
 * As CommonJS, which can be loaded at any time, by the modules that the package has for browsers and bundlers.
 *
 * @param {string} name
 */
async function bundlePackage(name) {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  const bundle = await rollup({ input: join(folder, manifestIn(folder).exports['.'].default) })
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named' })
  write(`${name}.cjs`, output[0].code)
  copyFileSync(join(folder, 'LICENSE'), join(target, `${name}.LICENSE`))
}
