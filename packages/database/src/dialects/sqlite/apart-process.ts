/** Process of a session that `openApart` starts. */
import type { Session } from '../../session/session.js'
import type { ApartAnswer, ApartRequest } from './apart.js'
import { library, sessionOf } from './session.js'

let session: Session | undefined

process.on('message', async (request: ApartRequest) => {
  process.send!(await answerTo(request))
})

process.on('disconnect', () => process.exit())

async function answerTo(request: ApartRequest): Promise<ApartAnswer> {
  try {
    return { value: await work(request) }
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return { error: { message, ...(code !== undefined && { code }) } }
  }
}

async function work(request: ApartRequest): Promise<unknown> {
  if (request.kind === 'open') {
    session = sessionOf(await library(), request.path, !request.write)
    return undefined
  }
  return request.kind === 'execute'
    ? session!.execute(request.statement)
    : session!.read!(request.statement, request.limit)
}
