import { existsSync, statSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { run } from './command.mjs'
import { allTests } from './import-graph.mjs'
import { root } from './root.mjs'

/**
 * The requested tests.
 *
 * @typedef {object} Selection
 * @property {string[]} files    test files, relative to the repository
 * @property {string[]} options  for ava
 */

/**
 * Returns the special command that runs a test, or what it consists of; undefined if `npm test` does.
 *
 * @param {string} path
 * @returns {string | undefined}
 */
export function ownCommand(path) {
  const [, name] = /^test\/(cluster|editor|site)\//.exec(path) ?? []
  return name && `npm run test:${name}`
}

/** @param {string} path */
export const hasOwnCommand = (path) => ownCommand(path) !== undefined

/** The supported ava options: those with a value, which may be the next argument, and those without. */
const withValue = /^(?:-m|--match|-c|--concurrency|-T|--timeout|--node-arguments)$/
const withoutValue = /^(?:-s|--serial|-v|--verbose|-u|--update-snapshots|--fail-fast)$/

/**
 * Reads test files, folders, patterns, and ava options from the command line.
 *
 * @param {readonly string[]} args
 * @returns {Selection}
 */
export function readSelection(args) {
  const tests = allTests()
  /** @type {Selection} */
  const selection = { files: [], options: [] }
  for (const [index, arg] of args.entries()) {
    if (arg === '') throw new RangeError('an argument is empty')
    if (withValue.test(args[index - 1] ?? '')) selection.options.push(arg)
    else if (!arg.startsWith('-')) selection.files.push(...named(arg, tests))
    else if (withValue.test(arg.replace(/=.*$/s, '')) || withoutValue.test(arg)) selection.options.push(arg)
    else throw new RangeError(`there is no option ${arg}; CONTRIBUTING.md lists the commands`)
  }
  const last = args.at(-1) ?? ''
  if (withValue.test(last) && !withValue.test(args.at(-2) ?? '')) throw new RangeError(`${last} needs a value`)
  // Without a file, an option such as --match applies to every test of `npm test`.
  if (selection.files.length === 0) selection.files = tests.filter((path) => !hasOwnCommand(path))
  selection.files = [...new Set(selection.files)]
  return selection
}

/**
 * @param {string} name
 * @param {readonly string[]} tests
 */
function named(name, tests) {
  const path = fromRoot(name)
    .replace(/^test\/dist\/(.*)\.js$/, 'test/$1.ts')
    .replace(/\/$/, '')
  const isFolder = statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory()
  const pattern = isFolder ? `${path}/**` : path
  const found = path === '' ? [...tests] : tests.filter((test) => matches(pattern, test))
  if (found.length > 0) return found
  if (isFolder) throw new RangeError(`no test file is in the folder ${name}`)
  const stem = basename(path).replace(/\..*$/, '')
  const alike = stem === '' ? [] : tests.filter((test) => basename(test, '.test.ts') === stem)
  const hint = alike.length > 0 ? `; did you mean ${alike.join(' or ')}?` : ''
  throw new RangeError(`no test file is called ${name}${hint}`)
}

/**
 * Returns a path relative to the repository. Editors pass absolute paths; a user may be in a subfolder, which npm reports.
 *
 * @param {string} name
 */
function fromRoot(name) {
  const here = resolve(process.env.INIT_CWD ?? root, name)
  const path = relative(root, here)
  return existsSync(here) && !path.startsWith('..') ? path : relative(root, resolve(root, name))
}

/**
 * @param {string} pattern  `*` stands for any part of a name, `**` for any folders, `{a,b}` for either
 * @param {string} path
 */
const matches = (pattern, path) => new RegExp(`^${sourceOf(pattern)}$`).test(path)

/**
 * @param {string} pattern
 * @returns {string} of a regular expression
 */
const sourceOf = (pattern) =>
  pattern.replace(/\*\*\/?|\*|\{[^{}]*\}|[.+?^$()|[\]\\{}]/g, (sign) => {
    if (/^\{.*\}$/.test(sign)) return `(?:${sign.slice(1, -1).split(',').map(sourceOf).join('|')})`
    const known = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' }
    return known[/** @type {keyof typeof known} */ (sign)] ?? `\\${sign}`
  })

/**
 * Returns the files that differ from the branch `main`: those of later commits and uncommitted ones.
 *
 * @returns {Promise<string[]>}
 */
export async function changedFiles() {
  /** @param {readonly string[]} args */
  const git = async (...args) => {
    const { code, stdout, output } = await run('git', args)
    if (code !== 0) throw new RangeError(`git ${args.join(' ')} failed:\n${output}`)
    return stdout.split(/[\n\0]/).filter(Boolean)
  }
  const branch = (await run('git', ['rev-parse', '--verify', '--quiet', 'main'])).code === 0 ? 'main' : 'origin/main'
  const [base = ''] = await git('merge-base', 'HEAD', branch)
  // A renamed file counts under both names. Without -z, git quotes names with non-ASCII characters.
  const committed = await git('diff', '--name-only', '--no-renames', '-z', base)
  return [...new Set([...committed, ...(await git('ls-files', '--others', '--exclude-standard', '-z'))])]
}

/** Names that occur in too many modules to identify a test. */
const commonNames = new Set(
  'test support core cli databases database plugins packages src schema schema.xml orm.yaml case.txt expected expected.txt'.split(
    ' ',
  ),
)

/** Files that every test uses. */
const ofAllTests =
  /^(?:package(?:-lock)?\.json|(?:[^/]+\/)*tsconfig\.json|\.npmrc|ava\.config\.mjs|test\/support\/(?:worker|group)\.mjs)$/

/** Files that bundle a package from its modules or load it. */
const ofPackage = /^(packages\/[^/]+\/)(?:(?:bundle|compile-\w+)\.mjs|load\.cjs|package\.json)$/

/** Files that run the servers in a separate process. */
const ofServers =
  /^test\/support\/(?:servers|servers\/(?:account|household|keeper|mariadb|postgresql)|temporary-place)\.mjs$/

/** PHP packages, whose tests need a separate tool. */
const phpPackage = /^packages\/(runtime|laravel|symfony)\/(?!README)/

/**
 * Returns the tests that changes can affect: for modules through imports; for other files because a module of the test names
 * them.
 *
 * @param {readonly string[]} changed
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {(file: string, tool: import('./tools.mjs').ToolName) => boolean} needs
 * @returns {{ files: string[], phpunit: boolean }}
 */
export function reachedBy(changed, graph, needs) {
  const tests = allTests().filter((path) => !hasOwnCommand(path))
  if (changed.some((path) => ofAllTests.test(path))) return { files: tests, phpunit: true }
  const phpPackages = new Set(changed.map((path) => phpPackage.exec(path)?.[1] ?? ''))
  const isRuntime = phpPackages.has('runtime')
  const areServers = changed.some((path) => ofServers.test(path))
  const packages = changed.flatMap((path) => ofPackage.exec(path)?.[1] ?? [])
  const modules = new Set(changed.map(moduleOf))
  const words = new Set(changed.flatMap(namesOf))
  /** @type {Map<string, boolean>} */
  const naming = new Map()
  const namesChange = (/** @type {string} */ path) => {
    if (!naming.has(path)) naming.set(path, namesAny(graph.textOf(path), words))
    return naming.get(path)
  }
  const files = tests.filter((test) => {
    if (areServers && (needs(test, 'postgresql') || needs(test, 'mariadb'))) return true
    // These tests read all sources and pages.
    if (test.startsWith('test/repo/') && changed.length > 0)
      return test !== 'test/repo/servers.test.ts' || modules.has(test)
    if (isRuntime && needs(test, 'php')) return true
    if (phpPackages.has('laravel') && needs(test, 'laravel')) return true
    if (phpPackages.has('symfony') && needs(test, 'symfony')) return true
    const reached = [...graph.reach(test)]
    return reached.some(
      (path) =>
        modules.has(path) ||
        packages.some((folder) => path.startsWith(folder)) ||
        (words.size > 0 && path.startsWith('test/') && namesChange(path)),
    )
  })
  return { files, phpunit: isRuntime || areServers || changed.some((path) => path.startsWith('test/php/')) }
}

/** @param {string} path */
function moduleOf(path) {
  if (/^packages\/core\/.*\.tpl$/.test(path)) return 'packages/core/src/php/templates/compiled.ts'
  return /^packages\/cli\/(?:bin|assets)\//.test(path) ? 'packages/cli/src/index.ts' : path
}

/**
 * Returns the names by which a module can refer to a file that it does not import: the file name, or a folder that contains it.
 *
 * @param {string} path
 */
function namesOf(path) {
  // Only the command of this name loads it.
  if (path.startsWith('packages/studio/')) return ['studio']
  if (/^(?:packages\/[^/]+\/src|test\/php)\/|^(?:packages|test)\/.*\.(?:ts|mjs)$/.test(path)) return []
  return path.split('/').filter((name) => !commonNames.has(name))
}

/**
 * @param {string} text
 * @param {ReadonlySet<string>} words
 */
function namesAny(text, words) {
  for (const [, , quoted = ''] of text.matchAll(/(['"`])([\w@${}./-]+)\1/g)) {
    if (quoted.split('/').some((name) => words.has(name))) return true
  }
  return false
}
