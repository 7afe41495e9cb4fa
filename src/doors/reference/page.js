/*
 * The script of the reference's page, for browsers: it starts Scalar, and lets a person try parseResume with
 * a PDF, which Scalar can't, as that call takes a file inside JSON. It calls the service that serves the page
 * and stores nothing.
 */

const app = document.getElementById('app')
globalThis.Scalar.createApiReference(app, JSON.parse(app.dataset.settings))

const form = document.getElementById('parse')
const answer = document.getElementById('answer')
const { url, charactersMax } = form.dataset
const head = 'data:application/pdf;base64,'

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { key, file, send } = form.elements
  send.disabled = true
  show('Reading …')
  show(await parse(key.value.trim(), file.files[0]).catch((error) => `The call failed: ${error.message}`))
  send.disabled = false
})

/** Text, never markup: it may be what is in a resume. */
function show(text) {
  answer.textContent = text
  answer.hidden = false
}

/** The status and the envelope of the answer, for a person. */
async function parse(key, file) {
  const fileDataUrl = await dataUrlOf(file)
  if (fileDataUrl.length > Number(charactersMax)) {
    return `The file is too large: as base64 it has ${fileDataUrl.length} characters of at most ${charactersMax}.`
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileDataUrl, fileName: file.name }),
  })
  const text = await response.text()
  return `HTTP ${response.status}\n${pretty(text)}`
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A browser names a file's type by its extension; what the file really is, the service decides. */
function dataUrlOf(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(head + reader.result.slice(reader.result.indexOf(',') + 1))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
