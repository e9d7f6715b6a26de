import { expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import { STORE_SLICES } from '../document-stores/erase-contents.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabasePlace } from '../testing.ts'
import { FLOW_SLICES } from './system-deletions.ts'
import { WORKSPACE_SLICES } from './system-workspaces.ts'

/** How rows of a table go with a deleted workspace, so that nobody waits for one long statement. */
type Going =
  /** Some at a time. */
  | 'in slices'
  /** With a row of another table. */
  | { with: string }
  /** All in the last statement: there are few of them. */
  | 'few'

const going: Record<string, Going> = {
  flows: 'in slices',
  flowVersions: 'in slices',
  flowDrafts: { with: 'flows' },
  flowChanges: { with: 'flows' },
  flowUses: { with: 'flows' },
  runs: 'in slices',
  runWaits: { with: 'runs' },
  runSteps: { with: 'runs' },
  runEvents: { with: 'runs' },
  chatMessages: 'in slices',
  files: 'in slices',
  documentStores: 'in slices',
  documentLoaders: { with: 'documentStores' },
  documentChunks: 'in slices',
  chunkContexts: 'in slices',
  loaderRefreshes: { with: 'documentLoaders' },
  loaderPages: 'in slices',
  retrievalQuestions: 'in slices',
  retrievalTests: 'in slices',
  retrievalResults: 'in slices',
  upsertHistory: 'in slices',
  vectorCollections: 'in slices',
  vectorEntries: 'in slices',
  vectorCentres: { with: 'vectorCollections' },
  vectorParts: 'in slices',
  vectorTerms: 'in slices',
  credentials: 'few',
  connections: { with: 'credentials' },
  authorisations: 'few',
  customTools: 'few',
  customTemplates: 'few',
  mcpServers: 'few',
  variables: 'few',
  apiKeys: 'few',
  workspaceShares: 'few',
  workspaceMembers: 'few',
  scimMappings: 'few',
  sessions: 'few',
  idempotencyKeys: 'few',
  // Of what was done there the log of the organisation tells on.
  auditEntries: 'few',
}

/** Slices that are no row of a list: of flows and files `erase-workspace.ts` takes some, of the rest `eraseSlice`. */
const BY_HAND = [
  'flows',
  'files',
  'documentStores',
  'vectorCollections',
  'vectorEntries',
  'vectorParts',
  'vectorTerms',
]

test('of every table of a workspace it is said how its rows go, and what may hold many goes in slices', async () => {
  const place = await createTestDatabasePlace('sqlite')
  await (await openDatabase(place.options)).close()
  const adapter = await openAdapter(place.options)
  try {
    const tables = await adapter.changeSchema((db) => db.introspection.getTables())
    const ofWorkspaces = tables.filter(
      ({ isView, columns }) => !isView && columns.some(({ name }) => name === 'workspaceId'),
    )
    expect(Object.keys(going).toSorted()).toEqual(ofWorkspaces.map(({ name }) => name).toSorted())
  } finally {
    await adapter.close()
    await place.drop()
  }
  const listed = [...WORKSPACE_SLICES, ...STORE_SLICES, ...FLOW_SLICES].map(({ table }): string => table)
  const sliced = new Set([...listed, ...BY_HAND])
  const said = Object.keys(going).filter((table) => going[table] === 'in slices')
  expect(said.toSorted()).toEqual([...sliced].toSorted())
})
