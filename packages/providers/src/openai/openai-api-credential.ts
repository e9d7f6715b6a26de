import { type CredentialType, testKey } from '@runnel/node-kit'
import { OPENAI_HOME, OPENAI_KEY } from './openai-home.ts'

/** A key of OpenAI, or of a server that speaks its protocol. */
export const openAIApiCredential: CredentialType = {
  test: testKey(OPENAI_KEY.field, { url: `${OPENAI_HOME.baseURL}/models` }),
  name: 'openAIApi',
  label: 'OpenAI API',
  version: 1,
  icon: 'IconBrandOpenai',
  inputs: [{ label: 'OpenAI Api Key', name: 'openAIApiKey', type: 'password' }],
}
