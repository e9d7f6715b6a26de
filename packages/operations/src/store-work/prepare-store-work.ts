import type { NodeDefinition } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { readStore } from './read-store-rows.ts'

/** Type of the step that works in a store; no node of a flow has it. */
export const STORE_STEP = 'documentStoreWork'

const definition: NodeDefinition = {
  name: STORE_STEP,
  label: 'Document Store',
  version: 1,
  type: 'DocumentStoreWork',
  icon: 'IconFiles',
  category: '',
  description: 'Processes loaders of a document store, and makes its vectors',
  baseClasses: [],
  kind: 'step',
  effects: 'none',
  inputs: [],
}

/** The plan of one step that is no node of a flow. */
export function planStoreWork(): RunPlan {
  const node = {
    id: STORE_STEP,
    type: STORE_STEP,
    label: definition.label,
    position: { x: 0, y: 0 },
    values: {},
  }
  const step = { node, definition, incoming: [], outgoing: [], anchors: {} }
  return { flowType: 'chat', steps: new Map([[STORE_STEP, step]]), starts: [STORE_STEP] }
}

/** Where the credentials of a store and its loaders may go. */
export async function readStoreConsents(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  storeId: string,
): Promise<string[]> {
  const { store, loaders } = await readStore(context, workspaceId, storeId)
  return [...new Set([store, ...loaders].flatMap((row) => JSON.parse(row.consentedHosts) as string[]))]
}

/** A run that works in a store. */
interface StoreRun {
  storeId: string
  runId: string
}

/** Where the credentials of a run may go: those of a test where it says, since it may search otherwise than the store is set. */
async function readRunConsents(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  { storeId, runId }: StoreRun,
): Promise<string[]> {
  const test = await context.db.read(workspaceId).documentStores.tests.find(runId)
  if (test) return JSON.parse(test.consentedHosts) as string[]
  return readStoreConsents(context, workspaceId, storeId)
}

/** Work in a store, in the form in which flows are run. @throws RunnelError `not_found` for a store that is gone */
export async function prepareStoreWork(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  run: StoreRun,
): Promise<PreparedVersion> {
  return {
    id: STORE_STEP,
    flowType: 'CHATFLOW',
    document: { nodes: [], edges: [] },
    plan: planStoreWork(),
    ingests: run.storeId,
    consentedHosts: await readRunConsents(context, workspaceId, run),
    namedIds: new Set(),
    usesVariables: false,
    keepsState: false,
    keepsForm: false,
    canStream: false,
    fixedSessionId: undefined,
  }
}
