import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { networkError } from '../../session/deadline.js'
import type { Session } from '../../session/session.js'

/** Request to the process of a session. */
export type ApartRequest =
  | { readonly kind: 'open'; readonly path: string; readonly write: boolean }
  | { readonly kind: 'execute'; readonly statement: string }
  | { readonly kind: 'read'; readonly statement: string; readonly limit: number }

/** Answer of the process. Errors keep the properties that identify their kind. */
export type ApartAnswer =
  | { readonly value: unknown }
  | { readonly error: { readonly message: string; readonly code?: string } }

/**
 * Opens a session in a separate process. SQLite runs in the calling thread, so a statement can only be stopped by ending the
 * process. The database loses no committed change when that happens.
 */
export async function openApart(path: string, write: boolean): Promise<Session> {
  const child = fork(fileURLToPath(new URL('./apart-process.js', import.meta.url)), [], {
    serialization: 'advanced',
    // Relative paths in the options of this process would be resolved against the current directory.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const ask = asker(child)
  await ask({ kind: 'open', path, write })
  // The studio exits without waiting for idle sessions.
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

/** Returns a function that sends requests. They are answered in order. */
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
