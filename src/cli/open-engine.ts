import { readConfig } from '../config.ts'
import type { Engine } from '../engines/index.ts'
import { UsageError } from './cli-error.ts'

export const engineNames = ['builtin', 'model'] as const
export type EngineName = (typeof engineNames)[number]

/**
 * An engine for a command; the caller closes it. A model engine gets no fallback here, because it is being
 * measured.
 */
export async function openEngine(name: EngineName): Promise<Engine> {
  const { engineThreads: threads, vocabularyDirectory, model } = readConfig()
  const { createBuiltinEngine, createChatModel, createModelEngine } = await import('../engines/index.ts')
  if (name === 'builtin') return createBuiltinEngine({ threads, vocabularyDirectory })
  if (model === null) {
    throw new UsageError('no model is configured: set MODEL_BASE_URL and MODEL_NAME (docs/models.md)')
  }
  const { server, maySee } = model
  const chat = createChatModel(server)
  return createModelEngine({ chat, fallback: 'none', maySee, threads, vocabularyDirectory })
}

/** Candidates that one engine works on in parallel. */
export function inFlightFor(name: EngineName): number {
  const { engineThreads, model } = readConfig()
  return name === 'builtin' ? engineThreads * 2 : (model?.server.concurrencyMax ?? 1)
}
