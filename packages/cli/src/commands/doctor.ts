import type { CommandWork } from '../command.js'
import type { Finding } from '../doctor/finding.js'
import { checkNode, checkPackages } from '../doctor/packages.js'
import { checkComposer, checkPhp } from '../doctor/php.js'
import {
  checkConfiguration,
  checkDatabases,
  checkMigrations,
  checkOutputs,
  checkPermissions,
} from '../doctor/project.js'
import { progressLine } from '../progress-line.js'
import { count } from '../report.js'

const marks = { ok: '✓', warning: '!', error: '✗' } as const

export const doctor: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'plugins', 'format'],
  examples: ['orm doctor', 'orm doctor --format=json'],
  async run({ configDir, plugins }, io, report) {
    const directory = process.cwd()
    const look = { env: io.env, plugins, ...(configDir && { configDir }) }
    const progress = progressLine(io)
    const all: Finding[] = []
    const add = (found: readonly Finding[]): void => {
      progress.clear()
      all.push(...found)
      for (const each of found) report.result('checks', [each], linesOf(each))
    }
    progress.show('checking packages')
    add([checkNode(process.versions.node), ...(await checkPackages(directory))])
    progress.show('checking the configuration')
    const { config, findings } = await checkConfiguration(look)
    add(findings)
    progress.show('running PHP')
    add(await checkPhp(directory, config))
    progress.show('comparing outputs')
    const outputs = config ? await checkOutputs(look) : undefined
    if (outputs) add(outputs.findings)
    progress.show('loading a generated class')
    add(await checkComposer(directory, outputs?.stub))
    if (config) {
      add(await checkPermissions(config))
      add(await checkMigrations(config, look))
      progress.show('connecting to databases')
      add(await checkDatabases(config))
    }
    const numberOf = (status: Finding['status']): number => all.filter((each) => each.status === status).length
    report.notice(
      `${count(all.length, 'check')}: ${count(numberOf('error'), 'error')}, ${count(numberOf('warning'), 'warning')}`,
    )
    return numberOf('error') > 0 ? 1 : 0
  },
}

const linesOf = ({ check, status, message, cure }: Finding): string[] => [
  `${marks[status]} ${check}: ${message}`,
  ...(cure === undefined ? [] : [`  → ${cure}`]),
]
