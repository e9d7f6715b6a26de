import type { JSONObject } from '@ai-sdk/provider'
import { readSwitch } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { BEDROCK_HOME, BEDROCK_KEY } from './bedrock-home.ts'
import { connectBedrock } from './connect-bedrock.ts'

/** Names of models by the part of the world whose regions answer them. */
const PROFILE = /^(us|us-gov|eu|apac|jp|au|ca|sa|global)\./

/** Opens a chat model of AWS Bedrock. */
export const openBedrockChatModel = openVendorModel({
  ...BEDROCK_HOME,
  key: BEDROCK_KEY,
  nameParams: ['customModel', 'model'],
  connect: (connection, modelName) => {
    const isGlobal = readSwitch(connection.values, 'useGlobalEndpoint') && !modelName.startsWith('arn:')
    return connectBedrock(connection)(isGlobal ? `global.${modelName.replace(PROFILE, '')}` : modelName)
  },
  rules: () => ({
    namespace: 'amazonBedrock',
    lateSystem: 'hoist',
    beginsWithUser: true,
    endsWithUser: true,
    joinsRoles: true,
    sendsNames: false,
    takesAddresses: false,
    structure: 'schema',
  }),
  mediaTypes: ['image/*', 'application/pdf'],
  settings: (values) => {
    const options: JSONObject = readSwitch(values, 'latencyOptimized')
      ? { performanceConfig: { latency: 'optimized' } }
      : {}
    return { providerOptions: { amazonBedrock: options } }
  },
})
