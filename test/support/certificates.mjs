import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'

/**
 * Returns variables that replace NODE_EXTRA_CA_CERTS. Node 20 reads those certificates at each start, which takes four times as
 * long as the rest of the start. A run starts Node several hundred times, but only npm talks to servers outside this machine,
 * so npm gets the certificates through its configuration. If the user's npm configuration already names a file, npm only reads
 * that file.
 *
 * @param {string} folder  of the run
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Record<string, string | undefined>} variables for all processes of the run
 */
export function certificatesIn(folder, { NODE_EXTRA_CA_CERTS: extra, npm_config_cafile: own } = process.env) {
  if (!extra) return {}
  if (own) return { NODE_EXTRA_CA_CERTS: undefined }
  const file = join(folder, 'certificates.pem')
  // With a `cafile`, npm trusts no other certificates, so the root certificates are included.
  writeFileSync(file, [...rootCertificates, readFileSync(extra, 'utf8')].join('\n'), { mode: 0o644 })
  return { NODE_EXTRA_CA_CERTS: undefined, npm_config_cafile: file }
}
