import { awsHost, type CredentialType, credentialInput, defineNode, signAws } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'
import { sessionInputs } from '../memory-inputs.ts'

/** The region of AWS that knows keys of every region. */
const ANY_REGION = 'us-east-1'

const credential: CredentialType = {
  name: 'dynamodbMemoryApi',
  label: 'DynamodbMemory API',
  version: 1,
  inputs: [
    { label: 'Access Key', name: 'accessKey', type: 'password' },
    { label: 'Secret Access Key', name: 'secretAccessKey', type: 'password' },
  ],
  test: async ({ accessKey: awsKey = '', secretAccessKey: awsSecret = '' }, at) => {
    const call = {
      url: `https://${awsHost('sts', ANY_REGION)}/`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
    }
    const { headers } = await signAws('sts', ANY_REGION)({ awsKey, awsSecret }, { ...call, leavesAt: at })
    return { ...call, headers: { ...call.headers, ...headers } }
  },
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
