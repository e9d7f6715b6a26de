import { credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Issues of Jira as documents. */
export const jira = defineNode({
  definition: loaderDefinition({
    name: 'jira',
    label: 'Jira',
    version: 1,
    icon: 'IconSubtask',
    description: 'The issues of a project of Jira',
    reads: 'servers',
    credential: credentialInput({ name: 'jiraApi' }),
    sendsCredentialTo: ['host'],
    source: [
      {
        label: 'Host',
        name: 'host',
        type: 'string',
        placeholder: 'https://example.atlassian.net',
        description: 'The whole address of Jira',
        identifies: true,
      },
      { label: 'Project Key', name: 'projectKey', type: 'string', overridable: true, default: 'main' },
      {
        label: 'Limit per request',
        name: 'limitPerRequest',
        type: 'number',
        overridable: true,
        min: 1,
        max: 100,
        placeholder: '100',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Created after',
        name: 'createdAfter',
        type: 'string',
        overridable: true,
        placeholder: '2026-01-01',
        description: 'Only issues that were made since this day',
        optional: true,
        additionalParams: true,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadIssues),
})
