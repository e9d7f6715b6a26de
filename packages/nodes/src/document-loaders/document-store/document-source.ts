import { isJsonObject, RunnelError } from '@runnel/contract'
import { type LoadDocuments, readChosenStore, type StoredPart } from '@runnel/node-kit'

/** The chunks of the chosen store as they stand; a store that fills itself names a part of them. */
export const loadChunks: LoadDocuments = async ({ values, label }, call) => {
  const id = readChosenStore(values)
  if (id === '') throw new RunnelError('invalid_input', `${label} has no store. Choose one in the node.`)
  const { part } = values
  if (isJsonObject(part)) return call.documentStore.readChunks(id, part as unknown as StoredPart)
  if (await call.documentStore.find(id)) return call.documentStore.readChunks(id)
  throw new RunnelError(
    'missing_component',
    `The document store of ${label} is not there any more. Choose another one in the node.`,
  )
}
