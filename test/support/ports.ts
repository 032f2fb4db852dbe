import { type AddressInfo, connect, createServer } from 'node:net'
import { until } from './patience.mjs'

/** Returns a free port of the loopback address. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Returns whether a server listens on the port. This takes a tenth of the processor time of a failed request. */
const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (open: boolean) => () => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })

/** Waits until a server on the port answers HTTP requests. */
export function untilListening(port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  return until(async () => (await isOpen(port)) && answers(), {
    otherwise: () => `a server listens on port ${port}`,
  })
}
