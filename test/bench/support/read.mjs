// Reads and checks the schema of the project in the current folder, and makes nothing of it.
import { setFlagsFromString } from 'node:v8'
import { disk, findSchemas, iterateModel, loadConfig } from 'orm-core/internal'

// As the commands do.
if (process.versions.node.startsWith('20.')) {
  for (const flag of ['--interrupt-budget=400000', '--no-turbo-inlining']) setFlagsFromString(flag)
}

const config = await loadConfig({ env: {} })
await iterateModel(await findSchemas(config.paths.schemaDir, disk), { config })
