import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { run, runNpm } from './command.mjs'

export interface Registry {
  readonly url: string
  close(): void
}

/** Starts an npm registry on a separate port. It serves our packages from the tarballs and all others from the usual registry. */
export async function startRegistry(tarballs: ReadonlyMap<string, string>): Promise<Registry> {
  const { stdout } = await runNpm(['config', 'get', 'registry'])
  const usual = stdout.trim().replace(/\/*$/, '/')
  const files = new Map([...tarballs.values()].map((path) => [`/tarballs/${basename(path)}`, path]))
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    const name = path.slice(1)
    const file = files.get(path)
    if (file) response.end(await readFile(file))
    else if (tarballs.has(name)) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(await packument(name, tarballs.get(name)!, url)))
    } else response.writeHead(302, { location: usual + name.replace('/', name.startsWith('@') ? '%2f' : '/') }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Returns the registry's metadata of a package. */
async function packument(name: string, tarball: string, url: string): Promise<object> {
  const { stdout } = await run('tar', ['-xOzf', tarball, 'package/package.json'])
  const manifest = JSON.parse(stdout)
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64')}`
  const version = { ...manifest, dist: { tarball: `${url}/tarballs/${basename(tarball)}`, integrity } }
  return { name, 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: version } }
}
