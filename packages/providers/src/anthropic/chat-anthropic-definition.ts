import type { NodeDefinition } from '@runnel/contract'
import { answerInputs, thinkingInputs } from './chat-anthropic-inputs.ts'

/** The chat models of Anthropic. */
export const chatAnthropicDefinition: NodeDefinition = {
  name: 'chatAnthropic',
  label: 'Anthropic Claude',
  version: 8,
  type: 'ChatAnthropic',
  icon: 'IconSparkles',
  category: 'Chat Models',
  description:
    'Claude, the chat models of Anthropic: they think, see images and documents, and search the web',
  baseClasses: ['ChatAnthropic', 'ChatAnthropicMessages', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  kind: 'component',
  effects: 'none',
  provides: ['chatModel'],
  sendsCredentialTo: ['basepath'],
  streams: true,
  credential: {
    label: 'Connect Credential',
    name: 'credential',
    type: 'credential',
    credentialNames: ['anthropicApi'],
  },
  inputs: [
    { label: 'Cache', name: 'cache', type: 'BaseCache', optional: true },
    {
      label: 'Model Name',
      name: 'modelName',
      type: 'asyncOptions',
      overridable: true,
      loadMethod: 'listModels',
      default: 'claude-haiku-4-5',
      freeSolo: true,
    },
    {
      label: 'Temperature',
      name: 'temperature',
      type: 'number',
      overridable: true,
      step: 0.1,
      default: 0.9,
      description: '0 keeps to the most likely words, 1 varies most. Not used while the model thinks',
      optional: true,
    },
    {
      label: 'Streaming',
      name: 'streaming',
      type: 'boolean',
      overridable: true,
      default: true,
      optional: true,
      additionalParams: true,
    },
    {
      label: 'Allow Image Uploads',
      name: 'allowImageUploads',
      type: 'boolean',
      overridable: true,
      default: false,
      description: 'Lets images, PDFs and texts through to the model',
      opensMedia: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'],
      optional: true,
    },
    ...thinkingInputs,
    ...answerInputs,
  ],
}
