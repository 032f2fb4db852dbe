import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'

/**
 * Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at each start, which takes four times as long as all the rest of the
 * start. A run starts Node some hundred times, and only npm talks to servers outside of this machine: it gets the certificates by
 * its configuration instead. Where the user's configuration of npm has a file, npm reads that one only.
 *
 * @param {string} folder  of the run
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Record<string, string | undefined>} variables for all processes of the run
 */
export function certificatesIn(folder, { NODE_EXTRA_CA_CERTS: extra, npm_config_cafile: own } = process.env) {
  if (!extra) return {}
  if (own) return { NODE_EXTRA_CA_CERTS: undefined }
  const file = join(folder, 'certificates.pem')
  // npm then trusts nobody else.
  writeFileSync(file, [...rootCertificates, readFileSync(extra, 'utf8')].join('\n'), { mode: 0o644 })
  return { NODE_EXTRA_CA_CERTS: undefined, npm_config_cafile: file }
}
