import { type AddressInfo, createServer } from 'node:net'
import { until } from './patience.mjs'

/** A port of the loopback address that nobody uses now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Waits until a server on the port answers to HTTP. */
export function untilListening(port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  return until(answers, { otherwise: () => `a server listens on port ${port}` })
}
