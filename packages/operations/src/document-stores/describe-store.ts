import { type Principal, workspaceOf } from '@runnel/access'
import { type JsonObject, RunnelError, textOf, toUserMessage } from '@runnel/contract'
import type { ServingContext } from '../context.ts'
import { listConsents } from '../credentials/credential-hosts.ts'
import { consentedHostsOf } from '../flows/consented-hosts.ts'
import { asComponent, asNode, checkChosen } from '../store-work/chosen-component.ts'
import { readReadableFacts } from './readable-store.ts'
import { runUnstored } from './run-unstored.ts'
import { checkCredentials, refuseUnconsented } from './save-store.ts'

const LONGEST_MS = 60_000
/** Chunks that the model sees, and how much of each. */
const CHUNKS = 4
const LONGEST_CHUNK = 4_000

/** A chat model that somebody chose for one question. */
export interface SelectedChatModel {
  name: string
  credential?: string | undefined
  inputs?: JsonObject | undefined
}

/**
 * Has a model say in a few sentences what a store holds, so that another model can decide when to look there.
 * @throws RunnelError `not_found`, `invalid_input`, and as the model fails
 */
export async function generateToolDescription(
  context: ServingContext,
  principal: Principal,
  { storeId, selectedChatModel }: { storeId: string; selectedChatModel: SelectedChatModel },
): Promise<{ content: string }> {
  const workspaceId = workspaceOf(principal)
  const { store, visible: loaders } = await readReadableFacts(context, principal, storeId)
  const { name, credential, inputs = {} } = selectedChatModel
  const chosen = { name, config: { ...inputs, ...(credential && { credential }) } }
  const model = checkChosen(context.catalogue, chosen, { capability: 'chatModel', path: 'selectedChatModel' })
  await checkCredentials(context, principal, [chosen])
  const document = { nodes: [asNode('model', model)], edges: [] }
  const consentedHosts = consentedHostsOf(document, { principal }, context.catalogue.find)
  refuseUnconsented(listConsents(document, context.catalogue.find), consentedHosts)
  const first = loaders.find(({ totalChunks }) => totalChunks > 0)
  if (!first) throw new RunnelError('invalid_input', 'The store has no chunks yet. Process a loader first.')
  const { id: loaderId, generation } = first
  const rows = await context.db
    .read(workspaceId)
    .documentStores.chunks.list({ loaderId, generation }, { offset: 0, limit: CHUNKS })
  const texts = rows.map(({ text }) => text.slice(0, LONGEST_CHUNK)).join('\n\n---\n\n')
  const question = [
    `Below are the first passages of a collection of documents called “${store.name}”.`,
    'Describe in two or three sentences what the collection is about and for which questions one should look there.',
    'Begin with “Useful for”. Give the description alone.',
    '',
    texts,
  ].join('\n')
  const json = await runUnstored(context, {
    workspaceId,
    storeId,
    consentedHosts,
    signal: AbortSignal.timeout(LONGEST_MS),
    run: async (step) => {
      const { parts } = await step.model(asComponent('model', model), { messages: [toUserMessage(question)] })
      return { output: { content: '', json: { content: textOf(parts) } } }
    },
  })
  return { content: String(json.content ?? '').trim() }
}
