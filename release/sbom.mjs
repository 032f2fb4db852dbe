/**
 * Writes `sbom.cdx.json` into the package in the current folder: what it brings to a user, by name, version, licence and
 * checksum, as a bill of materials of CycloneDX 1.5. Run when a package is packed.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { closureOf } from './closure.mjs'

const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = `packages/${basename(process.cwd())}`
const closure = closureOf(folder)

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: component({ name, entry: { version, license } }) },
  components: [...closure].filter(([path]) => path !== folder).map(([, installed]) => component(installed)),
  dependencies: [...closure.values()].map(({ needs, ...installed }) => ({
    ref: reference(installed),
    dependsOn: needs.map((need) => reference(/** @type {any} */ (closure.get(need)))),
  })),
}
const text = `${JSON.stringify(bom, null, 2)}\n`
// Packages may be packed several times at once: nobody gets half a file.
if (!existsSync('sbom.cdx.json') || readFileSync('sbom.cdx.json', 'utf8') !== text) {
  writeFileSync(`sbom.${process.pid}.json`, text)
  renameSync(`sbom.${process.pid}.json`, 'sbom.cdx.json')
}

/** @param {Pick<import('./closure.mjs').Installed, 'name' | 'entry'>} installed */
function component(installed) {
  const { name, entry } = installed
  const sha512 = /^sha512-(.+)$/.exec(entry.integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': reference(installed),
    name,
    version: entry.version,
    ...(entry.license && { licenses: [{ expression: entry.license }] }),
    purl: reference(installed),
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
  }
}

/** @param {Pick<import('./closure.mjs').Installed, 'name' | 'entry'>} installed */
function reference({ name, entry }) {
  return `pkg:npm/${name.replace('@', '%40')}@${entry.version}`
}
