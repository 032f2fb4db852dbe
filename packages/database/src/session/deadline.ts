/** Rejects with the error if the work has not ended in time. A later result is passed to `late`. */
export async function within<T>(
  seconds: number,
  work: Promise<T>,
  error: () => Error,
  late: (value: T) => void = () => {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(error())
    }, seconds * 1000)
  })
  work.then(
    (value) => {
      if (isLate) late(value)
    },
    () => {},
  )
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns an error with a code, like those of Node sockets. */
export const networkError = (code: 'ETIMEDOUT' | 'ECONNRESET', message: string): Error =>
  Object.assign(new Error(message), { code })
