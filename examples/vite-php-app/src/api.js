/** Asks server.php; gives the list of items as it is then. Throws an error that can be shown to people. */
export async function request(method, path, values) {
  let response
  try {
    response = await fetch(path, {
      method,
      ...(values && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(values) }),
    })
  } catch {
    throw new Error('The server does not answer.')
  }
  const answer = await response.json().catch(() => undefined)
  if (response.ok && answer) return answer
  throw new Error(answer?.error ?? `The server answers with an error (${response.status}). Does "npm run api" run?`)
}
