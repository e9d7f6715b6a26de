import { RunnelError } from '@runnel/contract'
import type { CallContext, Component, Document, RecordPolicy, TakenIn } from '@runnel/node-kit'
import type { OutsideStore } from './store-protocol.ts'
import { takeIn } from './take-in.ts'
import { addUp } from './wired-sources.ts'

/** How a record manager that is wired to a store keeps it in step; undefined where none is, or a document store does so. */
export async function findRecordPolicy(
  component: Component,
  call: CallContext,
): Promise<RecordPolicy | undefined> {
  const [manager] = component.anchors.recordManager ?? []
  if (!manager || component.owner !== undefined) return undefined
  return (await call.capability(manager, 'recordManager'))(manager)
}

/** What is taken in by a policy. */
interface RecordTaking {
  component: Component
  policy: RecordPolicy
  documents: Document[]
}

/** Makes what a store holds of a namespace what is given now, as far as the policy says so. */
export async function takeInRecords(
  store: OutsideStore,
  { component, policy, documents }: RecordTaking,
  call: CallContext,
): Promise<TakenIn> {
  const { cleanup, namespace } = policy
  const own = namespace === '' ? { flow: call.run.flowId, store: component.nodeId } : { namespace }
  const taken: TakenIn[] = []
  if (documents.length === 0 && cleanup !== 'full') return addUp(taken)
  for (const { of, documents: some } of groupBySource(component, policy, documents)) {
    const source = call.hash({ records: own, ...(of !== undefined && { of }) })
    const named = call.hash({ records: own })
    const given = { component, source, named, documents: some, keepsRest: cleanup === 'none' }
    taken.push(await takeIn(store, given, call))
  }
  return addUp(taken)
}

interface Group {
  /** What they came of; undefined for all that is given. */
  of?: string
  documents: Document[]
}

/** @throws RunnelError `invalid_input` for a document that does not say what it came of, where that decides what goes */
function groupBySource(
  { label }: Component,
  { cleanup, sourceIdKey }: RecordPolicy,
  documents: Document[],
): Group[] {
  if (cleanup !== 'incremental') return [{ documents }]
  const groups = new Map<string, Document[]>()
  for (const document of documents) {
    const of = document.metadata[sourceIdKey]
    if ((typeof of !== 'string' && typeof of !== 'number') || of === '')
      throw new RunnelError(
        'invalid_input',
        `A document for ${label} has no "${sourceIdKey}" in its metadata, by which its record manager cleans up. Add it to the metadata of its loader, or name another key or cleanup in the record manager.`,
      )
    groups.set(String(of), [...(groups.get(String(of)) ?? []), document])
  }
  return [...groups].map(([of, some]) => ({ of, documents: some }))
}
