import { defineNode } from '@runnel/node-kit'
import { imageModelDefinition, imageOptionInput, seedInput, sizeInput } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'
import { bedrockLists, bedrockModelInputs, endpointHostInput, regionInput } from './bedrock-inputs.ts'

const MODELS = ['amazon.nova-canvas-v1:0']
const SIZES = ['1024x1024', '1280x720', '720x1280', '2048x2048']

/** Image models in an account of AWS. */
export const bedrockImages = defineNode({
  definition: imageModelDefinition({
    name: 'awsBedrockImages',
    label: 'AWS Bedrock Image Model',
    type: 'AWSBedrockImages',
    description: 'Draws pictures with Amazon Nova Canvas in an account of AWS',
    credentialName: 'awsApi',
    isCredentialOptional: true,
    sendsCredentialTo: ['endpointHost'],
    inputs: [
      regionInput,
      ...bedrockModelInputs.map((input) =>
        input.name === 'model' ? { ...input, default: MODELS[0] ?? '' } : input,
      ),
      endpointHostInput,
      sizeInput,
      imageOptionInput({
        label: 'Quality',
        name: 'quality',
        words: ['standard', 'premium'],
        description: 'Premium ones cost more',
      }),
      seedInput,
    ],
  }),
  provides: { imageModel: async () => (await import('./open-bedrock-images.ts')).drawByBedrock },
  load: { ...imageLists(MODELS, SIZES), ...bedrockLists(MODELS) },
})
