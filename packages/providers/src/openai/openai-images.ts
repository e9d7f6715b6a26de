import { defineNode } from '@runnel/node-kit'
import { imageModelDefinition, imageModelInput } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'
import { OPENAI_SIZES, openAIPictureInputs } from '../ai-sdk/openai-pictures.ts'
import { endpointInputs } from './endpoint-inputs.ts'
import { OPENAI_MARK } from './openai-mark.ts'

const MODELS = [
  'gpt-image-2.6-sunburst',
  'gpt-image-2.6-flare',
  'gpt-image-2',
  'gpt-image-1.5',
  'gpt-image-1',
  'gpt-image-1-mini',
  'dall-e-3',
]

/** The image models of OpenAI. */
export const openAIImages = defineNode({
  definition: imageModelDefinition({
    name: 'openAIImages',
    label: 'OpenAI Image Model',
    type: 'OpenAIImages',
    description: 'Draws pictures with GPT Image and DALL·E, or a server that speaks the protocol of OpenAI',
    credentialName: 'openAIApi',
    sendsCredentialTo: ['basepath'],
    icon: 'IconBrandOpenai',
    inputs: [imageModelInput('gpt-image-1'), ...openAIPictureInputs, ...endpointInputs],
  }),
  provides: { imageModel: async () => (await import('./open-openai-images.ts')).drawByOpenAI },
  iconSvg: OPENAI_MARK,
  load: imageLists(MODELS, OPENAI_SIZES),
})
