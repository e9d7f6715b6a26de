import { AWS_REGIONS, credentialInput, defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that publishes messages: AWS SNS. */
export const awsSNS = defineNode({
  definition: toolDefinition({
    name: 'awsSNS',
    label: 'AWS SNS',
    version: 1,
    type: 'AWSSNS',
    icon: 'IconBell',
    description: 'Publishes messages to a topic of AWS SNS',
    baseClasses: ['AWSSNS', 'Tool', 'StructuredTool', 'Runnable'],
    effects: 'write',
    credential: credentialInput({ name: 'awsApi' }),
    inputs: [
      {
        label: 'AWS Region',
        name: 'region',
        type: 'options',
        options: AWS_REGIONS.map((name) => ({ name, label: name })),
        default: 'us-east-1',
      },
      {
        label: 'SNS Topic',
        name: 'topicArn',
        type: 'asyncOptions',
        loadMethod: 'listTopics',
        freeSolo: true,
        identifies: true,
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).awsSNSToolset },
  load: { listTopics: async () => (await import('./list-topics.ts')).listTopics },
})
