import { defineNode } from '@runnel/node-kit'
import { errorPolicyInputs } from '../error-policy-inputs.ts'
import { requestInputs } from './request-inputs.ts'

/** A request to a server. */
export const httpAgentflow = defineNode({
  definition: {
    name: 'httpAgentflow',
    label: 'HTTP',
    version: 1.1,
    type: 'HTTP',
    icon: 'IconWorld',
    category: 'Agent Flows',
    description: 'Sends a request to a server, and goes on with what it answers',
    baseClasses: ['HTTP'],
    kind: 'step',
    effects: 'write',
    canvas: 'agent',
    color: '#FF7F7F',
    sendsCredentialTo: ['url'],
    credential: {
      label: 'HTTP Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: ['httpBasicAuth', 'httpBearerToken', 'httpApiKey'],
      optional: true,
    },
    gives: [
      { path: 'http.data', label: 'Data', type: 'any' },
      { path: 'http.status', label: 'Status', type: 'number' },
      { path: 'http.statusText', label: 'Status Text', type: 'string' },
      { path: 'http.headers', label: 'Headers', type: 'object' },
    ],
    inputs: [...requestInputs, ...errorPolicyInputs],
  },
  run: async () => (await import('./run.ts')).runHttp,
})
