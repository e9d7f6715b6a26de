import { DOCUMENT_STORE_KEYS, type InputDefinition } from '@runnel/contract'
import type { LoadOptions } from '../define-node.ts'
import { readText } from '../read-values.ts'

const [PARAM = 'selectedStore'] = DOCUMENT_STORE_KEYS

/** Which document store of the workspace a node is about. */
export const storedStoreInput: InputDefinition = {
  label: 'Select Store',
  name: PARAM,
  readAs: 'documentStore',
  type: 'asyncOptions',
  loadMethod: 'listStores',
  identifies: true,
}

/** The id of the chosen store; empty when none is. */
export function readChosenStore(values: Parameters<typeof readText>[0]): string {
  return readText(values, PARAM).split(':', 1)[0] ?? ''
}

/** The document stores of the workspace that answer queries, by name. */
export const listAnsweringStores: LoadOptions = async ({ listDocumentStores }) =>
  ((await listDocumentStores?.()) ?? [])
    .filter(({ answers }) => answers)
    .map(({ id, name, description }) => ({ name: id, label: name, description }))

/** The same as rows name them, with what they are called. */
export const listNamedStores: LoadOptions = async (context) =>
  (await listAnsweringStores(context)).map((option) => ({
    ...option,
    name: `${option.name}:${option.label}`,
  }))

/** The document stores of the workspace that have chunks, by name. */
export const listFilledStores: LoadOptions = async ({ listDocumentStores }) =>
  ((await listDocumentStores?.()) ?? [])
    .filter(({ hasChunks }) => hasChunks)
    .map(({ id, name, description }) => ({ name: id, label: name, description }))
