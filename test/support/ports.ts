import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of the loopback address that nobody uses now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Waits, for a minute at most, until a server on the port answers to HTTP. */
export async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answers) return
    if (Date.now() > deadline) throw new Error(`nobody listens on port ${port}`)
    await sleep(100)
  }
}
