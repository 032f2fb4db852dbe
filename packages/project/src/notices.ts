import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { WriteResult } from 'orm-core/internal'

interface ComposerManifest {
  readonly autoload?: { readonly classmap?: readonly string[] }
  readonly config?: { readonly 'vendor-dir'?: string }
}

/** Returns notices for the user about classes that were written, or would be. */
export function noticesOf(
  results: readonly WriteResult[],
  phpDir: string,
  composerDir?: string | null,
  dryRun = false,
): string[] {
  const classMap = dryRun ? undefined : classMapNotice(results, phpDir, composerDir)
  const orphans = results.filter(({ outcome }) => outcome === 'orphaned')
  return [
    ...orphans.map(
      ({ path }) => `${path}: the table of this stub class is gone; delete the file if you no longer need it`,
    ),
    ...(classMap === undefined ? [] : [classMap]),
  ]
}

/**
 * Returns a notice about new classes in a directory that is in a Composer class map, because PHP does not find them until the
 * class map is regenerated. Undefined if there are none, or if Composer has not installed anything yet.
 */
function classMapNotice(
  results: readonly WriteResult[],
  phpDir: string,
  composerDir: string | null | undefined,
): string | undefined {
  const isNew = results.some(({ path, outcome }) => outcome === 'created' && path.endsWith('.php'))
  if (!isNew) return undefined
  const directory = composerDir ?? '.'
  const { autoload, config } = manifestIn(directory)
  const listed = Array.isArray(autoload?.classmap) ? autoload.classmap : []
  const isListed = listed.some((entry) => {
    const way = relative(resolve(directory, String(entry)), resolve(phpDir))
    return way === '' || !/^\.\.(?:[\\/]|$)/.test(way)
  })
  const list = join(directory, config?.['vendor-dir'] ?? 'vendor', 'composer/autoload_classmap.php')
  return isListed && existsSync(list)
    ? 'composer.json finds these classes by a class map: run "composer dump-autoload" for the new ones'
    : undefined
}

/** Reads a composer.json; empty if it is not an object. */
function manifestIn(directory: string): ComposerManifest {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(directory, 'composer.json'), 'utf8'))
    return typeof manifest === 'object' && manifest !== null ? manifest : {}
  } catch {
    return {}
  }
}
