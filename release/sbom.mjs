import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closureOf, root } from './closure.mjs'

/**
 * Writes `sbom.cdx.json`, a CycloneDX 1.5 bill of materials, into a package: everything that users install with it, by name,
 * version, license and checksum.
 *
 * @param {string} folder  its name in `packages`
 */
export function writeBillOfMaterials(folder) {
  const place = join(root, 'packages', folder)
  const { name, version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const own = `packages/${folder}`
  const closure = closureOf(own)
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component({ name, entry: { version, license } }) },
    components: [...closure].filter(([path]) => path !== own).map(([, installed]) => component(installed)),
    dependencies: [...closure.values()].map(({ needs, ...installed }) => ({
      ref: reference(installed),
      dependsOn: needs.map((need) => reference(/** @type {any} */ (closure.get(need)))),
    })),
  }
  const text = `${JSON.stringify(bom, null, 2)}\n`
  const file = join(place, 'sbom.cdx.json')
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  // Packages may be packed concurrently, so the file is replaced atomically.
  const written = join(place, `sbom.${process.pid}.json`)
  writeFileSync(written, text)
  renameSync(written, file)
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
