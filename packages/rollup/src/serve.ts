import { isChange, OrmError, type Project, watchProject } from 'orm-core'
import { logOf } from './log-of.js'

/** What we use of Vite's server; its own types would make Vite a dependency of whoever uses rollup. */
export interface ViteServer {
  readonly ws: {
    send(payload: object): void
    on(event: 'connection', listener: () => void): void
  }
  readonly moduleGraph: { invalidateAll(): void }
  readonly config: { readonly logger: { error(message: string): void; warn(message: string): void } }
  readonly httpServer: { once(event: 'close', listener: () => void): unknown } | null
}

/** Builds along with a development server: pages are loaded anew, or show what is wrong with the schema. */
export function serve(project: Project, { ws, moduleGraph, config, httpServer }: ViteServer): void {
  const end = new AbortController()
  httpServer?.once('close', () => end.abort())
  let problem: object | undefined
  let builds = 0
  // Who opens a page while the schema is broken must see it too.
  ws.on('connection', () => {
    if (problem) ws.send(problem)
  })
  const watching = watchProject(project, {
    signal: end.signal,
    onBuild({ files, warnings }) {
      for (const warning of warnings) config.logger.warn(`[orm] ${logOf(warning).message}`)
      const mended = problem !== undefined
      problem = undefined
      moduleGraph.invalidateAll()
      if (mended || (builds++ > 0 && files.some(isChange))) ws.send({ type: 'full-reload' })
    },
    onError(error) {
      if (!(error instanceof OrmError)) throw error
      const { message, id, loc, frame } = logOf(error)
      problem = { type: 'error', err: { plugin: 'orm', message, id, loc, frame, stack: '' } }
      config.logger.error(`[orm] ${message}\n${frame ?? ''}`)
      ws.send(problem)
    },
  })
  watching.catch((error: Error) => config.logger.error(`[orm] ${error.stack ?? error.message}`))
}
