import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'
import { DEFAULT_DESCRIPTION } from './default-description.ts'

/** A tool that draws pictures. */
export const imageGenerationTool = defineNode({
  definition: toolDefinition({
    name: 'imageGenerationTool',
    label: 'Image Generation',
    version: 1,
    type: 'ImageGenerationTool',
    icon: 'IconPhoto',
    description: 'Draws pictures with an image model; they are kept with the chat and shown in it',
    baseClasses: ['ImageGenerationTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'none',
    concepts: ['images'],
    inputs: [
      { label: 'Image Model', name: 'imageModel', type: 'BaseImageModel', optional: true },
      {
        label: 'Choose an Image Model',
        name: 'chosenImageModel',
        type: 'asyncOptions',
        loadMethod: 'listImageModels',
        loadConfig: true,
        identifies: true,
        description: 'Who draws where no image model is connected, as in agent flows',
        optional: true,
      },
      {
        label: 'Tool Name',
        name: 'toolName',
        type: 'string',
        default: 'draw_picture',
        description: 'What the model calls the tool',
      },
      {
        label: 'Tool Description',
        name: 'toolDesc',
        type: 'string',
        rows: 3,
        default: DEFAULT_DESCRIPTION,
        description: 'What the tool does: the model decides by it when to call it',
      },
      {
        label: 'Pictures per Call',
        name: 'mostPictures',
        type: 'number',
        min: 1,
        max: 4,
        step: 1,
        default: 1,
        description: 'How many pictures the model may ask for at once, four at most; each is paid for',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).imageGenerationToolset },
  load: { listImageModels: async () => (await import('./list-image-models.ts')).listImageModels },
})
