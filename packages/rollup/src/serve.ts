import { OrmError } from 'orm-core/internal'
import { isChange, outdatedText, type Project, watchedNames, watchProject } from 'orm-project/internal'
import { type Log, logOf, logText, unwrittenLog } from './log-of.js'

/** The used part of Vite's server. Vite's types would make Vite a dependency of rollup projects. */
export interface ViteServer {
  readonly ws: {
    // biome-ignore lint/suspicious/noExplicitAny: Vite overloads it with types of its own.
    send(payload: any): void
    on(event: 'connection', listener: () => void): void
  }
  readonly moduleGraph: { invalidateAll(): void }
  readonly config: {
    readonly logger: {
      error(message: string): void
      warn(message: string): void
      info(message: string, options: { timestamp: true }): void
    }
  }
  close(): Promise<void>
}

/** A project that is built by a development server. */
export interface Serving {
  /** Waits until the last build matches the sources. Returns its problem, if any. */
  problem(): Promise<Log | undefined>
}

/** Builds the project while Vite serves it. Reloads pages when files have changed, or shows what is wrong with the schema. */
export function serve(project: Project, server: ViteServer): Serving {
  const { ws, moduleGraph, config } = server
  const closing = new AbortController()
  let problem: Log | undefined
  let reload = false
  let isBuilding = true
  let started = 0
  let reportsAdapterChanges = false
  const info = (message: string): void => config.logger.info(`[orm] ${message}`, { timestamp: true })
  const tellTime = (what: string): void => {
    info(`${what} in ${Math.round(performance.now() - started)} ms`)
    if (!reportsAdapterChanges) info(`watching ${watchedNames(project.sources)}`)
    reportsAdapterChanges = true
  }
  let tellEnd = (): void => {}
  const awaitEnd = (): Promise<void> =>
    new Promise((resolve) => {
      tellEnd = resolve
    })
  let nextEnd = awaitEnd()
  const finish = (): void => {
    isBuilding = false
    tellEnd()
    nextEnd = awaitEnd()
  }
  // Overrides close() instead of using an event, which an embedded server or one that never listened does not have.
  const close = server.close.bind(server)
  server.close = () => {
    closing.abort()
    finish()
    return close()
  }
  const show = (log: Log): void => ws.send({ type: 'error', err: { plugin: 'orm', stack: '', ...log } })
  // A page that is opened while the schema is invalid must show the error too.
  ws.on('connection', () => {
    if (problem) show(problem)
  })
  const fail = (error: unknown): void => {
    problem = error instanceof OrmError ? logOf(error) : { message: String((error as Error).stack ?? error) }
    config.logger.error(`[orm] ${logText(problem)}\n${problem.frame ?? ''}`)
    show(problem)
    finish()
  }
  const failBuild = (error: unknown): void => {
    fail(error)
    tellTime('failed')
  }
  const watching = watchProject(project, {
    signal: closing.signal,
    onStart() {
      isBuilding = true
      started = performance.now()
    },
    onBuild({ files, warnings, notices, isOutdated }) {
      for (const warning of warnings) config.logger.warn(`[orm] ${logText(logOf(warning))}`)
      for (const notice of notices) info(notice)
      if (isOutdated) config.logger.warn(`[orm] ${outdatedText(files)}`)
      const fixed = problem !== undefined
      const changed = files.some(isChange)
      // Files written by a build cause events too. Such a build changes nothing and prints nothing.
      if (!reportsAdapterChanges || fixed || changed) tellTime('built')
      problem = undefined
      moduleGraph.invalidateAll()
      if (fixed || (reload && changed)) ws.send({ type: 'full-reload' })
      // No page is loaded before the first build, so only later builds reload pages.
      reload = true
      finish()
      project
        .unwrittenChanges()
        .then((changes) => {
          if (changes.length > 0) config.logger.warn(`[orm] ${unwrittenLog(changes).message}`)
        })
        .catch(fail)
    },
    onError: failBuild,
  })
  // Otherwise a page would wait forever for a build.
  watching.catch(fail)
  return {
    async problem() {
      // Vite reloads a page when the schema has changed, possibly before the build has ended.
      for (;;) {
        const next = nextEnd
        if (closing.signal.aborted || (!isBuilding && (await project.isCurrent()))) return problem
        await next
      }
    },
  }
}
