import { defineNode } from '@runnel/node-kit'
import { aspectRatioInput, imageModelDefinition, imageModelInput } from '../ai-sdk/image-definition.ts'
import { imageLists } from '../ai-sdk/image-lists.ts'
import { listKnown } from '../ai-sdk/list-known.ts'
import { regionInput, VERTEX_REGIONS } from './vertex-definitions.ts'

const MODELS = [
  'gemini-2.5-flash-image',
  'gemini-3-pro-image-preview',
  'gemini-3.1-flash-image-preview',
  'gemini-nano-banana-2.1',
]
const lists = imageLists(MODELS)

/** Gemini’s image models. */
export const googleImages = defineNode({
  definition: imageModelDefinition({
    name: 'googleImages',
    label: 'Google Gemini Image Model',
    type: 'GoogleImages',
    description: 'Draws pictures with the image models of Gemini (Nano Banana)',
    credentialName: 'googleGenerativeAI',
    inputs: [imageModelInput('gemini-2.5-flash-image'), aspectRatioInput],
  }),
  provides: { imageModel: async () => (await import('./open-google-images.ts')).drawByGoogle },
  load: lists,
})

/** The same in a project of Google Cloud. */
export const vertexImages = defineNode({
  definition: imageModelDefinition({
    name: 'googleVertexImages',
    label: 'Google VertexAI Image Model',
    type: 'GoogleVertexImages',
    description: 'Draws pictures with the image models of Gemini in a project of Google Cloud',
    credentialName: 'googleVertexAuth',
    isCredentialOptional: true,
    inputs: [imageModelInput('gemini-2.5-flash-image'), regionInput, aspectRatioInput],
  }),
  provides: { imageModel: async () => (await import('./open-vertex-images.ts')).drawByVertex },
  load: { ...lists, listRegions: async () => listKnown(VERTEX_REGIONS) },
})
