import type { OrmOptions, Output, OutputName } from 'orm-core/internal'
import { OrmError } from 'orm-core/internal/errors'
import {
  everything,
  isChange,
  optionsFor,
  Project,
  type ProjectReport,
  requestOf,
  type WriteResult,
  watchedNames,
  watchProject,
} from 'orm-project/internal'
import type { CommandWork } from '../command.js'
import type { ExitCode, Io } from '../io.js'
import { flagRulesFor, overridesBy } from '../key-flags.js'
import { progressLine } from '../progress-line.js'
import type { Report } from '../report.js'
import { unexpected } from '../visible-output.js'

type Tell = (built: ProjectReport, io: Io, report: Report, options: OrmOptions) => void

/** Returns a command that generates files from the schema or the configuration. */
export const buildCommand = (
  make: readonly (OutputName | Output)[],
  examples: readonly string[],
  { tell = tellFiles, directory }: { readonly tell?: Tell; readonly directory?: string } = {},
): CommandWork => ({
  does: { writes: true, asks: false, takesTerminal: false, lasts: ['watch'] },
  options: optionsFor(make, ['overrides']),
  ...(directory && { defaults: { outputDir: directory } }),
  flags: flagRulesFor(make),
  examples,
  async run(options, io, report, { flags }) {
    const overrides = overridesBy(flags, make)
    const request = requestOf(make, { ...(options as Omit<OrmOptions, 'overrides'>), overrides })
    const progress = progressLine(io)
    const project = new Project({
      ...request,
      once: !request.watch,
      env: io.env,
      onProgress: (done, total) => {
        if (done === total) progress.clear()
        else if (done % 50 === 0) progress.show(`${done} of ${total} tables`)
      },
    })
    const show = (built: ProjectReport): ExitCode | undefined => {
      report.diagnostics(built.warnings)
      tell(built, io, report, options)
      for (const notice of built.notices) report.notice(notice)
      return built.isOutdated ? 5 : built.leftOut.length > 0 ? 6 : undefined
    }
    return request.watch ? watchWith(project, io, report, show) : show(await project.build().finally(progress.clear))
  },
})

function tellFiles({ files }: ProjectReport, _: Io, report: Report): void {
  report.files(files)
}

/** Reports every build that changed something. Returns the exit code of the last one. */
async function watchWith(
  project: Project,
  io: Io,
  report: Report,
  show: (built: ProjectReport) => ExitCode | undefined,
): Promise<ExitCode | undefined> {
  let builds = 0
  let started = 0
  let isAnnounced = false
  let code: ExitCode | undefined
  const tellTime = (what: string): void => {
    report.progress(`${clock()} ${what} in ${Math.round(performance.now() - started)} ms`)
    if (!isAnnounced) report.progress(`watching ${watchedNames(project.sources)}; press Ctrl-C to stop`)
    isAnnounced = true
  }
  await watchProject(project, {
    signal: io.interruption ?? new AbortController().signal,
    onStart() {
      started = performance.now()
    },
    onBuild(built) {
      // Files written by a build cause events too. Such a build changes nothing and prints nothing.
      if (builds++ > 0 && !built.files.some(isChange)) return
      code = show(built)
      tellTime('built')
      report.finish(code)
    },
    onError(error) {
      builds = 0
      if (error instanceof OrmError) report.diagnostics(error.diagnostics)
      // Unexpected errors do not end the watch either, because the next change may fix the cause.
      else io.stderr.write(unexpected(error, false))
      tellTime('failed')
      report.finish()
    },
  })
  return code
}

const clock = (): string => `[${new Date().toTimeString().slice(0, 8)}]`

export const build = buildCommand(everything, [
  'orm build',
  'orm build --watch',
  'orm build --check --quiet   # for CI: exit code 5 if files are outdated',
])

export const sqlBuild = buildCommand(['sql'], ['orm sql:build --schema-dir=schema'])

export const modelBuild = buildCommand(['model'], ['orm model:build --output-dir=src/Model'])

export const outputBuild = buildCommand(['outputs'], ['orm output:build', 'orm output:build --check'])

/** Prints one line about config.php, even if nothing had to be done. */
export const configConvert = buildCommand(['config'], ['orm config:convert --keep-env'], {
  tell({ files }, io, report, { format }) {
    if (format === 'json') return report.files(files)
    const { path, outcome } = files[0]!
    io.stdout.write(`${words[outcome]} ${path}\n`)
  },
})

const words: Readonly<Record<WriteResult['outcome'], string>> = {
  created: 'wrote',
  updated: 'updated',
  unchanged: 'no change required:',
  kept: 'kept',
  removed: 'removed',
  orphaned: 'orphaned',
}
