import type { InputDefinition } from '@runnel/contract'
import { type Component, listChatModels, type NodeType } from '@runnel/node-kit'

/** What the setting is called where a fault names it. */
export const SCAN_MODEL_LABEL = 'Read Scanned Pages With'

/** The param that chooses who reads pages which are pictures. */
const SCAN_MODEL = 'scanModel'

/** Chooses a model that reads what has no text. */
export const scanModelInput: InputDefinition = {
  label: SCAN_MODEL_LABEL,
  name: SCAN_MODEL,
  type: 'asyncOptions',
  loadMethod: 'listModels',
  loadConfig: true,
  description: 'A chat model that sees pictures: it reads the pages that have no text, each by one call',
  optional: true,
  additionalParams: true,
}

/** The models among which it chooses. */
export const scanModelOptions: NonNullable<NodeType['load']> = {
  listModels: async () => listChatModels,
}

/** The model that was chosen, which may see pictures: for nothing else it was chosen. */
export function findScanModel({ anchors }: Component): Component | undefined {
  const [model] = anchors[SCAN_MODEL] ?? []
  return model && { ...model, values: { ...model.values, allowImageUploads: true } }
}
