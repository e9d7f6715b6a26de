import type { CredentialDefinition } from '@runnel/contract'
import { credentialInput, defineNode } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'

const credential: CredentialDefinition = {
  name: 'dynamodbMemoryApi',
  label: 'DynamodbMemory API',
  version: 1,
  inputs: [
    { label: 'Access Key', name: 'accessKey', type: 'password' },
    { label: 'Secret Access Key', name: 'secretAccessKey', type: 'password' },
  ],
}

/** Keeps conversations in a table of DynamoDB. */
export const dynamoDBChatMemory = defineNode({
  definition: memoryDefinition({
    name: 'DynamoDBChatMemory',
    label: 'DynamoDB Chat Memory',
    version: 1,
    type: 'DynamoDBChatMemory',
    description: 'Keeps conversations in a table of AWS DynamoDB and gives the model all of the session',
    effects: 'write',
    credential: { ...credentialInput(credential), optional: true },
    inputs: [
      { label: 'Table Name', name: 'tableName', type: 'string' },
      {
        label: 'Partition Key',
        name: 'partitionKey',
        type: 'string',
        description: 'The attribute of the table, a text, that holds the session',
      },
      {
        label: 'Region',
        name: 'region',
        type: 'string',
        description: 'The region of AWS in which the table is',
        placeholder: 'us-east-1',
      },
      ...sessionInputs,
    ],
  }),
  credentials: [credential],
  provides: { memory: async () => (await import('./memory.ts')).dynamoMemory },
})
