import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { networkError } from '../../session/deadline.js'
import type { Session } from '../../session/session.js'

/** What the process of a session is asked to do. */
export type ApartRequest =
  | { readonly kind: 'open'; readonly path: string; readonly write: boolean }
  | { readonly kind: 'execute'; readonly statement: string }
  | { readonly kind: 'read'; readonly statement: string; readonly limit: number }

/** Its answer; errors keep what tells their kind. */
export type ApartAnswer =
  | { readonly value: unknown }
  | { readonly error: { readonly message: string; readonly code?: string } }

/**
 * A session in a process of its own: SQLite works in the thread that asks, and nothing but the end of the process stops a
 * statement there. The database loses no committed change by that.
 */
export async function openApart(path: string, write: boolean): Promise<Session> {
  const child = fork(fileURLToPath(new URL('./apart-process.js', import.meta.url)), [], {
    serialization: 'advanced',
    // A relative path among the options of this process would be looked for in the current directory.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const ask = asker(child)
  await ask({ kind: 'open', path, write })
  // The studio ends without waiting for idle sessions.
  child.unref()
  child.channel?.unref()
  return {
    execute: async (statement) => (await ask({ kind: 'execute', statement })) as never,
    read: async (statement, limit) => (await ask({ kind: 'read', statement, limit })) as never,
    cancel: async () => void kill(),
    close: async () => void kill(),
    destroy: kill,
  }
}

/** Requests are answered in their order. */
function asker(child: ChildProcess): (request: ApartRequest) => Promise<unknown> {
  const waiting: { resolve(value: unknown): void; reject(error: Error): void }[] = []
  child.on('message', (answer: ApartAnswer) => {
    const next = waiting.shift()
    if (waiting.length === 0) child.channel?.unref()
    if ('value' in answer) next?.resolve(answer.value)
    else next?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }))
  })
  const end = () => {
    for (const { reject } of waiting.splice(0)) reject(networkError('ECONNRESET', 'the session was closed'))
  }
  child.on('exit', end)
  child.on('error', end)
  return (request) =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(networkError('ECONNRESET', 'the session was closed'))
      waiting.push({ resolve, reject })
      child.channel?.ref()
      child.send(request, (error) => error && end())
    })
}
