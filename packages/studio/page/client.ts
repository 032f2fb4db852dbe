import { useCallback, useEffect, useState } from 'preact/hooks'

const tokenName = 'orm-studio-token'

/**
 * Stores the token of the URL, or the token obtained with the code of the URL, for other tabs of this browser. Removes it from
 * the address bar and the history.
 */
export async function keepToken(): Promise<void> {
  const [, kind, secret] = /^#(token|code)=([\w-]+)$/.exec(location.hash) ?? []
  if (secret === undefined) return
  history.replaceState(null, '', location.pathname + location.search)
  if (kind === 'token') return localStorage.setItem(tokenName, secret)
  localStorage.removeItem(tokenName)
  // Without a token, the page says what to do.
  const entered = await ask<{ token: string }>('enter', { code: secret }).catch(() => undefined)
  if (entered) localStorage.setItem(tokenName, entered.token)
}

export class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

async function post(name: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${localStorage.getItem(tokenName) ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new RequestError(0, 'the studio does not answer: is "orm studio" still running?')
  })
  if (response.ok) return response
  const { error = response.statusText } = (await response.json().catch(() => ({}))) as { error?: string }
  throw new RequestError(response.status, error)
}

export async function ask<T>(name: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return (await post(name, body, signal)).json()
}

/** Downloads a file under this name. */
export async function download(name: string, body: unknown, fileName: string, signal?: AbortSignal): Promise<void> {
  const url = URL.createObjectURL(await (await post(name, body, signal)).blob())
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(fileName)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/**
 * Returns a safe file name: table names and key values may contain path separators, shell characters and invisible characters.
 */
const safeFileName = (name: string): string => {
  const [, start, ending] = /^(.*?)(\.\w+)?$/s.exec(name)!
  const letters = start!.replace(/[^\p{L}\p{N} ._-]+/gu, '_').replace(/^[. ]+/, '')
  return `${letters.slice(0, 100) || 'file'}${ending ?? ''}`
}

export interface Loaded<T> {
  readonly data?: T
  readonly error?: RequestError
  readonly isLoading: boolean
  reload(): void
  cancel(): void
}

/**
 * Requests an answer, and requests it again when the request changes. The last answer is kept until the next one arrives.
 * Nothing is sent if there is no request.
 */
export function useAnswer<T>(name: string, body: unknown): Loaded<T> {
  const request = JSON.stringify(body) as string | undefined
  const [round, setRound] = useState(0)
  const [state, setState] = useState<{ data?: T; error?: RequestError; isLoading: boolean }>({ isLoading: true })
  const [cancel, setCancel] = useState<() => void>(() => () => {})
  useEffect(() => {
    if (request === undefined) return
    const gone = new AbortController()
    let isOver = false
    setState(({ data }) => ({ isLoading: true, ...(data !== undefined && { data }) }))
    setCancel(() => () => gone.abort())
    ask<T>(name, JSON.parse(request), gone.signal).then(
      (data) => isOver || setState({ data, isLoading: false }),
      (error) => {
        if (isOver) return
        const shown = error instanceof RequestError ? error : new RequestError(0, 'canceled')
        setState({ error: shown, isLoading: false })
      },
    )
    return () => {
      isOver = true
      gone.abort()
    }
  }, [name, request, round])
  const reload = useCallback(() => setRound((number) => number + 1), [])
  return { ...state, reload, cancel }
}
