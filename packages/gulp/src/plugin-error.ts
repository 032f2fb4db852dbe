import { OrmError } from 'orm-core'
import { renderDiagnostics, renderingFor } from 'orm-core/internal'
import PluginError from 'plugin-error'

/**
 * Converts an OrmError to a PluginError, which gulp prints without a stack. Its message contains every diagnostic with its
 * location.
 */
export function toPluginError(error: unknown): unknown {
  if (!(error instanceof OrmError)) return error
  const place = error.diagnostics[0]?.place
  const made = new PluginError('gulp-orm', error, {
    showStack: false,
    showProperties: false,
    ...(place && { fileName: place.file, lineNumber: place.line }),
  })
  // Output of gulp, which includes source lines, and colors if the terminal supports them.
  const printed = (): string => `gulp-orm:\n${renderDiagnostics(error.diagnostics, rendering())}`
  return Object.defineProperty(made, 'toString', { value: printed })
}

/** Returns the rendering options, including the gulp options `--color` and `--no-color`. */
function rendering(): ReturnType<typeof renderingFor> {
  const usual = renderingFor(process.stderr, process.env)
  const flags = process.argv.filter((argument) => /^--(?:no-)?colou?r$/.test(argument))
  return flags.length === 0 ? usual : { ...usual, colour: !flags.at(-1)!.startsWith('--no-') }
}
