import type { InputDefinition } from '@runnel/contract'
import { addressInput, modelInput } from '../ai-sdk/chat-inputs.ts'
import { listKnown, listKnownModels } from '../ai-sdk/list-known.ts'
import { BEDROCK_REGIONS } from './bedrock-names.ts'

/** Where a model runs. */
export const regionInput: InputDefinition = {
  label: 'Region',
  name: 'region',
  type: 'asyncOptions',
  loadMethod: 'listRegions',
  default: 'us-east-1',
}

/** A model that the account may use, and one that is not in the list. */
export const bedrockModelInputs: InputDefinition[] = [
  { ...modelInput({ name: 'model', lists: true }), optional: true },
  {
    label: 'Custom Model Name',
    name: 'customModel',
    type: 'string',
    description: 'Goes before the model that is chosen above: a name, or the ARN of a profile',
    optional: true,
  },
]

/** A host of one's own network that leads to Bedrock. */
export const endpointHostInput: InputDefinition = {
  ...addressInput('endpointHost', 'vpce-1234.bedrock-runtime.us-east-1.vpce.amazonaws.com'),
  label: 'Custom Endpoint Host',
  description: 'Another host that leads to Bedrock',
}

/** The choices of a node of Bedrock. */
export const bedrockLists = (models: readonly string[]) => ({
  listRegions: async () => listKnown(BEDROCK_REGIONS),
  listModels: async () => listKnownModels(models),
})
