/** Where a database is: on the network, behind a socket file, or in a file of its own. */
export type Address = ServerAddress | { readonly file: string }

export type ServerAddress = { readonly host: string; readonly port: number } | { readonly socket: string }

/** As messages name it; without user, password or options. */
export function addressText(address: Address): string {
  if ('socket' in address) return `socket ${address.socket}`
  if ('file' in address) return address.file
  // IPv6 addresses have colons of their own.
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`
}
