/** Vendor-independent kind of a connection or statement error. */
export type ProblemKind = 'refused' | 'no-host' | 'timeout' | 'login' | 'no-database' | 'lost' | 'statement'

export interface Problem {
  readonly kind: ProblemKind
  /** Error code of the server, such as `42P01`. */
  readonly code?: string
  readonly text: string
}

const networkKinds: Readonly<Record<string, ProblemKind>> = {
  ECONNREFUSED: 'refused',
  ENOENT: 'refused',
  EACCES: 'refused',
  EHOSTUNREACH: 'no-host',
  ENETUNREACH: 'no-host',
  ENOTFOUND: 'no-host',
  EAI_AGAIN: 'no-host',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
}

/** Classifies an error by its code, which is a code of Node sockets or of the vendor. */
export function classify(error: unknown, kinds: Readonly<Record<string, ProblemKind>>, code?: unknown): Problem {
  const { message = String(error), code: ownCode } = error as { message?: string; code?: unknown }
  const name = String(code ?? ownCode ?? '')
  const kind = kinds[name] ?? networkKinds[name] ?? networkKinds[String(ownCode)] ?? 'statement'
  return { kind, text: message.trim() || name, ...(name && { code: name }) }
}
