/**
 * PHP of a given version, as the command line knows it: `node php-from-npm.mjs <folder> <version>
 * <arguments>`, where the folder has @php-wasm/universal and @php-wasm/node-8-x. It sees the disk of this machine, but starts other programs only through a shell and locks no files.
 */
import { spawn } from 'node:child_process'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder = '', version = '', ...args] = process.argv.slice(2)

/** @param {string} name */
const load = (name) => import(pathToFileURL(join(folder, 'node_modules', '@php-wasm', name, 'index.js')).href)

const { PHP, loadPHPRuntime } = await load('universal')
const { getPHPLoaderModule, jspi } = await load(`node-${version.replace('.', '-')}`)

const runtime = await loadPHPRuntime(await getPHPLoaderModule(), {
  phpWasmAsyncMode: (await jspi()) ? 'jspi' : 'asyncify',
  processId: process.pid,
  quit: (/** @type {number} */ _code, /** @type {Error} */ error) => {
    throw error
  },
  onRuntimeInitialized: listFoldersLikeUnix,
})
const php = new PHP(runtime)
php.setSpawnHandler(spawn)
const ofSystem = ['/dev', '/proc', '/sys']
const places = readdirSync('/').map((name) => `/${name}`)
// Temporary files may be in memory.
for (const path of [...places.filter((place) => !ofSystem.includes(place)), '/dev/shm']) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue
  if (!php.fileExists(path)) php.mkdirTree(path)
  php.mount(path, mount)
}
php.chdir(process.cwd())

const answer = await php.cli(['php', ...args], { env: { ...process.env } })
await Promise.all([copy(answer.stdout, process.stdout), copy(answer.stderr, process.stderr)])
// PHP leaves handles open, so that Node would wait for ever.
process.exit(await answer.exitCode)

/**
 * @param {unknown} _php
 * @param {any} files  Emscripten's file system
 * @param {string} path
 */
function mount(_php, files, path) {
  files.mount(files.filesystems.NODEFS, { root: realpathSync(path) }, path)
  return () => {}
}

/**
 * PHP expects `.` and `..` in every folder.
 *
 * @param {any} phpRuntime
 */
function listFoldersLikeUnix({ FS: { filesystems } }) {
  const operations = filesystems.NODEFS.node_ops
  const { readdir } = operations
  operations.readdir = (/** @type {unknown} */ node) => [...new Set(['.', '..', ...readdir(node)])]
}

/**
 * @param {AsyncIterable<Uint8Array>} from
 * @param {NodeJS.WritableStream} to
 */
async function copy(from, to) {
  for await (const chunk of from) await new Promise((resolve) => to.write(chunk, resolve))
}
