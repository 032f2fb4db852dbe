import { OrmError } from 'orm-core/internal'
import { vendorOptionNames } from 'orm-core/internal/options'
import { isChange, Project, type ProjectReport, watchedNames, watchProject } from 'orm-project/internal'
import type { CommandWork } from '../command.js'
import type { Io } from '../io.js'
import { progressLine } from '../progress-line.js'
import type { Report } from '../report.js'
import { unexpected } from '../visible-output.js'

export const build: CommandWork = {
  options: [
    'configDir',
    'schemaDir',
    'recursive',
    'connection',
    'platform',
    ...vendorOptionNames,
    'tablePrefix',
    'overwrite',
    'keepEnv',
    'watch',
    'check',
    'dryRun',
    'plugins',
    'ignoreUnknownBehaviors',
    'allowUnknownConstraints',
    'strict',
    'format',
  ],
  examples: [
    'orm build',
    'orm build --watch',
    'orm build --check --quiet   # for CI: exit code 5 if files are outdated',
  ],
  async run(options, io, report) {
    const { watch = false, check = false, dryRun = false } = options
    const progress = progressLine(io)
    const project = new Project({
      ...options,
      env: io.env,
      onProgress: (done, total) => {
        if (done === total) progress.clear()
        else if (done % 50 === 0) progress.show(`${done} of ${total} tables`)
      },
    })
    if (watch) return watchWith(project, io, report)
    const built = await project.build({ dryRun: dryRun || check })
    tell(built, report)
    return check && built.files.some(isChange) ? 5 : undefined
  },
}

function tell({ warnings, files, notices }: ProjectReport, report: Report): void {
  report.diagnostics(warnings)
  report.files(files)
  for (const notice of notices) report.notice(notice)
}

/** Tells of every build that did something. */
async function watchWith(project: Project, io: Io, report: Report): Promise<undefined> {
  let builds = 0
  let started = 0
  let isAnnounced = false
  const tellTime = (what: string): void => {
    report.progress(`${clock()} ${what} in ${Math.round(performance.now() - started)} ms`)
    if (!isAnnounced) report.progress(`watching ${watchedNames(project.sources)}; press Ctrl-C to stop`)
    isAnnounced = true
  }
  await watchProject(project, {
    signal: io.interruption?.() ?? new AbortController().signal,
    onStart() {
      started = performance.now()
    },
    onBuild(built) {
      // The files that a build writes cause an event too; such a build changes nothing and prints nothing.
      if (builds++ > 0 && !built.files.some(isChange)) return
      tell(built, report)
      tellTime('built')
      report.finish()
    },
    onError(error) {
      builds = 0
      if (error instanceof OrmError) report.diagnostics(error.diagnostics)
      // Whatever the cause is, the next change may fix it.
      else io.stderr.write(unexpected(error, false))
      tellTime('failed')
      report.finish()
    },
  })
}

const clock = (): string => `[${new Date().toTimeString().slice(0, 8)}]`
