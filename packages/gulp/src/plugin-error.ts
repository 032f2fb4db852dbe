import { OrmError } from 'orm-core'
import { renderDiagnostics, renderingFor } from 'orm-core/internal'
import PluginError from 'plugin-error'

/** gulp prints a PluginError without a stack; its message holds every diagnostic with its place. */
export function toPluginError(error: unknown): unknown {
  if (!(error instanceof OrmError)) return error
  const place = error.diagnostics[0]?.place
  const made = new PluginError('gulp-orm', error, {
    showStack: false,
    showProperties: false,
    ...(place && { fileName: place.file, lineNumber: place.line }),
  })
  // What gulp prints: the lines of the files too, and colours, where there is a screen.
  const printed = (): string => `gulp-orm:\n${renderDiagnostics(error.diagnostics, rendering())}`
  return Object.defineProperty(made, 'toString', { value: printed })
}

/** `--color` and `--no-color` are options of gulp. */
function rendering(): ReturnType<typeof renderingFor> {
  const usual = renderingFor(process.stderr, process.env)
  const flags = process.argv.filter((argument) => /^--(?:no-)?colou?r$/.test(argument))
  return flags.length === 0 ? usual : { ...usual, colour: !flags.at(-1)!.startsWith('--no-') }
}
