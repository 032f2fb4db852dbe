import { didYouMean, isBelow, isKey, listConfiguration } from 'orm-core/internal'
import { type CommandWork, UsageError } from '../command.js'

export const configShow: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'plugins', 'format'],
  flags: {
    set: { type: 'boolean', default: 'off', help: 'show only values that the files set, without defaults' },
  },
  argument: { name: 'key', help: 'show only keys that start with this, such as paths or database.connections' },
  examples: ['orm config:show', 'orm config:show paths', 'orm config:show --set --format=json'],
  async run({ configDir, plugins }, io, report, { argument = '', flags }) {
    const prefix = argument.replace(/^orm\.?/, '')
    const values = await listConfiguration({ ...(configDir && { configDir }), env: io.env, plugins })
    if (prefix !== '' && !isKey(prefix, values)) {
      const near = didYouMean(
        prefix,
        values.flatMap(({ key }) => sectionsOf(key)),
      )
      throw new UsageError(`"${prefix}" is no key of the configuration${near === undefined ? '' : ` (${near})`}`)
    }
    const shown = values.filter(({ key, place }) => (prefix === '' || isBelow(prefix, key)) && (!flags.set || place))
    const width = Math.max(0, ...shown.map(({ key }) => key.length))
    const lines = shown.map(({ key, value, place }) => {
      const where = place ? `${place.file}:${place.line}:${place.column}` : 'default'
      return `${key.padEnd(width)}  ${JSON.stringify(value) ?? 'null'}  (${where})`
    })
    report.result(
      'values',
      shown.map(({ key, value, place }) => ({ key, value, ...(place ?? { default: true }) })),
      lines.length > 0 ? lines : [`no ${flags.set ? 'file sets' : 'value for'} ${prefix || 'a value'}`],
    )
  },
}

/** Returns a key and the sections that it is in: `paths.phpDir` and `paths`. */
const sectionsOf = (key: string): string[] => {
  const names = key.split('.')
  return names.map((_, index) => names.slice(0, index + 1).join('.'))
}
