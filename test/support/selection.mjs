import { statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { run } from './command.mjs'
import { allTests } from './import-graph.mjs'
import { root } from './root.mjs'

/**
 * What a person asks for.
 *
 * @typedef {object} Selection
 * @property {string[]} files    test files, from the repository on
 * @property {string[]} options  of ava
 */

/**
 * Whether only a special command runs a test: `npm run test:cluster`, `npm run test:editor`, `npm run test:site`.
 *
 * @param {string} path
 */
export const hasOwnCommand = (path) => /^test\/(?:cluster|editor|site)\//.test(path)

/**
 * Reads test files, folders, patterns and options of ava from the command line.
 *
 * @param {readonly string[]} args
 * @returns {Selection}
 */
export function readSelection(args) {
  const tests = allTests()
  /** @type {Selection} */
  const selection = { files: [], options: [] }
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith('-') || /^(?:-m|--match)$/.test(args[index - 1] ?? '')) selection.options.push(arg)
    else selection.files.push(...named(arg, tests))
  }
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
  const path = normalize(name)
    .replace(/^test\/dist\/(.*)\.js$/, 'test/$1.ts')
    .replace(/\/$/, '')
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
  const pattern = isFolder ? `${path}/**` : path
  const found = tests.filter((test) => matches(pattern, test))
  if (found.length === 0) throw new RangeError(`no test file is called ${name}`)
  return found
}

/**
 * @param {string} pattern  `*` stands for any part of a name, `**` for any folders, `{a,b}` for either
 * @param {string} path
 */
function matches(pattern, path) {
  const source = pattern.replace(/\*\*\/?|[*{},]|[.+?^$()|[\]\\]/g, (sign) => {
    const known = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '{': '(?:', '}': ')', ',': '|' }
    return known[/** @type {keyof typeof known} */ (sign)] ?? `\\${sign}`
  })
  return new RegExp(`^${source}$`).test(path)
}

/**
 * The files that differ from the branch `main`: those of commits since, and what is not committed.
 *
 * @returns {Promise<string[]>}
 */
export async function changedFiles() {
  /** @param {readonly string[]} args */
  const git = async (...args) => {
    const { code, stdout, output } = await run('git', args)
    if (code !== 0) throw new RangeError(`git ${args.join(' ')} failed:\n${output}`)
    return stdout.split('\n').filter(Boolean)
  }
  const branch = (await run('git', ['rev-parse', '--verify', '--quiet', 'main'])).code === 0 ? 'main' : 'origin/main'
  const [base = ''] = await git('merge-base', 'HEAD', branch)
  const committed = await git('diff', '--name-only', base)
  return [...new Set([...committed, ...(await git('ls-files', '--others', '--exclude-standard'))])]
}

/** Names that so many modules contain that it says nothing. */
const commonNames = new Set(
  'test support core cli databases database plugins packages src schema schema.xml orm.yaml case.txt expected expected.txt'.split(
    ' ',
  ),
)

/**
 * The tests that changes can reach: by imports; of files that are no modules, because a module of the test names them.
 *
 * @param {readonly string[]} changed
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {(file: string) => boolean} usesPhp
 * @returns {{ files: string[], phpunit: boolean }}
 */
export function reachedBy(changed, graph, usesPhp) {
  const tests = allTests().filter((path) => !hasOwnCommand(path))
  if (changed.some((path) => /^(?:package(?:-lock)?\.json|(?:[^/]+\/)*tsconfig\.json|\.npmrc)$/.test(path)))
    return { files: tests, phpunit: true }
  const isRuntime = changed.some((path) => /^packages\/runtime\/.*\.(?:php|json)$/.test(path))
  const modules = new Set(changed.map(moduleOf))
  const words = new Set(changed.filter((path) => !/^(?:packages\/[^/]+\/src|test\/php)\//.test(path)).flatMap(namesOf))
  const files = tests.filter((test) => {
    // They read all sources and pages.
    if (test.startsWith('test/repo/') && changed.length > 0)
      return test !== 'test/repo/servers.test.ts' || modules.has(test)
    if (isRuntime && usesPhp(test)) return true
    const reached = [...graph.reach(test)]
    return reached.some(
      (path) => modules.has(path) || (path.startsWith('test/') && namesAny(graph.textOf(path), words)),
    )
  })
  return { files, phpunit: isRuntime || changed.some((path) => path.startsWith('test/php/')) }
}

/** @param {string} path */
function moduleOf(path) {
  if (/^packages\/core\/.*\.tpl$/.test(path)) return 'packages/core/src/php/templates/compiled.ts'
  return /^packages\/cli\/(?:bin|assets)\//.test(path) ? 'packages/cli/src/index.ts' : path
}

/**
 * What a module may call a file: its name, or a folder that it is in.
 *
 * @param {string} path
 */
const namesOf = (path) => (/\.(?:ts|mjs)$/.test(path) ? [] : path.split('/').filter((name) => !commonNames.has(name)))

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
