// Where the examples find the service and its key. What is missing is said in one line, without a stack.

export const baseUrl = process.env.BASE_URL ?? 'http://127.0.0.1:3000'
export const apiKey = process.env.API_KEY

process.on('uncaughtException', (error) => {
  // What an example expects of an answer is an AssertionError, whose stack says where.
  console.error(error.name === 'Error' ? `error: ${error.message}` : error)
  process.exit(1)
})

if (!apiKey) throw new Error('set API_KEY to a key of a recruiter (npm start prints one)')

/** As fetch, but a server that doesn't answer is named. */
export async function send(url, init) {
  return fetch(url, init).catch((error) => {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message
    throw new Error(`${new URL(url).origin} does not answer (${reason}): is it running?`)
  })
}
