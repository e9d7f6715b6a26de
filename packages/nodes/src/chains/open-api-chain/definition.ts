import { defineNode, moderationInput } from '@runnel/node-kit'
import { chainDefinition } from '../chain-definition.ts'

/** Answers from what an API gives that an OpenAPI document describes. */
export const openApiChain = defineNode({
  definition: {
    ...chainDefinition({
      name: 'openApiChain',
      label: 'OpenAPI Chain',
      version: 2,
      type: 'OpenAPIChain',
      icon: 'IconWorld',
      description:
        'Makes the call of an API that helps to answer, chosen from its OpenAPI document, and answers from what it gives',
      inputs: [],
    }),
    inputs: [
      { label: 'Chat Model', name: 'model', type: 'BaseChatModel' },
      {
        label: 'YAML Link',
        name: 'yamlLink',
        type: 'string',
        placeholder: 'https://api.example.com/openapi.yaml',
        description: 'The address of an OpenAPI document, as YAML or JSON; goes before the file',
        optional: true,
      },
      {
        label: 'YAML File',
        name: 'yamlFile',
        type: 'file',
        fileType: '.yaml,.json',
        description: 'An OpenAPI document, where no link is given',
        optional: true,
      },
      {
        label: 'Headers',
        name: 'headers',
        type: 'json',
        description: 'Sent with every request, never shown to the model',
        additionalParams: true,
        optional: true,
      },
      moderationInput,
    ],
  },
  run: async () => (await import('./run.ts')).runOpenApiChain,
})
