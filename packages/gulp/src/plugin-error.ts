import { OrmError } from 'orm-core'
import PluginError from 'plugin-error'

/** gulp prints a PluginError without a stack; its message holds every diagnostic with its place. */
export function toPluginError(error: unknown): unknown {
  if (!(error instanceof OrmError)) return error
  const place = error.diagnostics[0]?.place
  return new PluginError('gulp-orm', error, {
    showStack: false,
    showProperties: false,
    ...(place && { fileName: place.file, lineNumber: place.line }),
  })
}
