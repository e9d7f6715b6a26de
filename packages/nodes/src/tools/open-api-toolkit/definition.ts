import { defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'
import { openApiInputs } from './open-api-inputs.ts'

/** Tools that are the calls of an API, as its OpenAPI document describes them. */
export const openAPIToolkit = defineNode({
  definition: toolDefinition({
    name: 'openAPIToolkit',
    label: 'OpenAPI Toolkit',
    version: 2.1,
    type: 'OpenAPIToolkit',
    icon: 'IconWorld',
    description: 'Makes a tool of each call of an API that an OpenAPI document describes',
    baseClasses: ['OpenAPIToolkit', 'Tool'],
    effects: 'write',
    readsVariables: true,
    credential: {
      label: 'HTTP Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: ['httpBasicAuth', 'httpBearerToken', 'httpApiKey'],
      optional: true,
    },
    sendsCredentialTo: ['selectedServer'],
    formerInputs: ['yamlFile'],
    inputs: openApiInputs,
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).openApiToolset },
  load: {
    listServers: async () => (await import('./list-parts.ts')).listServers,
    listEndpoints: async () => (await import('./list-parts.ts')).listEndpoints,
  },
  migrations: [
    {
      number: 1,
      below: 2.1,
      migrate: ({ yamlFile, ...values }) => ({
        ...values,
        ...(yamlFile !== undefined && { inputType: 'file', openApiFile: yamlFile }),
      }),
    },
  ],
})
