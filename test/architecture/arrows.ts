/**
 * Which room may import which. Rooms that don't exist yet may be listed; an arrow between existing rooms
 * must be used. Before you add an arrow, check whether the code is in the right room.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  // Small tools without knowledge of the product.
  kit: [],
  // The web client and the documentation must be able to load it too.
  contract: [],
  // Knows SQL, but not the meaning of tables.
  store: ['kit'],
  // No tables, no money, no HTTP.
  engines: ['contract', 'kit'],
  documents: ['contract', 'kit'],
  // Independent of each other.
  accounts: ['store', 'contract', 'kit'],
  ledger: ['store', 'contract', 'kit'],
  // The only room that combines several others.
  batches: ['ledger', 'engines', 'store', 'contract', 'kit'],
  // States what a call costs; charges nothing.
  operations: ['batches', 'engines', 'documents', 'contract', 'kit'],
  // Operations are passed as arguments.
  pipeline: ['accounts', 'ledger', 'store', 'contract', 'kit'],
  // Only translates requests.
  doors: ['pipeline', 'contract', 'kit'],
  // Reads money and grants by its own rules. Charged calls go through the pipeline, like all others.
  console: ['pipeline', 'accounts', 'ledger', 'batches', 'store', 'contract', 'kit'],
  // A timer and a call; no rules.
  workers: ['batches', 'ledger', 'kit'],
}

/**
 * The composition of the product. These files may import every room's index and each other; no room imports
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

/** The entry file, if it isn't index.ts. */
export const entryFiles: Readonly<Record<string, string>> = { cli: 'main.ts' }

/** Only these know HTTP. The composition starts servers, so it may too. */
export const knowHttp: readonly string[] = ['doors', 'console']

/** Tables that no migration creates. */
export const tablesOfStore: readonly string[] = ['schema_migrations']
