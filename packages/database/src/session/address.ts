/** Address of a database: a network host, a socket file or a database file. */
export type Address = ServerAddress | { readonly file: string }

export type ServerAddress = { readonly host: string; readonly port: number } | { readonly socket: string }

/** Returns the address for messages, without user, password or options. */
export function addressText(address: Address): string {
  if ('socket' in address) return `socket ${address.socket}`
  if ('file' in address) return address.file
  // IPv6 addresses contain colons.
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`
}
