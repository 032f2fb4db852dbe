/**
 * Makes a release ready: `npm run release` packs every package and checks what is in it. Nothing leaves this machine and
 * nothing is tagged; `npm run release -- --tag` tags the commit once every check passed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packAll } from './pack.mjs'

/**
 * The largest a tarball may be, in kB, by folder of the package.
 *
 * @type {Record<string, number>}
 */
const sizeLimits = { cli: 150, core: 1500, database: 200, grunt: 50, gulp: 50, rollup: 80, runtime: 600 }

const root = fileURLToPath(new URL('..', import.meta.url))
const shallTag = process.argv.includes('--tag')
const problems = /** @type {string[]} */ ([])

/** @param {string} problem */
const complain = (problem) => problems.push(problem)

const folders = readdirSync(join(root, 'packages'))
const manifests = folders.map((folder) => ({ folder, ...readManifest(`packages/${folder}`) }))
const { version } = readManifest('.')
const tag = `v${version}`

checkVersions()
checkComposer()
checkChangelog()
checkTree()
const output = join(root, 'release')
rmSync(output, { recursive: true, force: true })
mkdirSync(output)
run('npm', ['run', '--silent', 'build'])
run(process.execPath, ['audit/audit.mjs'])
const tarballs = new Map(packAll(output).map(({ name, filename }) => [name, filename]))
for (const { folder, name } of manifests) checkPackage(folder, name)

if (problems.length > 0) {
  console.error(`\nNot ready to release ${tag}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  process.exit(1)
}
if (shallTag) run('git', ['tag', '--annotate', tag, '--message', `Orm ${version}`])
console.log(`
${shallTag ? `${tag} is tagged` : `${tag} is ready; \`npm run release -- --tag\` tags it`}. Then

  git push origin ${tag}
  for package in release/*.tgz; do npm publish "$package"; done`)

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

/** Composer takes the runtime from its npm package, and would guess a version that is not written. */
function checkComposer() {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/runtime/composer.json'), 'utf8'))
  if (manifest.version !== version) complain(`composer.json of the runtime has the version ${manifest.version}`)
}

function checkChangelog() {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version} `))
  if (!/\(\d{4}-\d\d-\d\d\)$/.test(heading ?? '')) {
    complain(`CHANGELOG.md has no heading "## ${version} (yyyy-mm-dd)"`)
  }
}

function checkTree() {
  if (capture('git', ['status', '--porcelain']) !== '') complain('some changes are not committed')
  if (capture('git', ['tag', '--list', tag]) !== '') complain(`${tag} exists`)
}

/**
 * @param {string} folder
 * @param {string} name
 */
function checkPackage(folder, name) {
  const tarball = join(output, tarballs.get(name) ?? '')
  const size = Math.ceil(statSync(tarball).size / 1000)
  console.log(`${name} ${size} kB`)
  const limit = sizeLimits[folder]
  if (limit === undefined) complain(`${name} has no limit of size in audit/release.mjs`)
  else if (size > limit) complain(`${name} has ${size} kB; the limit is ${limit} kB`)
  // It holds PHP, and nothing to import.
  if (name === 'orm-runtime') return
  run('npx', ['--no-install', 'publint', '--strict', tarball])
  run('npx', ['--no-install', 'attw', '--profile', 'esm-only', tarball])
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
