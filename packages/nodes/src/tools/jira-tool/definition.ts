import type { CredentialDefinition } from '@runnel/contract'
import { defineNode, keyCredential } from '@runnel/node-kit'
import { serviceDefinition } from '../service-form.ts'
import { jiraForm } from './form.ts'

const jiraApi: CredentialDefinition = {
  name: 'jiraApi',
  untested: 'addressInNode',
  label: 'Jira API',
  version: 1,
  description: 'For Jira Cloud: a mail address, and a token made in the security settings of its account.',
  inputs: [
    { label: 'User Name', name: 'username', type: 'string', placeholder: 'ada@example.com' },
    { label: 'Access Token', name: 'accessToken', type: 'password' },
  ],
}

const jiraApiBearerToken = keyCredential('jiraApiBearerToken', {
  untested: 'addressInNode',
  label: 'Jira API (Bearer Token)',
  field: 'bearerToken',
  keyLabel: 'Bearer Token',
})

/** A tool for issues, their comments and people: Jira. */
export const jiraTool = defineNode({
  definition: serviceDefinition(jiraForm, {
    name: 'jiraTool',
    label: 'Jira',
    version: 2,
    icon: 'IconSubtask',
    description:
      'Reads and writes issues, comments and users of Jira, in the cloud or on a server of one’s own',
    baseClasses: ['Jira', 'Tool'],
    credential: [jiraApi, jiraApiBearerToken],
    sendsCredentialTo: ['jiraHost'],
    before: [
      {
        label: 'Host',
        name: 'jiraHost',
        type: 'string',
        placeholder: 'https://example.atlassian.net',
        description: 'The whole address of Jira',
        identifies: true,
      },
      {
        label: 'Enable SSL Certificate',
        name: 'enableSSL',
        type: 'boolean',
        default: false,
        namesNoHost: true,
        description:
          'Kept for imported flows: a certificate of one’s own authority is trusted where NODE_EXTRA_CA_CERTS names it at the start of this server',
        optional: true,
      },
      {
        label: 'SSL Certificate',
        name: 'caFile',
        type: 'file',
        fileType: '.pem, .crt',
        description: 'Kept for imported flows, and not read',
        namesNoHost: true,
        optional: true,
        show: { enableSSL: true },
      },
    ],
  }),
  credentials: [jiraApi, jiraApiBearerToken],
  provides: { toolset: async () => (await import('./toolset.ts')).jiraToolset },
})
