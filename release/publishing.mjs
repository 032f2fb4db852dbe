import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './closure.mjs'

/** TypeScript resolution modes without ESM support, which attw ignores in its profile `esm-only`. */
const ignoredResolutions = ['node10', 'node16-cjs']

/**
 * Returns the findings of publint and attw, linters for npm packages, in a tarball. They run in this process, so that attw
 * loads its compiler only once for all packages.
 *
 * @param {string} tarball
 * @returns {Promise<string[]>}
 */
export async function packageProblems(tarball) {
  // Imported here, because loading their compiler takes two seconds.
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
  const { publint } = await import('publint')
  const { formatMessage } = await import('publint/utils')
  const data = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true })
  const contents = createPackageFromTarballData(data)
  rememberDirectories(contents)
  // An HTML page has no types.
  const analysis = await checkPackage(contents, { excludeEntrypoints: ['errors.html'] })
  const problems = analysis.types ? analysis.problems : [{ kind: 'NoTypes' }]
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg)}`),
    ...problems
      .filter((problem) => !('resolutionKind' in problem && ignoredResolutions.includes(problem.resolutionKind)))
      .map((problem) => `attw: ${JSON.stringify(problem)}`),
  ]
}

/**
 * Caches directory lookups. The compiler checks few directories thousands of times, and attw reads the names of all files each
 * time.
 *
 * @param {{ directoryExists(path: string): boolean }} contents
 */
function rememberDirectories(contents) {
  const ask = contents.directoryExists.bind(contents)
  const answers = /** @type {Map<string, boolean>} */ (new Map())
  contents.directoryExists = (path) => {
    const answer = answers.get(path) ?? ask(path)
    answers.set(path, answer)
    return answer
  }
}

/**
 * Checks whether npm would accept a tarball, without sending it.
 *
 * @param {object} publication
 * @param {string} publication.tarball
 * @param {string | undefined} publication.repository  URL that provenance refers to
 * @param {NodeJS.ProcessEnv} [publication.env]
 * @returns {Promise<{ problems: string[], name: 'free' | 'ours' | 'taken' | 'not asked' }>}
 */
export async function tryPublishing({ tarball, repository, env = process.env }) {
  const manifest = JSON.parse(await capture('tar', ['-xzOf', tarball, 'package/package.json'], env))
  const { name, version, license, description, publishConfig } = manifest
  const problems = /** @type {string[]} */ ([])
  if (!license || !description) problems.push(`${name} has no license or no description`)
  if (publishConfig?.access !== 'public' || publishConfig.provenance !== true)
    problems.push(`${name} would be published without provenance`)
  if (repository !== undefined && manifest.repository?.url !== repository)
    problems.push(`${name} does not name its repository`)

  const found = await onNpm(name, env)
  if (found === 'unreachable') return { problems, name: 'not asked' }
  const isOurs = found !== undefined && repository !== undefined && found.repository?.url === repository
  if (found && !isOurs) {
    problems.push(`${name}: the name is taken on npm (${found.version}: ${found.description})`)
    return { problems, name: 'taken' }
  }
  try {
    // npm can sign packages only in a workflow.
    await capture('npm', ['publish', '--dry-run', '--provenance=false', tarball], env)
  } catch (error) {
    problems.push(`${name} ${version}: npm publish --dry-run failed:\n${saidBy(error)}`.trimEnd())
  }
  return { problems, name: found ? 'ours' : 'free' }
}

/** Returns what prevents npm from signing the origin of packages. */
export function provenanceProblems() {
  const file = '.github/workflows/release.yml'
  const workflow = readFileSync(join(root, file), 'utf8')
  return [
    ...(/^permissions: .*\bid-token: write\b/m.test(workflow) ? [] : [`${file} may not sign: id-token is not "write"`]),
    ...(workflow.includes('npm run release -- --publish') ? [] : [`${file} does not publish`]),
  ]
}

/**
 * Returns the published package with this name.
 *
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ version: string, description?: string, repository?: { url?: string } } | 'unreachable' | undefined>}
 */
async function onNpm(name, env) {
  try {
    return JSON.parse(await capture('npm', ['view', name, 'version', 'description', 'repository', '--json'], env))
  } catch (error) {
    return /\bE404\b/.test(saidBy(error)) ? undefined : 'unreachable'
  }
}

/** @param {unknown} error */
function saidBy(error) {
  const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
  return stdout + stderr
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function capture(command, args, env) {
  return (await promisify(execFile)(command, args, { cwd: root, env })).stdout
}
