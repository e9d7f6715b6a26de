import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

const credential = keyCredential('composioApi', {
  label: 'Composio API',
  field: 'composioApi',
  test: {
    url: 'https://backend.composio.dev/api/v3/toolkits?limit=1',
    show: (key) => ({ headers: { 'x-api-key': key } }),
  },
})

/** Tools that Composio runs at other services, with accounts that are connected there. */
export const composio = defineNode({
  definition: toolDefinition({
    name: 'composio',
    label: 'Composio',
    version: 2,
    type: 'Composio',
    icon: 'IconHierarchy2',
    description: 'Actions of many services, run by Composio with accounts that are connected there',
    baseClasses: ['Composio', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'write',
    credential: credentialInput(credential),
    inputs: [
      {
        label: 'App Name',
        name: 'appName',
        type: 'asyncOptions',
        loadMethod: 'listApps',
        freeSolo: true,
        identifies: true,
      },
      {
        label: 'Connected Account',
        name: 'connectedAccountId',
        type: 'asyncOptions',
        loadMethod: 'listConnections',
        freeSolo: true,
        description: 'An account that is connected at Composio',
        optional: true,
      },
      {
        label: 'Actions to Use',
        name: 'actions',
        type: 'asyncMultiOptions',
        loadMethod: 'listActions',
      },
    ],
  }),
  credentials: [credential],
  provides: { toolset: async () => (await import('./toolset.ts')).composioToolset },
  load: {
    listApps: async () => (await import('./list-options.ts')).listApps,
    listConnections: async () => (await import('./list-options.ts')).listConnections,
    listActions: async () => (await import('./list-options.ts')).listActions,
  },
})
