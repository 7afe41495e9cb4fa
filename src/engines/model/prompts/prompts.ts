import { readFileSync } from 'node:fs'

/** The fixed text of a prompt, with its version. */
export interface Prompt {
  readonly version: number
  readonly text: string
}

export type PromptName = 'requirements' | 'judge' | 'write'

const versionLine = /^version: (\d{1,4})\n\n/u

/**
 * Reads a prompt from its file. Its bytes are equal for every call, so that prompt caches work. Variable
 * data is in the user message. A changed text needs a new version.
 */
export function readPrompt(name: PromptName): Prompt {
  const text = readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8').replaceAll('\r\n', '\n')
  const version = versionLine.exec(text)
  if (version === null) throw new Error(`prompts/${name}.md begins with no version`)
  return { version: Number(version[1]), text: text.slice(version[0].length).trimEnd() }
}
