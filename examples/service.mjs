// The address of the service and its key, for the examples. Missing values give a one-line error without a
// stack.

export const baseUrl = process.env.BASE_URL ?? 'http://127.0.0.1:3000'
export const apiKey = process.env.API_KEY

process.on('uncaughtException', (error) => {
  // An unexpected answer is an AssertionError with a stack.
  console.error(error.name === 'Error' ? `error: ${error.message}` : error)
  process.exit(1)
})

if (!apiKey) throw new Error('set API_KEY to a key of a recruiter (npm start prints one)')

/** Like fetch, but the error names a server that doesn't answer. */
export async function send(url, init) {
  return fetch(url, init).catch((error) => {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message
    throw new Error(`${new URL(url).origin} does not answer (${reason}): is it running?`)
  })
}
