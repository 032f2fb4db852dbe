import { OrmError } from 'orm-core/internal'
import { isChange, outdatedText, type Project, watchedNames, watchProject } from 'orm-project/internal'
import { type Log, logOf, logText, unwrittenLog } from './log-of.js'

/** What we use of Vite's server; its own types would make Vite a dependency of projects that use rollup. */
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

/** A project that is built along with a development server. */
export interface Serving {
  /** Waits until what is built is what the sources say now; gives what is wrong with them. */
  problem(): Promise<Log | undefined>
}

/** Pages are loaded anew when files have changed, or show what is wrong with the schema. */
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
  // Not an event: a server that is part of another one, or that never listened, has none.
  const close = server.close.bind(server)
  server.close = () => {
    closing.abort()
    finish()
    return close()
  }
  const show = (log: Log): void => ws.send({ type: 'error', err: { plugin: 'orm', stack: '', ...log } })
  // A page that is opened while the schema is broken must show that too.
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
      const mended = problem !== undefined
      const changed = files.some(isChange)
      // The files that a build writes cause an event too; such a build changes nothing and prints nothing.
      if (!reportsAdapterChanges || mended || changed) tellTime('built')
      problem = undefined
      moduleGraph.invalidateAll()
      if (mended || (reload && changed)) ws.send({ type: 'full-reload' })
      // No page is loaded before the first build.
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
  // A page that waits for a build that never comes would wait for ever.
  watching.catch(fail)
  return {
    async problem() {
      // Vite loads a page anew when the schema has changed, and may be there before it is built.
      for (;;) {
        const next = nextEnd
        if (closing.signal.aborted || (!isBuilding && (await project.isCurrent()))) return problem
        await next
      }
    },
  }
}
