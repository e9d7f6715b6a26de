import { agentStep } from '../agent-step.ts'
import { requestInputs } from './request-inputs.ts'

/** A request to a server. */
export const httpAgentflow = agentStep({
  definition: {
    name: 'httpAgentflow',
    label: 'HTTP',
    version: 1.1,
    type: 'HTTP',
    icon: 'IconWorld',
    description: 'Sends a request to a server, and goes on with what it answers',
    baseClasses: ['HTTP'],
    effects: 'write',
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
    inputs: requestInputs,
  },
  run: async () => (await import('./run.ts')).runHttp,
})
