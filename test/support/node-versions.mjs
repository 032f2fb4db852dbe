import { delimiter, join } from 'node:path'
import { cachedFolder } from './cached-folder.mjs'
import { run, runNpm } from './command.mjs'

/** The Node versions that the packages support. */
export const nodeVersions = ['20', '22', '24', '26']

/** The npm package that contains Node for this platform. It has no install script that would download it. */
const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/**
 * Returns an environment in which `node` is the latest release of a version, downloaded once to the user's cache.
 *
 * @param {string} version
 * @returns {Promise<{ PATH: string, release: string }>}
 */
export async function environmentOfNode(version) {
  const folder = await cachedFolder('orm-node-versions', version, async (stage) => {
    const options = ['--prefix', stage, '--no-save', '--ignore-scripts', '--engine-strict=false']
    const { code, output } = await runNpm(['install', ...options, `${packageName}@${version}`], { cwd: stage })
    if (code !== 0) throw new Error(`Node ${version} could not be fetched from npm:\n${output}`)
  })
  const bin = join(folder, 'node_modules', packageName, 'bin')
  const { stdout } = await run(join(bin, 'node'), ['--version'])
  return { PATH: [bin, process.env.PATH].join(delimiter), release: stdout.trim() }
}
