/**
 * Prepares a release: `npm run release` packs every package and checks its contents. Nothing leaves this machine and nothing is
 * tagged.
 *
 * `--tag` tags the commit once every check has passed.
 * `--dry-run` checks whether publishing would work today: the names on npm, the contents, and the requirements of provenance.
 *   Steps for the day of the release, such as the date in the changelog, are listed and do not fail.
 * `--publish` publishes in the workflow `release`, which a pushed tag starts, because only there npm signs the origin of
 *   packages.
 * `--repository=URL` replaces the URL of the remote `origin`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packAll, phpPackages } from './pack.mjs'
import { packageProblems, provenanceProblems, tryPublishing } from './publishing.mjs'

/**
 * Maximum size of a tarball in kB, by package directory.
 *
 * @type {Record<string, number>}
 */
const sizeLimits = {
  cli: 200,
  core: 1500,
  database: 250,
  grunt: 50,
  gulp: 50,
  project: 100,
  rollup: 80,
  runtime: 600,
  'language-server': 80,
  studio: 80,
  laravel: 80,
  symfony: 80,
}

const root = fileURLToPath(new URL('..', import.meta.url))
const shallTag = process.argv.includes('--tag')
const isDryRun = process.argv.includes('--dry-run')
const shallPublish = process.argv.includes('--publish')
const problems = /** @type {string[]} */ ([])
/** Steps that are required for a release, but not for a dry run. */
const leftToDo = /** @type {string[]} */ ([])

/** @param {string} problem */
const complain = (problem) => problems.push(problem)

const folders = readdirSync(join(root, 'packages'))
const manifests = folders.map((folder) => ({ folder, ...readManifest(`packages/${folder}`) }))
const { version } = readManifest('.')
const tag = `v${version}`

const repository = repositoryOf()

checkVersions()
checkComposer()
checkChangelog()
checkTree()
const output = join(root, 'packed')
rmSync(output, { recursive: true, force: true })
mkdirSync(output)
run('npm', ['run', '--silent', 'build'])
run(process.execPath, ['release/audit.mjs'])
const tarballs = new Map(packAll(output, repository).map(({ name, filename }) => [name, filename]))
for (const { folder, name } of manifests) await checkPackage(folder, name)
if (isDryRun) {
  problems.push(...provenanceProblems())
  for (const { name } of manifests) await checkPublishing(name)
} else problems.push(...leftToDo.splice(0))

if (problems.length > 0) {
  console.error(`\nNot ready to release ${tag}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exit(1)
}
if (isDryRun) {
  console.log(`\nnpm would accept all ${manifests.length} packages.`)
  if (leftToDo.length > 0) console.log(`Left to do before ${tag}:\n${leftToDo.map((what) => `  ${what}`).join('\n')}`)
  process.exit(0)
}
if (shallPublish) {
  for (const { name } of inOrder()) {
    execFileSync('npm', ['publish', tarballOf(name)], { cwd: root, stdio: 'inherit' })
  }
  process.exit(0)
}
if (shallTag) run('git', ['tag', '--annotate', tag, '--message', `Orm ${version}`])
console.log(`
${shallTag ? `${tag} is tagged` : `${tag} is ready; \`npm run release -- --tag\` tags it`}. Then

  git push origin ${tag}

starts the workflow that publishes.`)

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

function checkVersions() {
  for (const manifest of manifests) {
    if (manifest.version !== version) complain(`${manifest.name} has the version ${manifest.version}, not ${version}`)
    for (const { name } of manifests) {
      const wanted = manifest.dependencies?.[name]
      if (wanted !== undefined && wanted !== version) complain(`${manifest.name} asks for ${name} ${wanted}`)
    }
  }
}

/**
 * Checks the versions in composer.json. Composer installs PHP packages from their npm packages, and would guess a missing
 * version.
 */
function checkComposer() {
  for (const folder of phpPackages()) {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'composer.json'), 'utf8'))
    if (manifest.version !== version) complain(`composer.json of ${folder} has the version ${manifest.version}`)
  }
}

function checkChangelog() {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version} `))
  if (!/\(\d{4}-\d\d-\d\d\)$/.test(heading ?? '')) {
    leftToDo.push(`CHANGELOG.md has no heading "## ${version} (yyyy-mm-dd)"`)
  }
}

function checkTree() {
  if (capture('git', ['status', '--porcelain']) !== '') leftToDo.push('some changes are not committed')
  if (!shallPublish && capture('git', ['tag', '--list', tag]) !== '') leftToDo.push(`${tag} exists`)
  if (repository === undefined) leftToDo.push('there is no remote "origin", whose address the packages name')
}

/** Returns the repository URL in the form that npm compares with the publishing workflow. */
function repositoryOf() {
  const given = process.argv.find((arg) => arg.startsWith('--repository='))?.slice('--repository='.length)
  const url =
    given ??
    (capture('git', ['remote']).split('\n').includes('origin')
      ? capture('git', ['remote', 'get-url', 'origin'])
      : undefined)
  return url && `git+${url.replace(/^git\+/, '').replace(/^git@([^:]+):/, 'https://$1/')}`
}

/** Returns the packages in dependency order. */
function inOrder() {
  const depth = (/** @type {string} */ name) =>
    /** @type {number} */ (
      Math.max(
        0,
        ...Object.keys(manifestOf(name)?.dependencies ?? {}).map((other) => (manifestOf(other) ? 1 + depth(other) : 0)),
      )
    )
  return [...manifests].sort((a, b) => depth(a.name) - depth(b.name))
}

/** @param {string} name */
function manifestOf(name) {
  return manifests.find((manifest) => manifest.name === name)
}

/** @param {string} name */
function tarballOf(name) {
  return join(output, tarballs.get(name) ?? '')
}

/** @param {string} name */
async function checkPublishing(name) {
  const outcome = await tryPublishing({ tarball: tarballOf(name), repository })
  problems.push(...outcome.problems)
  if (outcome.name === 'not asked') leftToDo.push(`${name}: npm could not be asked whether the name is free`)
  console.log(
    `${name} ${version}: ${outcome.name === 'not asked' ? 'npm cannot be asked' : `the name is ${outcome.name}`}`,
  )
}

/**
 * @param {string} folder
 * @param {string} name
 */
async function checkPackage(folder, name) {
  const tarball = tarballOf(name)
  const size = Math.ceil(statSync(tarball).size / 1000)
  console.log(`${name} ${size} kB`)
  const limit = sizeLimits[folder]
  if (limit === undefined) complain(`${name} has no limit of size in release/release.mjs`)
  else if (size > limit) complain(`${name} has ${size} kB; the limit is ${limit} kB`)
  // A PHP package has nothing to import.
  if (phpPackages().includes(folder)) return
  problems.push(...(await packageProblems(tarball)).map((problem) => `${name}: ${problem}`))
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  try {
    capture(command, args)
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error)
    complain(`${[command, ...args].join(' ')} failed:\n${stdout}${stderr}`.trimEnd())
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function capture(command, args) {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}
