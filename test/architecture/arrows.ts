/**
 * Which room may import which. A room that does not exist yet may stand here; an arrow between rooms that do
 * exist must be used by somebody. To draw a new arrow, ask first whether the code stands in the right room.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  // Tools have no opinions.
  kit: [],
  // The web client and the documents must load it too.
  contract: [],
  // Knows SQL, no meaning.
  store: ['kit'],
  // Pure work: no table, no money, no HTTP.
  engines: ['contract', 'kit'],
  documents: ['contract', 'kit'],
  // Siblings do not know each other.
  accounts: ['store', 'contract', 'kit'],
  ledger: ['store', 'contract', 'kit'],
  // The one composite room.
  batches: ['ledger', 'engines', 'store', 'contract', 'kit'],
  // Says what a call costs, never takes it.
  operations: ['batches', 'engines', 'documents', 'contract', 'kit'],
  // Operations arrive as arguments.
  pipeline: ['accounts', 'ledger', 'store', 'contract', 'kit'],
  // Translation only.
  doors: ['pipeline', 'contract', 'kit'],
  // Reads money, grants by its own rules; what costs goes through the pipeline, as everybody's does.
  console: ['pipeline', 'accounts', 'ledger', 'batches', 'store', 'contract', 'kit'],
  // A timer and a call, no rules.
  workers: ['batches', 'ledger', 'kit'],
}

/**
 * Where the product is put together: these may import every room's index and each other; no room imports
 * them.
 */
export const composition: readonly string[] = [
  'build-pages.ts',
  'cli',
  'compose.ts',
  'config.ts',
  'data-key.ts',
  'first-run.ts',
  'main.ts',
  'model-settings.ts',
  'payment-settings.ts',
  'setting.ts',
  'terms-settings.ts',
]

/** The file that others import, where it isn't index.ts. */
export const entryFiles: Readonly<Record<string, string>> = { cli: 'main.ts' }

/** Only these know HTTP. Composition wires servers up, so it may as well. */
export const knowHttp: readonly string[] = ['doors', 'console']

/** Tables that no migration makes. */
export const tablesOfStore: readonly string[] = ['schema_migrations']
