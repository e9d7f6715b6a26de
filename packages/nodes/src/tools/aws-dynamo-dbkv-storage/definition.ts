import { AWS_REGIONS, credentialInput, defineNode } from '@runnel/node-kit'
import { toolDefinition } from '../tool-definition.ts'

/** A tool that keeps texts under keys, with their earlier versions: AWS DynamoDB. */
export const awsDynamoDBKVStorage = defineNode({
  definition: toolDefinition({
    name: 'awsDynamoDBKVStorage',
    label: 'AWS DynamoDB KV Storage',
    version: 1,
    type: 'AWSDynamoDBKVStorage',
    icon: 'IconDatabase',
    description: 'Keeps texts under keys in a table of AWS DynamoDB, with their earlier versions',
    baseClasses: ['AWSDynamoDBKVStorage', 'Tool', 'StructuredTool', 'Runnable'],
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
        label: 'DynamoDB Table',
        name: 'tableName',
        type: 'asyncOptions',
        loadMethod: 'listTables',
        freeSolo: true,
        description: 'A table whose partition key is “pk” and whose sort key is “sk”, both texts',
        identifies: true,
      },
      {
        label: 'Key Prefix',
        name: 'keyPrefix',
        type: 'string',
        description: 'Stands before every key with a # between them: the tool reaches no other keys',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Operation',
        name: 'operation',
        type: 'options',
        options: [
          { label: 'Store', name: 'store' },
          { label: 'Retrieve', name: 'retrieve' },
        ],
        default: 'store',
      },
    ],
  }),
  provides: { toolset: async () => (await import('./toolset.ts')).dynamoToolset },
  load: { listTables: async () => (await import('./list-tables.ts')).listTables },
})
