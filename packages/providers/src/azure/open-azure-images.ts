import { RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { openVendorImages } from '../ai-sdk/open-vendor-images.ts'
import { OPENAI_REFUSES_CONTENT, readPictureOptions } from '../ai-sdk/openai-pictures.ts'
import { AZURE_HOME, AZURE_KEY } from './azure-home.ts'
import { connectAzure } from './connect-azure.ts'

/** A part of a path: nothing in it may lead elsewhere. */
const DEPLOYMENT = /^[\w.-]{1,64}$/

/** Draws by a deployment of OpenAI's image models on Azure. */
export const drawByAzure = openVendorImages({
  ...AZURE_HOME,
  key: AZURE_KEY,
  nameOf: ({ azureOpenAIApiDeploymentName = '' }, values) =>
    readText(values, 'deployment').trim() || azureOpenAIApiDeploymentName.trim(),
  connect: (connection, deployment) => {
    if (!DEPLOYMENT.test(deployment) || /^\.+$/.test(deployment))
      throw new RunnelError('invalid_input', 'Azure OpenAI has no such deployment. Write its name alone.')
    const fetch = /dall-?e/i.test(deployment) ? connection.fetch : withoutFormat(connection.fetch)
    const credential = { ...connection.credential, azureOpenAIApiDeploymentName: deployment }
    return connectAzure({ ...connection, credential, fetch }).azure.imageModel(deployment)
  },
  options: (values) => ({ openai: readPictureOptions(values) }),
  outOfQuota: ['insufficient_quota'],
  refusesContent: OPENAI_REFUSES_CONTENT,
})

/**
 * GPT Image always answers with the picture itself, and refuses to be asked how; the package cannot know from the name of a
 * deployment which model it is.
 */
function withoutFormat(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    const { response_format: _format, ...body } = JSON.parse(init.body) as Record<string, unknown>
    return fetch(input, { ...init, body: JSON.stringify(body) })
  }
}
